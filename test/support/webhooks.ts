/** Endpoints at a real receiver, and a dispatcher in this process on the test's clock. */
import type { WebhookCreated } from '@countersign/contract/webhook';
import type { Base, Ctx } from '@countersign/core/ctx';
import { createEndpoint } from '@countersign/core/webhook/create';
import { Dispatcher, type DispatcherOptions } from '@countersign/core/webhook/dispatcher';
import type { Endpoint } from '@countersign/core/webhook/find';
import type { WebhookDelivery } from '@countersign/db/models';
import { createGuard } from '@countersign/webhooks/guard';
import { createSender, type Sender } from '@countersign/webhooks/send';
import { afterEach } from '@jest/globals';

export const openGuard = createGuard({ allowPrivate: true });

const closers: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A dispatcher that can also deliver to this machine. It is stopped after the test, because the tests of a file share a database. */
export function startDispatcher(
  base: Base,
  options: Partial<DispatcherOptions> & { timeoutMs?: number; sender?: Sender } = {},
): Dispatcher {
  const {
    timeoutMs,
    sender = createSender({ guard: openGuard, ...(timeoutMs && { timeoutMs }) }),
    ...rest
  } = options;
  const dispatcher = new Dispatcher(base, sender, { slots: 50, now: base.now, ...rest });
  closers.push(async () => {
    await dispatcher.stop({ graceSeconds: 0 });
    await sender.close();
    // The dispatcher of the next test must not send deliveries of this test.
    await base.db.webhookEndpoint.updateMany({ data: { active: false } });
  });
  return dispatcher;
}

/** An endpoint at any address. */
export function endpointAt(
  ctx: Ctx,
  url: string,
  events: WebhookCreated['events'] = [],
): Promise<{ endpoint: Endpoint; secret: string }> {
  return createEndpoint({ ...ctx, guard: openGuard }, { url, events: events as never });
}

/** Moves the leases of a worker back by 30 s, so that PostgreSQL treats them as just expired. */
export async function passLeases(base: Base, holder: string): Promise<void> {
  await base.db.$executeRaw`
    UPDATE webhook_lease SET held_until = held_until - interval '30 seconds' WHERE holder = ${holder}::uuid`;
}

/** The deliveries of an endpoint, the oldest first. */
export function deliveriesOf(base: Base, endpointId: string): Promise<WebhookDelivery[]> {
  return base.db.webhookDelivery.findMany({ where: { endpointId }, orderBy: { id: 'asc' } });
}
