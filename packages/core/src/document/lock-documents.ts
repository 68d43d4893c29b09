/** Locks many documents at once, for operations on all documents of a bulk send. */
import type { DocumentStatus, Recipient } from '@countersign/db/models';
import type { SqlCtx } from '../ctx.ts';
import { clockOf } from '../document-clock.ts';
import { type ChainPart, continueChain, type NewEvent } from '../event/chain.ts';
import { atItsClock } from './status.ts';

/** A recipient with the columns that these operations need. */
export type BatchRecipient = Pick<
  Recipient,
  | 'id'
  | 'documentId'
  | 'position'
  | 'name'
  | 'email'
  | 'role'
  | 'authLevel'
  | 'delivery'
  | 'status'
  | 'signingOrder'
  | 'linkIssuedAt'
  | 'lastMailedAt'
  | 'bouncedAt'
>;

/** A document under its lock, with the status that it has at this moment. */
export interface BatchDocument {
  id: string;
  status: DocumentStatus;
  expiresAt: Date | null;
  clockOffsetSeconds: number;
  chainSeq: number;
  chainHead: string;
  recipients: BatchRecipient[];
  /** By the document's own clock. */
  now: Date;
}

/**
 * Locks documents of the caller's workspace and mode in the order of their ids (`FOR NO KEY UPDATE`, by primary key), and reads them with
 * their recipients, in two statements. Documents that the workspace does not have are missing from the result.
 */
export async function lockDocuments(tx: SqlCtx, ids: readonly string[]): Promise<BatchDocument[]> {
  if (ids.length === 0) return [];
  const locked = await tx.db.$queryRaw<Array<Omit<BatchDocument, 'recipients' | 'now'>>>`
    SELECT id, status, expires_at AS "expiresAt", clock_offset_seconds AS "clockOffsetSeconds", chain_seq AS "chainSeq",
      chain_head AS "chainHead"
    FROM document
    WHERE id = ANY(${ids}::uuid[]) AND workspace_id = ${tx.workspaceId}::uuid AND mode = ${tx.mode}::mode AND removed_at IS NULL
    ORDER BY id FOR NO KEY UPDATE`;
  const recipients = await tx.db.$queryRaw<BatchRecipient[]>`
    SELECT id, document_id AS "documentId", position, name, email, role, auth_level AS "authLevel", delivery, status,
      signing_order AS "signingOrder", link_issued_at AS "linkIssuedAt", last_mailed_at AS "lastMailedAt", bounced_at AS "bouncedAt"
    FROM recipient WHERE document_id = ANY(${ids}::uuid[]) ORDER BY document_id, position, id`;
  const byDocument = Map.groupBy(recipients, ({ documentId }) => documentId);
  return locked.map((document) => {
    tx.chainHeads.set(document.id, { seq: document.chainSeq, hash: document.chainHead });
    return {
      ...atItsClock(document, tx.now),
      recipients: byDocument.get(document.id) ?? [],
      now: clockOf(tx.now, document)(),
    };
  });
}

/** The next events of the document's audit trail, by its own clock. */
export function eventsOf(tx: SqlCtx, document: BatchDocument, events: readonly NewEvent[]): ChainPart {
  const head = tx.chainHeads.get(document.id)!;
  return continueChain({ ...tx, now: () => document.now }, document.id, head, events);
}
