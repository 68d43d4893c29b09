/** POST /v1/bulk-sends/{id}/cancel: rows that have not started are not sent (docs/spec/decisions.md, section 5). */
import type { BulkSend } from '@countersign/db/models';
import { type Ctx, withTransaction } from '../ctx.ts';
import { lockBulkSend } from './find.ts';
import { bulkSendStateProblem, guardBulkSend, statusesFor } from './status.ts';

/**
 * Ends the bulk send at once, however many rows are left: rows being sent at this moment are either sent and counted, or
 * not sent at all, as their transaction updates this row too. Throws bulk-send-state when it has ended.
 */
export async function cancelBulkSend(ctx: Ctx, id: string): Promise<BulkSend> {
  return withTransaction(ctx, async (t) => {
    const send = await lockBulkSend(t, id);
    guardBulkSend('cancel', send.status);
    const { count } = await t.tx.bulkSend.updateMany({
      where: { id: send.id, status: { in: statusesFor('cancel') } },
      data: {
        status: 'canceled',
        finishedAt: t.now(),
        csvSha256: null,
        canceledCount: send.rowCount - send.invalidCount - send.sentCount - send.failedCount,
      },
    });
    if (count === 0) throw bulkSendStateProblem('cancel', send.status);
    return t.tx.bulkSend.findUniqueOrThrow({ where: { id: send.id } });
  });
}
