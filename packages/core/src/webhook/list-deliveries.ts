/** GET /v1/webhooks/{webhook_id}/deliveries (docs/spec/interface.md, Webhooks). */
import { type Listed, onePage } from '@countersign/contract/common';
import type { DeliveriesQuery } from '@countersign/contract/webhook';
import type { WebhookDelivery } from '@countersign/db/models';
import { guardRole } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { getEndpoint } from './find.ts';

/** One page of the deliveries of an endpoint, newest first. Throws not-found. */
export async function listDeliveries(
  ctx: Ctx,
  endpointId: string,
  { status, limit, offset, starting_after: startingAfter }: DeliveriesQuery,
): Promise<Omit<Listed<WebhookDelivery>, 'total'>> {
  // Equal mutant "guardRole": getEndpoint refuses the role too.
  guardRole(ctx, 'manager');
  const { id } = await getEndpoint(ctx, endpointId);
  const found = await ctx.db.webhookDelivery.findMany({
    where: {
      endpointId: id,
      // Equal mutant "→ { status }": Prisma leaves out a condition that is undefined.
      ...(status && { status }),
      ...(startingAfter !== undefined && { id: { lt: BigInt(startingAfter) } }),
    },
    orderBy: { id: 'desc' },
    // Equal mutant "1 → 2": onePage drops all beyond the limit.
    take: limit + 1,
    skip: offset,
  });
  return onePage(found, limit);
}
