/**
 * POST /v1/bulk-sends/{id}/dispatch and …/retry-failed: workers start sending the rows (docs/spec/decisions.md, section 5).
 */
import type { DispatchIn } from '@countersign/contract/bulk-send';
import type { BulkRowStatus, BulkSend } from '@countersign/db/models';
import { invalid } from '@countersign/problem/problem-error';
import { jobs } from '@countersign/queue/jobs';
import { guardRole } from '../access.ts';
import { type Ctx, type TxCtx, withTransaction } from '../ctx.ts';
import { statusesAllowing, targetStatus } from '../transitions.ts';
import { lockBulkSend } from './find.ts';
import { isRowPaced } from './pace-rows.ts';
import { refuseDuringOperation } from './running-operation.ts';
import { sliceJobId } from './slice-job-id.ts';
import { type BulkSendOperation, bulkRowTransitions, bulkSendStateProblem, guardBulkSend } from './status.ts';
import { transitionBulkSend } from './transition.ts';

/** The most concurrent jobs (streams) of one bulk send, and the number of rows for which another one is worthwhile. */
const maxStreams = 4;
const rowsPerStream = 500;
/** The first slice of a bulk send runs before later slices of others, so that small bulk sends are sent at once. */
const firstSlicePriority = 1;
/** The farthest that a bulk send can be dispatched ahead. */
const maxAheadMs = 366 * 86_400_000;
/** A million failed rows take some seconds. */
const retryTimeoutMs = 120_000;

/**
 * Starts sending the rows, now or at `dispatch_at`. With `skipInvalid`, sends the valid rows of an invalid bulk send. Of two concurrent
 * calls, one wins and the other gets bulk-send-state. Throws bulk-send-state also if there is no row to send, or the file was
 * not read to its end; validation if `dispatch_at` is more than a year ahead.
 */
export async function dispatchBulkSend(
  ctx: Ctx,
  id: string,
  options: { skipInvalid: boolean } & DispatchIn,
): Promise<BulkSend> {
  guardRole(ctx, 'manager');
  const operation = options.skipInvalid ? 'dispatch without the invalid rows' : 'dispatch';
  return withTransaction(ctx, async (tx) => {
    const send = await lockBulkSend(tx, id);
    // Equal mutant "→ ;": startDispatching refuses other statuses too. Here the status comes before other reasons.
    guardBulkSend(operation, send.status);
    await refuseDuringOperation(tx, send.id);
    if (send.rowsErasedAt)
      throw bulkSendStateProblem(operation, send.status, 'The people and values of its rows were erased.');
    if (send.error !== null)
      throw bulkSendStateProblem(operation, send.status, `The file was not read to its end: ${send.error}`);
    const rows = send.rowCount - send.invalidCount;
    if (rows === 0) throw bulkSendStateProblem(operation, send.status, 'No row is valid.');
    const plan = {
      dispatchAt: laterTime(ctx, options.dispatch_at),
      sendingWindow: options.sending_window ?? null,
    };
    return startDispatching(tx, send, operation, rows, { failedCount: 0 }, plan);
  });
}

/** When the rows are sent. */
type SendingPlan = Pick<BulkSend, 'dispatchAt' | 'sendingWindow'>;

/** The time to start, or null for now. */
function laterTime(ctx: Ctx, text: string | null | undefined): Date | null {
  if (!text) return null;
  const time = new Date(text);
  if (time.getTime() > ctx.now().getTime() + maxAheadMs)
    throw invalid(['body', 'dispatch_at'], 'Value error, must be at most a year ahead', { input: text });
  return time > ctx.now() ? time : null;
}

/** Sends only the failed rows of a finished bulk send again. Throws bulk-send-state also if no row has failed. */
export async function retryFailedRows(ctx: Ctx, id: string): Promise<BulkSend> {
  guardRole(ctx, 'manager');
  const operation = 'retry the failed rows';
  return withTransaction(
    ctx,
    async (tx) => {
      const send = await lockBulkSend(tx, id);
      // Equal mutant "→ ;": as in dispatchBulkSend.
      guardBulkSend(operation, send.status);
      await refuseDuringOperation(tx, send.id);
      if (send.rowsErasedAt)
        throw bulkSendStateProblem(operation, send.status, 'The people and values of its rows were erased.');
      if (send.failedCount === 0) throw bulkSendStateProblem(operation, send.status, 'No row has failed.');
      // By bulk_row_unsent. Nothing else changes the rows of a finished bulk send.
      await tx.db.$executeRaw`
        UPDATE bulk_row SET status = ${targetStatus<BulkRowStatus>(bulkRowTransitions, operation)}::bulk_row_status, error = NULL
        WHERE bulk_send_id = ${send.id}::uuid AND status = ANY(${statusesAllowing<BulkRowStatus>(bulkRowTransitions, operation)}::bulk_row_status[])
          AND status <> 'sent'`;
      return startDispatching(tx, send, operation, send.failedCount);
    },
    { timeoutMs: retryTimeoutMs },
  );
}

/** Moves the bulk send to `dispatching` with these counts, and enqueues the jobs that send its `rows` waiting rows. */
export async function startDispatching(
  tx: TxCtx,
  send: BulkSend,
  operation: BulkSendOperation,
  rows: number,
  counts: { failedCount: number; invalidCount?: number } = { failedCount: 0 },
  { dispatchAt, sendingWindow }: SendingPlan = { dispatchAt: null, sendingWindow: send.sendingWindow },
): Promise<BulkSend> {
  const run = send.runs + 1;
  const dispatching = await transitionBulkSend(tx, send.id, operation, {
    runs: run,
    ...counts,
    dispatchedAt: send.dispatchedAt ?? tx.now(),
    finishedAt: null,
    completedAt: null,
    openDocumentId: null,
    archivedAt: null,
    dispatchAt,
    ...(sendingWindow !== null && { sendingWindow }),
    dispatchedBy: { actor: { ...tx.actor }, ip: tx.ip, user_agent: tx.userAgent },
  });
  // One stream is faster than any mail server that has limits.
  const isPaced = isRowPaced(tx.settings, dispatching);
  const streams = isPaced ? 1 : Math.max(1, Math.min(maxStreams, Math.ceil(rows / rowsPerStream)));
  for (let stream = 0; stream < streams; stream += 1) {
    await enqueueSlice(
      tx,
      { bulkSendId: send.id, run, stream, slice: 0 },
      {
        priority: stream === 0 ? firstSlicePriority : 0,
        ...(dispatchAt && { runAfter: dispatchAt }),
      },
    );
  }
  return dispatching;
}

/** The work of one job: it sends rows of a bulk send for a limited time. */
export interface Slice {
  bulkSendId: string;
  run: number;
  stream: number;
  slice: number;
}

/** Enqueues the job of a slice. Enqueuing the same slice again has no effect. */
export async function enqueueSlice(
  tx: TxCtx,
  { bulkSendId, ...slice }: Slice,
  options: { priority?: number; runAfter?: Date } = {},
): Promise<void> {
  const id = sliceJobId(`${bulkSendId}:${slice.run}:${slice.stream}:${slice.slice}`);
  const payload = { bulk_send_id: bulkSendId, ...slice };
  await tx.enqueue(jobs.bulkSendDispatch, payload, { priority: 0, ...options, id });
}
