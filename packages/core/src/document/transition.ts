/** Changes the status of a document or its recipients: the only code that does. Call it under the document's lock. */
import type { DocumentStatus, Recipient } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Tx, TxCtx } from '../ctx.ts';
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

type Columns<Table extends 'document' | 'recipient'> = Omit<
  NonNullable<Parameters<Tx[Table]['updateMany']>[0]>['data'],
  'status'
>;

/**
 * Moves the document to the status that the table gives for the operation, together with other columns, and returns it. The update
 * is conditional on the status that the caller saw. Throws document-state if the table refuses the operation or the status has
 * changed in the meantime.
 */
export async function transition(
  { db }: Pick<TxCtx, 'db'>,
  document: StatusColumns & { id: string },
  operation: DocumentOperation,
  columns: Columns<'document'> = {},
): Promise<DocumentStatus> {
  const current = reportedStatus(document);
  const next = nextStatus<ReportedStatus>(documentTransitions, operation, current);
  if (next === undefined) throw documentStateProblem(operation, current);
  const status = next === 'awaiting_upload' ? 'draft' : next;
  const finalizedAt = document.finalizedAt === null ? null : { not: null };
  const { count } = await db.document.updateMany({
    where: { id: document.id, status: document.status, finalizedAt },
    data: { ...columns, status },
  });
  if (count > 0) return status;
  const found = await db.document.findUniqueOrThrow({ where: { id: document.id } });
  throw documentStateProblem(operation, reportedStatus(found));
}

/**
 * Moves recipients of one document to the status that the operation leads to, together with other columns. Throws document-state if
 * the table refuses the operation for one of them: the caller's transaction then changes nothing.
 */
export async function transitionRecipients(
  { db }: Pick<TxCtx, 'db'>,
  document: StatusColumns,
  recipients: ReadonlyArray<Pick<Recipient, 'id'>>,
  operation: RecipientOperation,
  columns: Columns<'recipient'> = {},
): Promise<void> {
  const { count } = await db.recipient.updateMany({
    where: {
      id: { in: recipients.map(({ id }) => id) },
      status: { in: statusesAllowing<Recipient['status']>(recipientTransitions, operation) },
    },
    data: { ...columns, status: targetStatus<Recipient['status']>(recipientTransitions, operation) },
  });
  if (count === recipients.length) return;
  throw new ProblemError('document-state', {
    detail: 'A recipient of the document has acted in the meantime. Reload it and try again.',
    members: { current: reportedStatus(document), allowed: [] },
  });
}
