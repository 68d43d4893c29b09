import type { BulkOperationKind } from '@countersign/contract/bulk-send';
import { ProblemError } from '@countersign/problem/problem-error';
import type { TxCtx } from '../ctx.ts';

/**
 * Throws bulk-operation-running if an operation on the bulk send is running. The caller has locked the bulk send. So operations never
 * overlap with each other or with the sending of rows.
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
