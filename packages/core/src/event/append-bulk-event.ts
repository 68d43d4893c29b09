/** Writes the public event of a bulk send (docs/WEBHOOKS.md). */
import type { BulkSendEventType } from '@countersign/contract/events';
import type { BulkSendEvent } from '@countersign/contract/webhook';
import { signals } from '@countersign/queue/jobs';
import type { SqlCtx } from '../ctx.ts';

/** Writes one event in the caller's transaction, which holds the lock of the bulk send. */
export async function appendBulkEvent(
  ctx: SqlCtx,
  event: { bulkSendId: string; type: BulkSendEventType; data: BulkSendEvent['data'] },
): Promise<void> {
  const trace = ctx.queue.trace?.carry()?.traceparent ?? null;
  await ctx.db.$executeRaw`
    INSERT INTO outbox_event (workspace_id, bulk_send_id, mode, type, data, created_at, trace)
    VALUES (${ctx.workspaceId}::uuid, ${event.bulkSendId}::uuid, ${ctx.mode}::mode, ${event.type}, ${JSON.stringify(event.data)}::jsonb,
      ${ctx.now()}::timestamptz, ${trace})`;
  ctx.wake(signals.outboxEvent);
}
