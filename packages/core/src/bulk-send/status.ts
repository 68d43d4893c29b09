/**
 * The states of a bulk send and of its rows (docs/spec/interface.md, Bulk send and row status; docs/STATES.md). Pure;
 * transition.ts applies the tables.
 */
import type { BulkRowStatus, BulkSendStatus } from '@countersign/contract/bulk-send';
import { ProblemError } from '@countersign/problem/problem-error';
import { nextStatus, statusesAllowing, type TransitionTable } from '../transitions.ts';

/** For each operation: the statuses in which it is allowed, each with the one that follows. */
export const bulkSendTransitions = {
  /** A worker stores rows of the CSV. */
  'store rows': { draft: 'draft' },
  'accept the rows': { draft: 'ready' },
  'find an invalid row': { draft: 'invalid' },
  dispatch: { ready: 'dispatching' },
  'dispatch without the invalid rows': { ready: 'dispatching', invalid: 'dispatching' },
  'send rows': { dispatching: 'dispatching' },
  /** No row waits: at least one was sent (finish), or none was (fail). */
  finish: { dispatching: 'done' },
  fail: { dispatching: 'failed' },
  'retry the failed rows': { done: 'dispatching', failed: 'dispatching' },
  /** Rows that were never sent were corrected. */
  'send the repaired rows': { done: 'dispatching', failed: 'dispatching' },
  'accept the repaired rows': { invalid: 'ready' },
  /** Operations on the documents that were sent. */
  operate: { done: 'done', failed: 'failed', canceled: 'canceled' },
  correct: { invalid: 'invalid', ready: 'ready', done: 'done', failed: 'failed', canceled: 'canceled' },
  archive: { invalid: 'invalid', done: 'done', failed: 'failed', canceled: 'canceled' },
  cancel: { draft: 'canceled', invalid: 'canceled', ready: 'canceled', dispatching: 'canceled' },
  'erase rows': { invalid: 'invalid', done: 'done', failed: 'failed', canceled: 'canceled' },
} as const satisfies TransitionTable<BulkSendStatus>;

export type BulkSendOperation = keyof typeof bulkSendTransitions;

/** The same for a row. */
export const bulkRowTransitions = {
  send: { queued: 'sent' },
  fail: { queued: 'failed' },
  'retry the failed rows': { failed: 'queued' },
  /** A correction makes it valid. */
  repair: { invalid: 'queued', queued: 'queued', failed: 'queued' },
  /** Personal data in the row were erased, so it can never be sent. */
  erase: { invalid: 'invalid', queued: 'invalid', failed: 'invalid' },
} as const satisfies TransitionTable<BulkRowStatus>;

/** The statuses in which rows are being sent, or can be sent at any time. */
export const pendingStatuses: readonly BulkSendStatus[] = ['ready', 'dispatching'];

/** The statuses in which the operation is allowed. */
export function statusesFor(operation: BulkSendOperation): BulkSendStatus[] {
  return statusesAllowing<BulkSendStatus>(bulkSendTransitions, operation);
}

/** Throws bulk-send-state with `current` and `allowed` if the operation is not allowed in the status. */
export function guardBulkSend(operation: BulkSendOperation, current: BulkSendStatus): void {
  if (nextStatus<BulkSendStatus>(bulkSendTransitions, operation, current) === undefined)
    throw bulkSendStateProblem(operation, current);
}

/** The 409 for an operation that the status does not allow, whether the caller is late or lost a race. */
export function bulkSendStateProblem(
  operation: BulkSendOperation,
  current: BulkSendStatus,
  detail?: string,
): ProblemError {
  const allowed = statusesFor(operation);
  return new ProblemError('bulk-send-state', {
    detail: detail ?? `The bulk send is ${current}; to ${operation} it must be ${allowed.join(' or ')}.`,
    members: { current, allowed },
  });
}

/** The status of a row as callers see it: unsent rows of a canceled bulk send are canceled. */
export function reportedRowStatus(
  send: { status: BulkSendStatus },
  row: { status: BulkRowStatus },
): BulkRowStatus {
  return send.status === 'canceled' && row.status === 'queued' ? 'canceled' : row.status;
}

/** The stored status of rows with this reported status; null if no row can have it. */
export function storedRowStatus(
  send: { status: BulkSendStatus },
  reported: BulkRowStatus,
): BulkRowStatus | null {
  if (send.status !== 'canceled') return reported;
  if (reported === 'queued') return null;
  return reported === 'canceled' ? 'queued' : reported;
}
