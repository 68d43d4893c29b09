import type { BulkOperationKind } from '@countersign/contract/bulk-send';
import { ProblemError } from '@countersign/problem/problem-error';
import type { TxCtx } from '../ctx.ts';

/**
 * Throws bulk-operation-running if workers are carrying out an order for the bulk send, which the caller has locked. So no order meets
 * rows that are being sent, and no two orders meet the same document at the same time.
 */
export async function refuseDuringOperation(tx: Pick<TxCtx, 'db'>, bulkSendId: string): Promise<void> {
  const [running] = await tx.db.$queryRaw<Array<{ id: string; kind: BulkOperationKind }>>`
    SELECT id, kind FROM bulk_operation WHERE bulk_send_id = ${bulkSendId}::uuid AND status = 'running'`;
  if (!running) return;
  throw new ProblemError('bulk-operation-running', {
    detail: `The operation ${running.kind} of this bulk send is still running. Try again when it is done.`,
    members: { operation: { id: running.id, kind: running.kind } },
  });
}
