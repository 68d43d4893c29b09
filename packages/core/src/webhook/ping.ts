/** POST /v1/webhooks/{webhook_id}/ping (docs/spec/interface.md, Test ping). */
import { randomBytes } from 'node:crypto';
import type { WebhookPing } from '@countersign/contract/webhook';
import type { WebhookDelivery } from '@countersign/db/models';
import { signals } from '@countersign/queue/jobs';
import { guardRole } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { dueAtOnce } from './due.ts';
import { guardActive, lockEndpoint } from './find.ts';

/** Queues one delivery of type `ping`, regardless of the endpoint's subscriptions. Throws not-found, and webhook-state if it is disabled. */
export async function pingEndpoint(ctx: Ctx, endpointId: string): Promise<WebhookDelivery> {
  guardRole(ctx, 'manager');
  return withTransaction(ctx, async (tx) => {
    const endpoint = await lockEndpoint(tx, endpointId);
    guardActive(endpoint);
    const now = ctx.now();
    const body: WebhookPing = {
      id: `evt_ping_${randomBytes(12).toString('hex')}`,
      type: 'ping',
      created_at: now.toISOString(),
      mode: ctx.mode,
    };
    tx.wake(signals.webhookDelivery);
    return tx.db.webhookDelivery.create({
      data: {
        endpointId: endpoint.id,
        eventId: body.id,
        eventType: 'ping',
        body: JSON.stringify(body),
        trace: ctx.queue.trace?.carry()?.traceparent ?? null,
        createdAt: now,
        dueAt: await dueAtOnce(tx),
      },
    });
  });
}
