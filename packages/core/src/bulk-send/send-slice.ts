/** Job `bulk-send.dispatch`: sends rows for a limited time (docs/spec/decisions.md, section 5; docs/BULK.md). */
import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from '@countersign/contract/event';
import { isDatabaseUnavailable, sqlState } from '@countersign/db/errors';
import type { BulkSend } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import { type Base, type Ctx, withTransaction } from '../ctx.ts';
import { fieldsOf, placeholdersOf } from '../template/definition.ts';
import { getUsage } from '../usage/get.ts';
import { enqueueSlice, type Slice } from './dispatch.ts';
import { roomForRows } from './pace-rows.ts';
import { BulkSendStopped, describeProblem, type RowChoice, type RowSender, rowSender } from './send-rows.ts';
import { statusesFor } from './status.ts';
import { templateOf } from './template-snapshot.ts';

/** After this time, other bulk sends get the worker. */
const sliceMs = 1000;
const maxBatchRows = 200;
/** With PDFs of their own, rows bring the sizes and warnings of up to 2,000 pages each. */
const maxBatchPdfs = 50;
/** Pause between checks whether rows locked by other workers were sent or released. */
const lockedRowsPauseMs = 100;
/** The most recipients and fields of one batch, to keep transactions short. */
const maxBatchParts = 2000;
/** How often an error without a known cause is retried before the job looks for a row that causes it. */
const wholeBatchAttempts = 4;

type SlicedCtx = Ctx & { attempt: number };

/**
 * Sends batches until the slice is over, then enqueues the next slice. Several run concurrently, for the same bulk send and
 * for others. A row that cannot be sent stores the reason and stops no other. If the job runs again after being killed, it
 * continues with the rows that are left. It ends when no row waits, not even one locked by another worker: a worker that lost
 * its connection may hold rows until PostgreSQL releases them.
 */
export async function sendSlice(
  base: Base,
  slice: Slice,
  run: { requestId: string; attempt: number; signal: AbortSignal },
): Promise<{ rows: number; ended: boolean }> {
  const send = await base.db.bulkSend.findUnique({ where: { id: slice.bulkSendId } });
  if (!send || !statusesFor('send rows').includes(send.status) || send.runs !== slice.run)
    return { rows: 0, ended: true };
  const ctx = { ...dispatcherCtx(base, send, run.requestId), attempt: run.attempt };
  const sender = rowSender(send, base.now());
  const batchSize = batchRows(send);
  const deadline = performance.now() + sliceMs;
  let rows = 0;
  let after = 0;
  try {
    while (performance.now() < deadline && !run.signal.aborted) {
      const room = await roomForRows(base, send);
      if (room.retryInMs > 0) {
        const runAfter = new Date(Date.now() + room.retryInMs);
        await withTransaction(ctx, (tx) =>
          enqueueSlice(tx, { ...slice, slice: slice.slice + 1 }, { runAfter }),
        );
        return { rows, ended: false };
      }
      const taken = await sendOrBisect(ctx, sender, { after, most: Math.min(batchSize, room.rows) });
      rows += taken.length;
      // No row waits after the last one, but other workers may have released earlier rows.
      if (taken.length === 0 && after === 0) {
        if (!(await hasRowsLeft(base, send.id))) return { rows, ended: true };
        await delay(lockedRowsPauseMs, undefined, { signal: run.signal }).catch(() => undefined);
      }
      after = taken.length === 0 ? 0 : Math.max(...taken);
    }
  } catch (error) {
    if (error instanceof BulkSendStopped) return { rows, ended: true };
    throw error;
  }
  await withTransaction(ctx, (tx) => enqueueSlice(tx, { ...slice, slice: slice.slice + 1 }));
  return { rows, ended: false };
}

/** Whether rows wait, including rows locked by others. By bulk_row_unsent. */
async function hasRowsLeft({ db }: Base, bulkSendId: string): Promise<boolean> {
  const left = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM bulk_row WHERE bulk_send_id = ${bulkSendId}::uuid AND status = 'queued' LIMIT 1`;
  return left.length > 0;
}

/** The context of the person or key that dispatched the bulk send. The audit trail of each document names them. */
function dispatcherCtx(base: Base, send: BulkSend, requestId: string): Ctx {
  const by = send.dispatchedBy as unknown as { actor: Actor; ip: string | null; user_agent: string | null };
  const scope = {
    workspaceId: send.workspaceId,
    teamId: send.teamId,
    mode: send.mode,
    role: 'manager' as const,
  };
  return { ...base, ...scope, requestId, actor: by.actor, ip: by.ip, userAgent: by.user_agent };
}

function batchRows(send: BulkSend): number {
  const template = templateOf(send);
  const parts = placeholdersOf(template).length + fieldsOf(template).length;
  const most = send.pdfCount ? maxBatchPdfs : maxBatchRows;
  return Math.max(1, Math.min(most, Math.floor(maxBatchParts / parts)));
}

/**
 * Sends the rows. If one of them prevents the others from being sent, halves the batch until that row is alone, and marks it
 * as failed.
 */
async function sendOrBisect(ctx: SlicedCtx, sender: RowSender, choice: RowChoice): Promise<number[]> {
  let tried: number[] = [];
  try {
    return await sender.send(ctx, choice, (rowNos) => {
      tried = rowNos;
    });
  } catch (error) {
    if (tried.length === 0 || !isRowError(ctx, error)) throw error;
    const why = await reasonForAll(ctx, error, tried);
    if (why !== null) {
      await sender.fail(ctx, tried, why);
      return tried;
    }
    const half = Math.ceil(tried.length / 2);
    await sendOrBisect(ctx, sender, { rowNos: tried.slice(0, half) });
    await sendOrBisect(ctx, sender, { rowNos: tried.slice(half) });
    return tried;
  }
}

/** Whether to look for a row that causes the error. Other errors are retried for the whole batch a few times. */
function isRowError(ctx: SlicedCtx, error: unknown): boolean {
  if (error instanceof BulkSendStopped || isDatabaseUnavailable(error)) return false;
  // SQLSTATE classes 22 and 23: data exceptions, violated constraints.
  return (
    error instanceof ProblemError || /^2[23]/.test(sqlState(error) ?? '') || ctx.attempt > wholeBatchAttempts
  );
}

/** The reason why all of these rows fail, or null if some of them may not. */
async function reasonForAll(ctx: Ctx, error: unknown, rowNos: readonly number[]): Promise<string | null> {
  const isSpent = error instanceof ProblemError && error.slug === 'allowance-exhausted';
  if (rowNos.length > 1 && !(isSpent && (await getUsage(ctx)).remaining === 0)) return null;
  if (error instanceof ProblemError) return describeProblem(error);
  ctx.log.error('a row of a bulk send could not be sent', { rows: rowNos, error: String(error) });
  return `internal: the row could not be sent; quote ${ctx.requestId} to the operator`;
}
