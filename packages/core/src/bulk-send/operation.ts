/** Operations on a whole bulk send: how they are stored, started and found (docs/BULK.md). */
import type { BulkOperationKind } from '@countersign/contract/bulk-send';
import { newId } from '@countersign/contract/ids';
import type { BulkOperation, BulkSend } from '@countersign/db/models';
import { jobs } from '@countersign/queue/jobs';
import type { StoredBlob } from '@countersign/storage/storage';
import type { Ctx, InTransaction, TxCtx } from '../ctx.ts';
import { lockBulkSend } from './find.ts';
import { refuseDuringOperation } from './running-operation.ts';
import { sliceJobId } from './slice-job-id.ts';
import { type BulkSendOperation, guardBulkSend } from './status.ts';

/** The stored input of each kind of operation. */
export interface OperationInputs {
  void_open: { reason: string };
  remind_open: Record<string, never>;
  extend: { expires_at: string; also_without_expiry: boolean };
  correct: Record<string, never>;
}

/**
 * Locks the bulk send for a new operation. Throws not-found, bulk-send-state if its status does not allow the operation, and
 * bulk-operation-running while an earlier operation is running.
 */
export async function lockForOperation(
  tx: TxCtx,
  id: string,
  operation: BulkSendOperation,
): Promise<BulkSend> {
  const send = await lockBulkSend(tx, id);
  guardBulkSend(operation, send.status);
  await refuseDuringOperation(tx, send.id);
  return send;
}

/** Stores the operation and enqueues its first slice. The caller has locked the bulk send with lockForOperation. */
export async function startOperation<Kind extends BulkOperationKind>(
  tx: TxCtx,
  bulkSendId: string,
  operation: { kind: Kind; input: OperationInputs[Kind]; total: number; csv?: StoredBlob },
): Promise<void> {
  const { id } = await tx.db.bulkOperation.create({
    data: {
      id: newId(),
      bulkSendId,
      kind: operation.kind,
      input: operation.input,
      requestedBy: { actor: { ...tx.actor }, ip: tx.ip, user_agent: tx.userAgent },
      total: operation.total,
      csvSha256: operation.csv?.sha256 ?? null,
      csvBytes: operation.csv?.sizeBytes ?? null,
      createdAt: tx.now(),
    },
  });
  await enqueueOperationSlice(tx, { operationId: id, slice: 0 });
}

/** The work of one job: it carries out a part of an operation for a limited time. */
export interface OperationSlice {
  operationId: string;
  slice: number;
}

/** Enqueues the job of a slice. Enqueuing the same slice again has no effect. */
export async function enqueueOperationSlice(
  tx: Pick<InTransaction, 'enqueue'>,
  { operationId, slice }: OperationSlice,
): Promise<void> {
  const id = sliceJobId(`${operationId}:${slice}`);
  await tx.enqueue(jobs.bulkSendOperate, { operation_id: operationId, slice }, { id });
}

/** The latest operation of each of these bulk sends, by its id. */
export async function latestOperations(
  ctx: Pick<Ctx, 'db'>,
  bulkSendIds: readonly string[],
): Promise<Map<string, BulkOperation>> {
  if (bulkSendIds.length === 0) return new Map();
  const found = await ctx.db.bulkOperation.findMany({
    where: { bulkSendId: { in: [...bulkSendIds] } },
    distinct: ['bulkSendId'],
    orderBy: [{ bulkSendId: 'asc' }, { id: 'desc' }],
  });
  return new Map(found.map((operation) => [operation.bulkSendId, operation]));
}
