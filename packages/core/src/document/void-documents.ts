/** Voids many documents at once, for operations on all documents of a bulk send. */
import type { DocumentStatus } from '@countersign/db/models';
import { columnOf, constants } from '@countersign/db/sql';
import type { SqlCtx } from '../ctx.ts';
import { writeChainParts } from '../event/append.ts';
import { type BulkMails, queueMails } from '../mail/queue-mail.ts';
import { dropDrafts } from '../recipient/drop-drafts.ts';
import { targetStatus } from '../transitions.ts';
import { mailsToLinkHolders } from './close.ts';
import { type BatchDocument, eventsOf } from './lock-documents.ts';
import { documentTransitions, underwayStatuses } from './status.ts';

/** Voids each of these locked, open documents, as voidDocument does. */
export async function voidDocuments(
  tx: SqlCtx,
  documents: readonly BatchDocument[],
  { reason, bulk }: { reason: string; bulk: BulkMails },
): Promise<void> {
  if (documents.length === 0) return;
  await tx.db.$executeRaw`
    UPDATE document SET status = ${targetStatus<DocumentStatus | 'awaiting_upload'>(documentTransitions, 'void')}::document_status, closed_at = c.at
    FROM unnest(${columnOf(documents.map(({ id }) => id))}::uuid[], ${columnOf(documents.map(({ now }) => now))}::timestamptz[]) AS c(id, at)
    WHERE document.id = c.id AND document.status IN ${constants(underwayStatuses)}`;
  await dropDrafts(
    tx,
    documents.flatMap(({ recipients }) => recipients),
  );
  await queueMails(
    tx,
    documents.flatMap((document) => mailsToLinkHolders(document, 'voided', { reason })),
    bulk,
  );
  const parts = documents.map((document) =>
    eventsOf(tx, document, [{ type: 'envelope.voided', payload: { reason } }]),
  );
  await writeChainParts(tx, tx, parts, 'advance heads');
}
