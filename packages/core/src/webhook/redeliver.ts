/** POST …/deliveries/{delivery_id}/redeliver and POST …/redeliver-dead (docs/spec/interface.md, Delivery and retries). */
import { decodeDeliveryId, type RedeliverDeadOut } from '@countersign/contract/webhook';
import { ProblemError } from '@countersign/problem/problem-error';
import { signals } from '@countersign/queue/jobs';
import { guardRole } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { dueAtOnce } from './due.ts';
import { getEndpoint, guardActive, lockEndpoint } from './find.ts';

const redeliverable = ['dead', 'failed'] as const;
const maxPerCall = 10_000;

/**
 * Queues a dead or failed delivery again, with the same bytes and a new cycle of four attempts. Of two concurrent
 * callers, the second gets delivery-state. Throws not-found, and webhook-state if the endpoint is disabled.
 */
export async function redeliver(ctx: Ctx, endpointId: string, deliveryId: string): Promise<{ id: bigint }> {
  // Equal mutant "guardRole": getEndpoint refuses the role too.
  guardRole(ctx, 'manager');
  const { id: endpoint } = await getEndpoint(ctx, endpointId);
  const id = decodeDeliveryId(deliveryId);
  if (id === null) throw noSuchDelivery();
  return withTransaction(ctx, async (tx) => {
    guardActive(await lockEndpoint(tx, endpoint));
    const queued = await tx.db.webhookDelivery.updateMany({
      where: { id, endpointId: endpoint, status: { in: [...redeliverable] } },
      data: {
        status: 'queued',
        attempt: 0,
        nextRetryAt: null,
        dueAt: await dueAtOnce(tx),
        revision: { increment: 1 },
      },
    });
    if (queued.count === 0) {
      const found = await tx.db.webhookDelivery.findFirst({
        where: { id, endpointId: endpoint },
        select: { status: true },
      });
      if (!found) throw noSuchDelivery();
      throw new ProblemError('delivery-state', {
        detail: `The delivery is ${found.status}; only a dead or failed one can be queued again.`,
        members: { current: found.status, allowed: redeliverable },
      });
    }
    tx.wake(signals.webhookDelivery);
    return { id };
  });
}

/** For a delivery that the endpoint does not have. */
export function noSuchDelivery(): ProblemError {
  return new ProblemError('not-found', { detail: 'No such delivery.' });
}

/**
 * Queues the dead deliveries of an endpoint again, the oldest first; with a start time, only those created since. Throws not-found and
 * webhook-state.
 */
export async function redeliverDead(
  ctx: Ctx,
  endpointId: string,
  since: string | undefined,
): Promise<RedeliverDeadOut> {
  // Equal mutant "guardRole": getEndpoint refuses the role too.
  guardRole(ctx, 'manager');
  const { id: endpoint } = await getEndpoint(ctx, endpointId);
  return withTransaction(ctx, async (tx) => {
    guardActive(await lockEndpoint(tx, endpoint));
    // By the index webhook_delivery_unsuccessful.
    const dead = await tx.db.$queryRaw<Array<{ id: bigint }>>`
      SELECT id FROM webhook_delivery
      WHERE endpoint_id = ${endpoint}::uuid AND status = 'dead' AND status <> 'success'
        AND created_at >= ${since ? new Date(since) : new Date(0)}::timestamptz
      ORDER BY id LIMIT ${maxPerCall + 1} FOR UPDATE SKIP LOCKED`;
    const ids = dead.slice(0, maxPerCall).map(({ id }) => id);
    const queued = await tx.db.webhookDelivery.updateMany({
      where: { id: { in: ids } },
      data: {
        status: 'queued',
        attempt: 0,
        dueAt: await dueAtOnce(tx),
        revision: { increment: 1 },
      },
    });
    tx.wake(signals.webhookDelivery);
    return { queued: queued.count, more: dead.length > maxPerCall };
  });
}
