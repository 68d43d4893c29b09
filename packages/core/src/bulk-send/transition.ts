/** Changes the status of a bulk send. send-rows.ts does so as well, in the statement that counts the rows. */
import type { BulkSend } from '@countersign/db/models';
import type { Tx, TxCtx } from '../ctx.ts';
import { targetStatus } from '../transitions.ts';
import { type BulkSendOperation, bulkSendStateProblem, bulkSendTransitions, statusesFor } from './status.ts';

/**
 * Moves the bulk send to the status that the operation leads to, together with other columns, and returns it. Throws
 * bulk-send-state if its current status does not allow the operation.
 */
export async function transitionBulkSend(
  { db }: Pick<TxCtx, 'db'>,
  id: string,
  operation: BulkSendOperation,
  columns: Omit<NonNullable<Parameters<Tx['bulkSend']['updateMany']>[0]>['data'], 'status'> = {},
): Promise<BulkSend> {
  const { count } = await db.bulkSend.updateMany({
    where: { id, status: { in: statusesFor(operation) } },
    data: { ...columns, status: targetStatus<BulkSend['status']>(bulkSendTransitions, operation) },
  });
  const found = await db.bulkSend.findUniqueOrThrow({ where: { id } });
  if (count === 0) throw bulkSendStateProblem(operation, found.status);
  return found;
}
