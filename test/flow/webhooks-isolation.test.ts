/** Endpoints that hang, fail or have many deliveries do not delay others (docs/spec/decisions.md, section 6). */

import type { Ctx } from '@countersign/core/ctx';
import type { DeliveryReport } from '@countersign/core/webhook/attempt';
import { beforeAll, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../support/base.ts';
import { until } from '../support/processes.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { deliveriesOf, endpointAt, startDispatcher } from '../support/webhooks.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});

/** Time limit of attempts whose response a test delays: longer than any pause of a busy machine. */
const longTimeoutMs = 60_000;

/** Inserts waiting deliveries directly, without events. */
async function fill(base: TestBase, endpointId: string, count: number): Promise<void> {
  const now = base.now();
  await base.db.webhookDelivery.createMany({
    data: Array.from({ length: count }, (_, at) => ({
      endpointId,
      eventId: `evt_ping_${at}`,
      eventType: 'ping',
      body: JSON.stringify({ id: `evt_ping_${at}`, type: 'ping' }),
      createdAt: now,
      dueAt: now,
    })),
  });
}

const pathsOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `/${prefix}-${at}`);

async function endpoints(base: TestBase, ctx: Ctx, paths: string[], each: number): Promise<string[]> {
  const ids: string[] = [];
  for (const path of paths) {
    const { endpoint } = await endpointAt(ctx, receiver.url + path);
    await fill(base, endpoint.id, each);
    ids.push(endpoint.id);
  }
  return ids;
}

test('while endpoints of the same and other workspaces hang, all deliveries of healthy endpoints arrive', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const hanging = pathsOf('hangs', 4);
  for (const path of hanging) receiver.behave(path, () => undefined);
  await endpoints(base, ctx, hanging.slice(0, 2), 50);
  await endpoints(base, await testCtx(base), hanging.slice(2), 50);
  await endpoints(base, ctx, pathsOf('healthy', 3), 100);
  const reports: DeliveryReport[] = [];
  startDispatcher(base, { slots: 32, timeoutMs: longTimeoutMs, onAttempt: (report) => reports.push(report) });
  await receiver.until(({ path }) => path.startsWith('/healthy'), 300);
  // No hanging attempt ended before the last healthy delivery arrived.
  expect(reports.filter(({ stage }) => stage === 'timeout')).toEqual([]);
  expect(hanging.map((path) => receiver.at(path).length)).toEqual([4, 4, 4, 4]);
});

test('after a timeout an endpoint gets two concurrent attempts, and as many as before once it responds', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  receiver.behave('/recovers', () => undefined);
  const [id] = await endpoints(base, ctx, ['/recovers'], 30);
  let atOnce = 0;
  let most = 0;
  const timedOut: Array<() => void> = [];
  const dispatcher = startDispatcher(base, {
    slots: 32,
    // Long enough that a response is in time even if the machine pauses for a moment.
    timeoutMs: 5000,
    onAttempt: ({ stage }) => {
      if (stage === 'timeout') timedOut.splice(0).forEach((resolve) => void resolve());
    },
  });
  await new Promise<void>((resolve) => timedOut.push(resolve));
  await receiver.until(({ path }) => path === '/recovers', 6);
  expect(receiver.at('/recovers')).toHaveLength(6);
  expect(dispatcher.active).toBe(2);
  receiver.behave('/recovers', (response) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    setImmediate(() => {
      atOnce -= 1;
      response.writeHead(204).end();
    });
  });
  await dispatcher.settled();
  expect(most).toBeGreaterThan(2);
  const deliveries = await deliveriesOf(base, id!);
  expect(deliveries.filter(({ status }) => status === 'success')).toHaveLength(24);
  expect(deliveries.filter(({ status }) => status === 'failed')).toHaveLength(6);
});

test('an endpoint gets no more concurrent attempts from several workers than from one', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const held: Array<() => void> = [];
  receiver.behave('/shared', (response) => void held.push(() => response.writeHead(204).end()));
  const [id] = await endpoints(base, ctx, ['/shared'], 40);
  const attempts = [0, 0, 0];
  const dispatchers = attempts.map((_, at) =>
    startDispatcher(base, {
      minLeaseMs: 600_000,
      timeoutMs: longTimeoutMs,
      onAttempt: () => {
        attempts[at]! += 1;
      },
    }),
  );
  await receiver.until(({ path }) => path === '/shared', 4);
  // The other worker has found that the endpoint is leased, and has asked for it.
  const lease = () => base.db.webhookLease.findUniqueOrThrow({ where: { endpointId: id! } });
  await until(async () => (await lease()).wanted, 'another asks for the endpoint');
  expect(dispatchers.map(({ active }) => active).sort()).toEqual([0, 0, 4]);
  expect(receiver.at('/shared')).toHaveLength(4);
  receiver.behave('/shared', 204);
  for (const answer of held) answer();
  for (const dispatcher of dispatchers) await dispatcher.settled();
  const seen = receiver.at('/shared').map(({ event }) => event.id);
  expect(new Set(seen).size).toBe(40);
  expect(seen).toHaveLength(40);
  const deliveries = await deliveriesOf(base, id!);
  expect(deliveries.every(({ status, attempt }) => status === 'success' && attempt === 1)).toBe(true);
  // The worker with the lease may keep it for longer than this takes, although others want it.
  expect(attempts.toSorted((a, b) => a - b)).toEqual([0, 0, 40]);
});

