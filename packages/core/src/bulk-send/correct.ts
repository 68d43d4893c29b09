/** POST /v1/bulk-sends/{id}/corrections: a file of new names and addresses for rows (docs/BULK.md). */
import type { BulkSend } from '@countersign/db/models';
import type { StoredBlob } from '@countersign/storage/storage';
import { guardRole } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { lockForOperation, startOperation } from './operation.ts';
import { bulkSendStateProblem } from './status.ts';

/**
 * Stores the operation; workers read the file and correct the rows. Throws what lockForOperation throws, and bulk-send-state if the
 * people of the rows were erased.
 */
export async function correctBulkSend(ctx: Ctx, id: string, csv: StoredBlob): Promise<BulkSend> {
  guardRole(ctx, 'manager');
  return withTransaction(ctx, async (tx) => {
    const send = await lockForOperation(tx, id, 'correct');
    if (send.rowsErasedAt)
      throw bulkSendStateProblem('correct', send.status, 'The people and values of its rows were erased.');
    await startOperation(tx, send.id, { kind: 'correct', input: {}, total: 0, csv });
    return send;
  });
}
