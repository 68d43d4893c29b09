/** PATCH /v1/webhooks/{webhook_id} and POST …/disable (docs/spec/interface.md, Webhook and delivery). */
import type { PatchWebhookReq } from '@countersign/contract/webhook';
import { signals } from '@countersign/queue/jobs';
import type { Guard } from '@countersign/webhooks/guard';
import { guardRole } from '../access.ts';
import { recordAdminEvent } from '../admin-event/record.ts';
import { lockAuthority } from '../authority.ts';
import { type Ctx, type TxCtx, withTransaction } from '../ctx.ts';
import { type Endpoint, lockEndpoint, withoutSecrets } from './find.ts';
import { guardUrl } from './guard-url.ts';

/**
 * Changes the members that are given and not null. An endpoint that becomes active receives events from now on, and the deliveries that
 * waited when it was disabled. Throws not-found and webhook-url-refused.
 */
export async function patchEndpoint(
  ctx: Ctx & { guard: Guard },
  endpointId: string,
  patch: PatchWebhookReq,
): Promise<Endpoint> {
  guardRole(ctx, 'manager');
  if (patch.url != null) await guardUrl(ctx, patch.url);
  return withTransaction(ctx, async (tx) => {
    await lockAuthority(tx, 'manager');
    const { id, active } = await lockEndpoint(tx, endpointId);
    if (patch.active != null && patch.active !== active) await setActive(tx, id, patch.active);
    await recordAdminEvent(tx, {
      type: 'webhook.changed',
      target: { type: 'webhook', id },
      details: {
        changed: Object.keys(patch).filter((name) => patch[name as keyof PatchWebhookReq] != null),
        events: patch.events,
        active: patch.active,
      },
    });
    return tx.db.webhookEndpoint.update({
      where: { id },
      data: {
        ...(patch.url != null && { url: patch.url }),
        ...(patch.events != null && { events: patch.events }),
      },
      omit: withoutSecrets,
    });
  });
}

/** Stops sending to the endpoint until it is active again. Waiting deliveries are kept. Repeating it changes nothing. Throws not-found. */
export async function disableEndpoint(ctx: Ctx, endpointId: string): Promise<void> {
  guardRole(ctx, 'manager');
  await withTransaction(ctx, async (tx) => {
    const { id, active } = await lockEndpoint(tx, endpointId);
    if (!active) return;
    await setActive(tx, id, false);
    await recordAdminEvent(tx, { type: 'webhook.disabled', target: { type: 'webhook', id } });
  });
}

async function setActive(tx: TxCtx, id: string, active: boolean): Promise<void> {
  await tx.db.$executeRaw`
    UPDATE webhook_endpoint
    SET active = ${active}, since_snapshot = pg_current_snapshot()::text
    WHERE id = ${id}::uuid`;
  if (active) tx.wake(signals.webhookDelivery);
}
