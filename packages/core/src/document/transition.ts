/** Changes the status of a document or its recipients: the only code that does. Call it under the document's lock. */
import type { Document, DocumentStatus, Recipient } from '@countersign/db/models';
import { assignments } from '@countersign/db/rows';
import { columnOf } from '@countersign/db/sql';
import { ProblemError } from '@countersign/problem/problem-error';
import type { SqlCtx } from '../ctx.ts';
import { type RecipientOperation, recipientTransitions } from '../recipient/status.ts';
import { nextStatus, statusesAllowing, targetStatus } from '../transitions.ts';
import {
  type DocumentOperation,
  documentStateProblem,
  documentTransitions,
  type ReportedStatus,
  reportedStatus,
  type StatusColumns,
} from './status.ts';

/** Columns that change together with the status. */
type Columns<Row> = { [Column in Exclude<keyof Row, 'id' | 'status'>]?: Row[Column] | undefined };

/**
 * Moves the document to the status that the table gives for the operation, together with other columns. Returns the new status. The
 * update is conditional on the status that the caller saw. Throws document-state if the table refuses the operation or the status has
 * changed in the meantime.
 */
export async function transition(
  { db }: Pick<SqlCtx, 'db'>,
  document: StatusColumns & { id: string },
  operation: DocumentOperation,
  columns: Columns<Document> = {},
): Promise<DocumentStatus> {
  const current = reportedStatus(document);
  const next = nextStatus<ReportedStatus>(documentTransitions, operation, current);
  if (next === undefined) throw documentStateProblem(operation, current);
  const status = next === 'awaiting_upload' ? 'draft' : next;
  const isFinalized = document.finalizedAt !== null;
  const changed = await db.$executeRaw`
    UPDATE document SET ${assignments({ ...columns, status })}
    WHERE id = ${document.id}::uuid AND status = ${document.status}::document_status
      AND (finalized_at IS NOT NULL) = ${isFinalized}::boolean`;
  if (changed > 0) return status;
  const [found] = await db.$queryRaw<StatusColumns[]>`
    SELECT status, finalized_at AS "finalizedAt" FROM document WHERE id = ${document.id}::uuid`;
  throw documentStateProblem(operation, reportedStatus(found!));
}

/**
 * Moves recipients of one document to the status that the operation leads to, together with other columns. Throws document-state if
 * the table refuses the operation for one of them: the caller's transaction then changes nothing.
 */
export async function transitionRecipients(
  { db }: Pick<SqlCtx, 'db'>,
  document: StatusColumns,
  recipients: ReadonlyArray<Pick<Recipient, 'id'>>,
  operation: RecipientOperation,
  columns: Columns<Recipient> = {},
): Promise<void> {
  const allowed = statusesAllowing<Recipient['status']>(recipientTransitions, operation);
  const status = targetStatus<Recipient['status']>(recipientTransitions, operation);
  const changed = await db.$executeRaw`
    UPDATE recipient SET ${assignments({ ...columns, status })}
    WHERE id = ANY(${columnOf(recipients.map(({ id }) => id))}::uuid[]) AND status = ANY(${columnOf(allowed)}::recipient_status[])`;
  if (changed === recipients.length) return;
  throw new ProblemError('document-state', {
    detail: 'A recipient of the document has acted in the meantime. Reload it and try again.',
    members: { current: reportedStatus(document), allowed: [] },
  });
}
