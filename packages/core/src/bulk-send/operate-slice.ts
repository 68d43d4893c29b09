/** Job `bulk-send.operate`: carries out an operation on a bulk send for a limited time (docs/BULK.md). */
import type { BulkOperationKind } from '@countersign/contract/bulk-send';
import type { Actor } from '@countersign/contract/event';
import { isDatabaseUnavailable } from '@countersign/db/errors';
import type { BulkSend } from '@countersign/db/models';
import { constants } from '@countersign/db/sql';
import type { Storage } from '@countersign/storage/storage';
import { type Base, type Ctx, type SqlCtx, withSqlTransaction, withTransaction } from '../ctx.ts';
import { extendDocuments } from '../document/extend-documents.ts';
import { lockDocuments } from '../document/lock-documents.ts';
import { remindDocuments } from '../document/remind-documents.ts';
import { isUnderway, underwayStatuses } from '../document/status.ts';
import { voidDocuments } from '../document/void-documents.ts';
import { completeBulkSend } from './complete.ts';
import { correctLines, endCorrections } from './correct-lines.ts';
import { enqueueOperationSlice, type OperationInputs, type OperationSlice } from './operation.ts';
import { readCorrections } from './read-corrections.ts';

/** After this time, other bulk sends get the worker. */
const sliceMs = 1000;
const batchSize = 200;
/** How often a batch is tried as a whole before its documents are tried one by one. */
const wholeBatchAttempts = 4;
/** Behind the mails of all bulk sends, because reminders and notices of an operation are not urgent. */
const mailPriority = -21;

/** The operation as a batch reads it under its lock. */
export interface RunningOperation {
  id: string;
  bulkSendId: string;
  kind: BulkOperationKind;
  input: unknown;
  total: number;
  done: number;
  skipped: Record<string, number>;
  afterDocumentId: string | null;
  afterLine: number;
}

/** What a batch did: how many documents or lines it changed, and how many it skipped, by reason. */
export interface BatchResult {
  done: number;
  skipped: Record<string, number>;
  /** The place after the batch; null when nothing is left. */
  next: Pick<RunningOperation, 'afterDocumentId' | 'afterLine'> | null;
}

type SliceCtx = Ctx & { storage: Storage };

/**
 * Carries out batches until the slice is over, then enqueues the next slice. Each batch locks the operation, takes the documents after
 * the last one, changes them and moves the place forward, in one transaction. So a document is visited once by an operation, however
 * often workers are killed and whether two of them run the same slice.
 */
export async function operateSlice(
  base: Base & { storage: Storage },
  slice: OperationSlice,
  run: { requestId: string; attempt: number; signal: AbortSignal },
): Promise<{ batches: number; ended: boolean }> {
  const operation = await base.db.bulkOperation.findUnique({
    where: { id: slice.operationId },
    include: { bulkSend: true },
  });
  if (operation?.status !== 'running') return { batches: 0, ended: true };
  const { bulkSend: send } = operation;
  const ctx = requesterCtx(base, send, operation.requestedBy, run.requestId);
  if (operation.csvSha256) {
    const file = { id: operation.id, csvSha256: operation.csvSha256 };
    if (!(await readCorrections(ctx, file, send, run.signal))) return { batches: 0, ended: true };
  }
  const size = run.attempt > wholeBatchAttempts ? 1 : batchSize;
  const deadline = performance.now() + sliceMs;
  for (let batches = 0; ; batches += 1) {
    if (performance.now() > deadline || run.signal.aborted) {
      await withTransaction(ctx, (tx) => enqueueOperationSlice(tx, { ...slice, slice: slice.slice + 1 }));
      return { batches, ended: false };
    }
    if (!(await runBatch(ctx, send, slice.operationId, size))) {
      if (operation.kind === 'correct') await endCorrections(ctx, operation.id, send.id);
      await completeBulkSend(base, send, run.requestId);
      return { batches, ended: true };
    }
  }
}

/** The context of the person or key that started the operation. The audit trail of each document names them. */
function requesterCtx<B extends Base>(
  base: B,
  send: BulkSend,
  requestedBy: unknown,
  requestId: string,
): B & Ctx {
  const by = requestedBy as { actor: Actor; ip: string | null; user_agent: string | null };
  const { workspaceId, teamId, mode } = send;
  const caller = { actor: by.actor, ip: by.ip, userAgent: by.user_agent, role: 'manager' as const };
  return { ...base, workspaceId, teamId, mode, requestId, ...caller };
}

/** Runs one batch. Returns false once nothing is left. A document that fails on its own is counted and skipped. */
async function runBatch(ctx: SliceCtx, send: BulkSend, operationId: string, size: number): Promise<boolean> {
  try {
    return await withSqlTransaction(ctx, (tx) =>
      batch(tx, operationId, (operation) =>
        operation.kind === 'correct' ? correct(tx, operation, send, size) : carryOut(tx, operation, size),
      ),
    );
  } catch (error) {
    if (size > 1 || isDatabaseUnavailable(error)) throw error;
    ctx.log.error('a document of a bulk operation failed', { operation: operationId, error: String(error) });
    return withSqlTransaction(ctx, (tx) => batch(tx, operationId, (operation) => passOver(tx, operation)));
  }
}

