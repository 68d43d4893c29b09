/** The events of a bulk send: `bulk_send.finished` and `bulk_send.completed` (docs/BULK.md). */
import type { BulkSendEventType } from '@countersign/contract/events';
import type { BulkSendEvent } from '@countersign/contract/webhook';
import type { SqlCtx } from '../ctx.ts';
import { appendBulkEvent } from '../event/append-bulk-event.ts';

/** The columns that the events of a bulk send show. */
export interface CountedBulkSend {
  runs: number;
  status: string;
  rowCount: number;
  sentCount: number;
  failedCount: number;
  canceledCount: number;
  invalidCount: number;
}

/** Writes the event with the present counters, in the transaction that changes the bulk send. */
export async function announce(
  ctx: SqlCtx,
  bulkSendId: string,
  type: BulkSendEventType,
  send: CountedBulkSend,
): Promise<void> {
  await appendBulkEvent(ctx, {
    bulkSendId,
    type,
    data: {
      run: send.runs,
      status: send.status as BulkSendEvent['data']['status'],
      row_count: send.rowCount,
      sent_count: send.sentCount,
      failed_count: send.failedCount,
      canceled_count: send.canceledCount,
      invalid_count: send.invalidCount,
    },
  });
}