test('a worker releases an endpoint that another worker asks for, so both deliver parts of a large backlog', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const [id] = await endpoints(base, ctx, ['/by-both'], 600);
  const attempts = [0, 0];
  const both = Promise.withResolvers<void>();
  const dispatchers = attempts.map((_, at) =>
    startDispatcher(base, {
      minLeaseMs: 20,
      pollMs: 20,
      timeoutMs: longTimeoutMs,
      onAttempt: () => {
        attempts[at]! += 1;
        if (attempts.every((count) => count > 0)) both.resolve();
      },
    }),
  );
  // The last responses wait until each worker has made an attempt.
  receiver.behave('/by-both', (response) => {
    const answer = () => response.writeHead(204).end();
    if (receiver.at('/by-both').length <= 500) setImmediate(answer);
    else void both.promise.then(answer);
  });
  await both.promise;
  await Promise.all(dispatchers.map((dispatcher) => dispatcher.settled()));
  expect(receiver.at('/by-both')).toHaveLength(600);
  const deliveries = await deliveriesOf(base, id!);
  expect(deliveries.every(({ status, attempt }) => status === 'success' && attempt === 1)).toBe(true);
});

test('while results cannot be recorded, few more attempts are made; afterwards every delivery has arrived once', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const ids = await endpoints(base, ctx, pathsOf('unrecorded', 20), 300);
  const [first] = await deliveriesOf(base, ids[0]!);
  const came = () => receiver.received.filter(({ path }) => path.startsWith('/unrecorded')).length;
  let dispatcher!: ReturnType<typeof startDispatcher>;
  let idle = 0;
  await base.db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM webhook_delivery WHERE id = ${first!.id} FOR UPDATE`;
      dispatcher = startDispatcher(base, { slots: 100 });
      await until(async () => came() >= 2000, 'attempts to be made');
      await until(async () => {
        idle = dispatcher.active === 0 ? idle + 1 : 0;
        return idle === 20;
      }, 'twenty checks in a row to find no attempt under way');
      expect(came()).toBeLessThan(3000);
    },
    { timeout: 500_000 },
  );
  await dispatcher.settled();
  expect(came()).toBe(6000);
});

test('a large backlog of one endpoint does not block the others', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const [flooded] = await endpoints(base, ctx, ['/flooded'], 600);
  const other = await testCtx(base);
  // The backlog gets immediate responses up to a point, and from there on waits for the delivery of the other endpoint.
  const quiet = Promise.withResolvers<void>();
  receiver.behave('/flooded', (response) => {
    const answer = () => response.writeHead(204).end();
    if (receiver.at('/flooded').length <= 50) answer();
    else void quiet.promise.then(answer);
  });
  const dispatcher = startDispatcher(base, { slots: 8, timeoutMs: longTimeoutMs });
  await receiver.until(({ path }) => path === '/flooded', 51);
  await endpoints(base, other, ['/quiet'], 1);
  await receiver.until(({ path }) => path === '/quiet');
  expect(receiver.at('/flooded').length).toBeLessThan(600);
  quiet.resolve();
  await dispatcher.settled();
  const left = (await deliveriesOf(base, flooded!)).filter(({ status }) => status !== 'success');
  expect(left).toEqual([]);
});

test('a failure on this machine is not counted as an attempt, and the delivery is repeated 5 s later', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const { endpoint } = await endpointAt(ctx, `${receiver.url}/ours`);
  await fill(base, endpoint.id, 1);
  // Sealed with another SECRET_KEY, so the worker cannot sign with this secret.
  const { sealedSecret } = await base.db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } });
  await base.db.webhookEndpoint.update({
    where: { id: endpoint.id },
    data: { sealedSecret: new Uint8Array(sealedSecret.length) },
  });
  const reports: DeliveryReport[] = [];
  const dispatcher = startDispatcher(base, { onAttempt: (report) => reports.push(report) });
  await dispatcher.settled();
  expect(reports.map(({ outcome }) => outcome)).toEqual(['ours']);
  const [waiting] = await deliveriesOf(base, endpoint.id);
  expect(waiting).toMatchObject({ status: 'queued', attempt: 0, attempts: [] });
  await base.db.webhookEndpoint.update({ where: { id: endpoint.id }, data: { sealedSecret } });
  base.clock.advance(5001);
  await dispatcher.settled();
  expect((await deliveriesOf(base, endpoint.id))[0]).toMatchObject({ status: 'success', attempt: 1 });
});
