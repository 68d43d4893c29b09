/** The states of a bulk send and what each operation needs: pure (docs/spec/interface.md, Bulk send and row status; docs/STATES.md). */
import type { BulkRowStatus, BulkSendStatus } from '@countersign/contract/bulk-send';
import { ProblemError } from '@countersign/problem/problem-error';

const allowedIn = {
  dispatch: ['ready'],
  'dispatch without the invalid rows': ['ready', 'invalid'],
  cancel: ['draft', 'invalid', 'ready', 'dispatching'],
  'retry the failed rows': ['done', 'failed'],
} as const satisfies Record<string, readonly BulkSendStatus[]>;

export type BulkSendOperation = keyof typeof allowedIn;

/** The statuses in which the operation is allowed. */
export function statusesFor(operation: BulkSendOperation): BulkSendStatus[] {
  return [...allowedIn[operation]];
}

/** Throws bulk-send-state with `current` and `allowed` unless the operation is allowed in the status. */
export function guardBulkSend(operation: BulkSendOperation, current: BulkSendStatus): void {
  if (!(allowedIn[operation] as readonly BulkSendStatus[]).includes(current))
    throw bulkSendStateProblem(operation, current);
}

/** The 409 that the loser of a race and the late caller get alike. */
export function bulkSendStateProblem(
  operation: BulkSendOperation,
  current: BulkSendStatus,
  detail?: string,
): ProblemError {
  return new ProblemError('bulk-send-state', {
    detail:
      detail ??
      `The bulk send is ${current}; to ${operation} it must be ${allowedIn[operation].join(' or ')}.`,
    members: { current, allowed: allowedIn[operation] },
  });
}

/** What callers see of a row: in a canceled bulk send, rows that had not started are canceled. */
export function reportedRowStatus(
  send: { status: BulkSendStatus },
  row: { status: BulkRowStatus },
): BulkRowStatus {
  return send.status === 'canceled' && row.status === 'queued' ? 'canceled' : row.status;
}

/** The stored status of the rows that are reported so; null when none is. */
export function storedRowStatus(
  send: { status: BulkSendStatus },
  reported: BulkRowStatus,
): BulkRowStatus | null {
  if (send.status !== 'canceled') return reported;
  if (reported === 'queued') return null;
  return reported === 'canceled' ? 'queued' : reported;
}
