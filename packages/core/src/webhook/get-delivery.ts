/** GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}: one delivery, with the request that its attempts send. */
import { type AttemptOut, decodeDeliveryId } from '@countersign/contract/webhook';
import type { WebhookDelivery } from '@countersign/db/models';
import { deliveryHeaders } from '@countersign/webhooks/sign';
import { guardRole } from '../access.ts';
import type { Base, Ctx } from '../ctx.ts';
import { withMembers } from './claim.ts';
import { getEndpoint } from './find.ts';
import { noSuchDelivery } from './redeliver.ts';
import { EndpointKeys } from './secret.ts';

export interface DeliveryRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * The delivery, and its request with the time of the last attempt (now, if there was none). Requests are not stored: address, secret,
 * external_id and metadata are the present ones, so the request differs from what was sent if one of them has changed since. Throws
 * not-found, also for a test key and an event of live mode.
 */
export async function getDelivery(
  ctx: Ctx & Pick<Base, 'secrets' | 'log'>,
  endpointId: string,
  deliveryId: string,
): Promise<{ delivery: WebhookDelivery; request: DeliveryRequest }> {
  // Equal mutant "guardRole": getEndpoint refuses the role too.
  guardRole(ctx, 'manager');
  const { id: endpoint, url } = await getEndpoint(ctx, endpointId);
  const id = decodeDeliveryId(deliveryId);
  const delivery =
    id === null ? null : await ctx.db.webhookDelivery.findFirst({ where: { id, endpointId: endpoint } });
  if (!delivery) throw noSuchDelivery();
  const secrets = await ctx.db.webhookEndpoint.findUniqueOrThrow({
    where: { id: endpoint },
    select: { sealedSecret: true, previousSealedSecret: true, previousSecretExpiresAt: true },
  });
  const last = (delivery.attempts as unknown as AttemptOut[]).at(-1);
  const at = last ? new Date(last.at) : ctx.now();
  const body = await bodyOf(ctx, delivery);
  if (ctx.mode === 'test' && ctx.actor.type === 'api_key' && isLive(body)) throw noSuchDelivery();
  const keys = new EndpointKeys(ctx, endpoint, secrets).live(ctx.now());
  const headers = deliveryHeaders({ id: delivery.eventId, type: delivery.eventType, body, keys, now: at });
  return { delivery, request: { url, headers, body } };
}

async function bodyOf({ db }: Ctx, { body, documentId, bulkSendId }: WebhookDelivery): Promise<string> {
  const [own] = await db.$queryRaw<Array<{ members: string }>>`
    SELECT jsonb_build_object('external_id', external_id, 'metadata', metadata)::text AS members
    FROM document WHERE id = ${documentId}::uuid
    UNION ALL
    SELECT jsonb_build_object('external_id', external_id, 'metadata', metadata)::text
    FROM bulk_send WHERE id = ${bulkSendId}::uuid`;
  return own ? withMembers(body, own.members) : body;
}

function isLive(body: string): boolean {
  return (JSON.parse(body) as { mode?: string }).mode === 'live';
}