/** Locks the operation, works on it, and records the result. Returns false once nothing is left. */
async function batch(
  tx: SqlCtx,
  operationId: string,
  work: (operation: RunningOperation) => Promise<BatchResult>,
): Promise<boolean> {
  const [operation] = await tx.db.$queryRaw<RunningOperation[]>`
    SELECT id, bulk_send_id AS "bulkSendId", kind, input, total, done, skipped, after_document_id AS "afterDocumentId",
      after_line AS "afterLine"
    FROM bulk_operation WHERE id = ${operationId}::uuid AND status = 'running' FOR NO KEY UPDATE`;
  // Another worker has ended it.
  if (!operation) return false;
  const { done, skipped, next } = await work(operation);
  const allDone = operation.done + done;
  const allSkipped = added(operation.skipped, skipped);
  if (next === null) {
    // endCorrections ends it.
    if (operation.kind === 'correct') return false;
    // Documents that ended before the operation reached them were never visited.
    const visited = allDone + Object.values(allSkipped).reduce((sum, count) => sum + count, 0);
    await tx.db.$executeRaw`
      UPDATE bulk_operation SET status = 'done', finished_at = ${tx.now()}::timestamptz, done = ${allDone}::int,
        skipped = ${JSON.stringify(added(allSkipped, { ended: Math.max(0, operation.total - visited) }))}::jsonb
      WHERE id = ${operation.id}::uuid`;
    return false;
  }
  await tx.db.$executeRaw`
    UPDATE bulk_operation SET done = ${allDone}::int, skipped = ${JSON.stringify(allSkipped)}::jsonb,
      after_document_id = ${next.afterDocumentId}::uuid, after_line = ${next.afterLine}::int
    WHERE id = ${operation.id}::uuid`;
  return true;
}

/** The sums by reason; reasons without a document are left out. */
function added(a: Record<string, number>, b: Record<string, number>): Record<string, number> {
  const sums = { ...a };
  for (const [reason, count] of Object.entries(b)) if (count > 0) sums[reason] = (sums[reason] ?? 0) + count;
  return sums;
}

async function carryOut(tx: SqlCtx, operation: RunningOperation, size: number): Promise<BatchResult> {
  const ids = await nextOpen(tx, operation, size);
  if (ids.length === 0) return { done: 0, skipped: {}, next: null };
  const locked = await lockDocuments(tx, ids);
  const open = locked.filter(({ status }) => isUnderway(status));
  const skipped: Record<string, number> = {};
  const skip = (reason: string, count = 1) => {
    if (count > 0) skipped[reason] = (skipped[reason] ?? 0) + count;
  };
  skip('ended', ids.length - open.length);
  const unchanged = await change(tx, operation, open);
  for (const reason of unchanged.values()) skip(reason);
  return {
    done: open.length - unchanged.size,
    skipped,
    next: { afterDocumentId: ids.at(-1)!, afterLine: 0 },
  };
}

async function change(
  tx: SqlCtx,
  { kind, input, bulkSendId }: RunningOperation,
  open: Awaited<ReturnType<typeof lockDocuments>>,
): Promise<Map<string, string>> {
  const bulk = { bulkSendId, priority: mailPriority };
  if (kind === 'void_open') {
    await voidDocuments(tx, open, { ...(input as OperationInputs['void_open']), bulk });
    return new Map();
  }
  if (kind === 'remind_open') return remindDocuments(tx, open, { bulk });
  const { expires_at, also_without_expiry } = input as OperationInputs['extend'];
  return extendDocuments(tx, open, {
    expiresAt: new Date(expires_at),
    alsoWithoutExpiry: also_without_expiry,
  });
}

/** The next open documents after the last one. By document_of_bulk_send. */
async function nextOpen(tx: SqlCtx, operation: RunningOperation, most: number): Promise<string[]> {
  const found = await tx.db.$queryRaw<Array<{ id: string }>>`
    SELECT id FROM document
    WHERE bulk_send_id = ${operation.bulkSendId}::uuid AND status IN ${constants(underwayStatuses)}
      AND id > coalesce(${operation.afterDocumentId}::uuid, '00000000-0000-0000-0000-000000000000')
    ORDER BY id LIMIT ${most}`;
  return found.map(({ id }) => id);
}

async function correct(
  tx: SqlCtx,
  operation: RunningOperation,
  send: BulkSend,
  size: number,
): Promise<BatchResult> {
  const results = await correctLines(tx, operation, send, size);
  if (results.size === 0) return { done: 0, skipped: {}, next: null };
  const count = (wanted: string) => [...results.values()].filter(({ result }) => result === wanted).length;
  return {
    done: count('corrected') + count('requeued'),
    skipped: { unchanged: count('unchanged'), refused: count('refused') },
    next: { afterDocumentId: null, afterLine: Math.max(...results.keys()) },
  };
}

/** Counts the next document, or the next line, as failed. */
async function passOver(tx: SqlCtx, operation: RunningOperation): Promise<BatchResult> {
  if (operation.kind === 'correct') return refuseLine(tx, operation);
  const [id] = await nextOpen(tx, operation, 1);
  if (id === undefined) return { done: 0, skipped: {}, next: null };
  return { done: 0, skipped: { internal: 1 }, next: { afterDocumentId: id, afterLine: 0 } };
}

async function refuseLine(tx: SqlCtx, { id, afterLine }: RunningOperation): Promise<BatchResult> {
  const [refused] = await tx.db.$queryRaw<Array<{ line: number }>>`
    UPDATE bulk_correction SET result = 'refused', error = 'internal: the line could not be carried out', changes = '[]'
    WHERE operation_id = ${id}::uuid AND line = (
      SELECT min(line) FROM bulk_correction WHERE operation_id = ${id}::uuid AND line > ${afterLine} AND result = 'waiting')
    RETURNING line`;
  if (!refused) return { done: 0, skipped: {}, next: null };
  return { done: 0, skipped: { refused: 1 }, next: { afterDocumentId: null, afterLine: refused.line } };
}
