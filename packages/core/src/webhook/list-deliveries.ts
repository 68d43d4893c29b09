/** GET /v1/webhooks/{webhook_id}/deliveries (docs/spec/interface.md, Webhooks). */
import type { DeliveriesQuery } from '@countersign/contract/webhook';
import type { WebhookDelivery } from '@countersign/db/models';
import { guardOperation } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { getEndpoint } from './find.ts';

/** Deliveries of an endpoint, the newest first. Throws not-found. */
export async function listDeliveries(
  ctx: Ctx,
  endpointId: string,
  { status, limit, offset }: DeliveriesQuery,
): Promise<WebhookDelivery[]> {
  guardOperation(ctx, 'listDeliveries');
  const { id } = await getEndpoint(ctx, endpointId);
  return ctx.db.webhookDelivery.findMany({
    where: { endpointId: id, ...(status && { status }) },
    orderBy: { id: 'desc' },
    take: limit,
    skip: offset,
  });
}
