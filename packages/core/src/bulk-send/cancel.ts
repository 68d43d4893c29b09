/** POST /v1/bulk-sends/{id}/cancel: ends the bulk send without its unsent rows (docs/spec/decisions.md, section 5). */
import type { BulkSend } from '@countersign/db/models';
import { guardRole } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { announce } from './events.ts';
import { lockBulkSend } from './find.ts';
import { refuseDuringOperation } from './running-operation.ts';
import { transitionBulkSend } from './transition.ts';

/**
 * Ends the bulk send at once, however many rows are left. Rows that are being sent now are either sent and counted or not
 * sent at all, because their transaction updates the bulk send too. Throws bulk-send-state if it has ended.
 */
export async function cancelBulkSend(ctx: Ctx, id: string): Promise<BulkSend> {
  guardRole(ctx, 'manager');
  return withTransaction(ctx, async (tx) => {
    const send = await lockBulkSend(tx, id);
    await refuseDuringOperation(tx, send.id);
    const canceled = await transitionBulkSend(tx, send.id, 'cancel', {
      finishedAt: tx.now(),
      csvSha256: null,
      pdfsSha256: null,
      canceledCount: send.rowCount - send.invalidCount - send.sentCount - send.failedCount,
    });
    if (send.status === 'dispatching') await announce(tx, send.id, 'bulk_send.finished', canceled);
    return canceled;
  });
}
