/** Deliveries, from the change of a document to a real receiver: retries, signatures, isolation, crashes (docs/spec/decisions.md, section 6). */

import { CreateDocumentReq } from '@countersign/contract/document';
import { encodeId } from '@countersign/contract/ids';
import { createDocument } from '@countersign/core/document/create';
import type { DeliveryReport } from '@countersign/core/webhook/attempt';
import { deleteEndpoint } from '@countersign/core/webhook/delete';
import { disableEndpoint, patchEndpoint } from '@countersign/core/webhook/patch';
import { pingEndpoint } from '@countersign/core/webhook/ping';
import { redeliver, redeliverDead } from '@countersign/core/webhook/redeliver';
import { rotateSecret } from '@countersign/core/webhook/rotate-secret';
import { inTransaction } from '@countersign/db/transaction';
import { signals } from '@countersign/queue/jobs';
import { createQueue } from '@countersign/queue/queue';
import type { JobTrace } from '@countersign/queue/trace';
import { serviceSignature, signingKey } from '@countersign/webhooks/sign';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { type TestBase, testBase, testCtx } from '../support/base.ts';
import { sentDocument } from '../support/documents.ts';
import { until } from '../support/processes.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { deliveriesOf, endpointAt, openGuard, startDispatcher } from '../support/webhooks.ts';

let receiver: Receiver;
let paths = 0;
beforeAll(async () => {
  receiver = await startReceiver();
});

/** Creates a base with its own clock, a workspace, an endpoint with its own path, and a dispatcher. */
async function place(events: string[] = []) {
  const base: TestBase = await testBase();
  const ctx = await testCtx(base);
  paths += 1;
  const path = `/hook-${paths}`;
  const { endpoint, secret } = await endpointAt(ctx, receiver.url + path, events);
  return { base, ctx, path, endpoint, secret, received: () => receiver.at(path) };
}

const minute = 60_000;
const signatureOf = (secrets: string[], body: string) => serviceSignature(secrets.map(signingKey), body);

describe('retries', () => {
  test('the same bytes are sent again 30 s, 5 min and 30 min after a failed attempt; after the fourth attempt the delivery is dead', async () => {
    const { base, ctx, path, endpoint, received } = await place();
    receiver.behave(path, (response) => void response.writeHead(500).end('out of\u0000 order'));
    base.clock.stop();
    const dispatcher = startDispatcher(base);
    const ping = await pingEndpoint(ctx, endpoint.id);
    const state = async () => (await deliveriesOf(base, endpoint.id))[0]!;
    for (const [attempt, pauseMs] of [
      [1, 30_000],
      [2, 5 * minute],
      [3, 30 * minute],
    ] as const) {
      await dispatcher.settled();
      expect(received()).toHaveLength(attempt);
      const failed = await state();
      expect(failed).toMatchObject({ status: 'failed', attempt, responseCode: 500, deliveredAt: null });
      expect(failed.lastError).toBe('answered 500 Internal Server Error: out of order');
      expect(failed.nextRetryAt!.getTime() - base.now().getTime()).toBe(pauseMs);
      base.clock.advance(pauseMs - 1);
      await dispatcher.settled();
      expect(received()).toHaveLength(attempt);
      base.clock.advance(1);
    }
    await dispatcher.settled();
    expect(await state()).toMatchObject({ status: 'dead', attempt: 4, nextRetryAt: null, dueAt: null });
    base.clock.advance(24 * 60 * minute);
    await dispatcher.settled();
    expect(received()).toHaveLength(4);
    expect(new Set(received().map(({ body }) => body)).size).toBe(1);
    expect(new Set(received().map(({ headers }) => headers['x-service-signature'])).size).toBe(1);

    receiver.behave(path, 200);
    await redeliver(ctx, endpoint.id, String(ping.id));
    await dispatcher.settled();
    const done = await state();
    expect(done).toMatchObject({ status: 'success', attempt: 1, responseCode: 200, lastError: null });
    const attempts = done.attempts as Array<Record<string, unknown>>;
    expect(attempts.map(({ attempt, response_code }) => [attempt, response_code])).toEqual([
      [1, 500],
      [2, 500],
      [3, 500],
      [4, 500],
      [1, 200],
    ]);
    expect(attempts[0]).toEqual({
      attempt: 1,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      response_code: 500,
      error: 'answered 500 Internal Server Error: out of order',
      duration_ms: expect.any(Number),
    });
    expect(received()[4]!.body).toBe(received()[0]!.body);
  });
});

describe('content of a delivery', () => {
  test('a document event: body, headers, and signatures that both our recipe and the Standard Webhooks library accept', async () => {
    const { base, ctx, secret, received, endpoint } = await place(['document.sent']);
    const dispatcher = startDispatcher(base);
    const document = await sentDocument(ctx);
    await dispatcher.settled();
    const [one] = received();
    expect(received()).toHaveLength(1);
    const [row] = await base.db.outboxEvent.findMany({
      where: { documentId: document.id, type: 'document.sent' },
    });
    expect(one!.event).toEqual({
      id: `evt_outbox_${row!.id}`,
      type: 'document.sent',
      created_at: row!.createdAt.toISOString(),
      document: encodeId('doc', document.id),
      mode: 'live',
      data: { seq: row!.seq, engine_event_type: 'envelope.sent', actor: `api_key:${ctx.actor.id}` },
      external_id: null,
      metadata: {},
    });
    expect(one!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhooks/1.0',
      'x-service-event': 'document.sent',
      'x-service-signature': signatureOf([secret], one!.body),
      'webhook-id': one!.event.id,
    });
    expect(new Webhook(secret).verify(one!.body, one!.headers as Record<string, string>)).toEqual(one!.event);
    expect(() =>
      new Webhook(secret).verify(`${one!.body} `, one!.headers as Record<string, string>),
    ).toThrow();
    expect((await deliveriesOf(base, endpoint.id))[0]).toMatchObject({ status: 'success', attempt: 1 });
  });

  test('a ping has id, type, created_at and mode, and nothing else', async () => {
    const { base, ctx, received, endpoint } = await place(['document.sealed']);
    const dispatcher = startDispatcher(base);
    const ping = await pingEndpoint({ ...ctx, mode: 'test' }, endpoint.id);
    await dispatcher.settled();
    const [{ event, headers }] = received() as [ReturnType<typeof received>[number]];
    expect(event).toEqual({
      id: ping.eventId,
      type: 'ping',
      created_at: ping.createdAt.toISOString(),
      mode: 'test',
    });
    expect(headers['x-service-event']).toBe('ping');
  });

  test('after a rotation both secrets sign, the new one first, until the grace period is over; another rotation ends the oldest one', async () => {
    const { base, ctx, received, endpoint, secret } = await place();
    const dispatcher = startDispatcher(base);
    const signature = async () => {
      await pingEndpoint(ctx, endpoint.id);
      await dispatcher.settled();
      const { body, headers } = received().at(-1)!;
      return { body, header: headers['x-service-signature'], headers: headers as Record<string, string> };
    };
    const second = (await rotateSecret(ctx, endpoint.id)).secret;
    const both = await signature();
    expect(both.header).toBe(signatureOf([second, secret], both.body));
    expect(both.header).toMatch(/^v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    for (const one of [secret, second])
      expect(new Webhook(one).verify(both.body, both.headers)).toMatchObject({ type: 'ping' });

    const third = (await rotateSecret(ctx, endpoint.id)).secret;
    const next = await signature();
    expect(next.header).toBe(signatureOf([third, second], next.body));

    base.clock.advance(24 * 60 * minute + 1000);
    const last = await signature();
    expect(last.header).toBe(signatureOf([third], last.body));
  });

  test.each([
    ['in its grace period', 0, 1],
    ['when that is over', 24 * 60 * minute + 1000, 0],
  ])('a secret before that cannot be opened stops no delivery, %s', async (_when, passedMs, warnings) => {
    const { base, ctx, received, endpoint } = await place();
    const { secret } = await rotateSecret(ctx, endpoint.id);
    await base.db.webhookEndpoint.update({
      where: { id: endpoint.id },
      data: { previousSealedSecret: new Uint8Array(80) },
    });
    base.clock.advance(passedMs);
    const warned: string[] = [];
    const log = { ...base.log, warn: (message: string) => void warned.push(message) };
    const dispatcher = startDispatcher({ ...base, log });
    for (const count of [1, 2]) {
      await pingEndpoint(ctx, endpoint.id);
      await dispatcher.settled();
      expect(received()).toHaveLength(count);
    }
    for (const { body, headers } of received())
      expect(headers['x-service-signature']).toBe(signatureOf([secret], body));
    expect(warned).toHaveLength(warnings);
  });
});

describe('subscriptions', () => {
  test('an event reaches every active endpoint that subscribes to its type, in both modes, and none of another workspace', async () => {
    const { base, ctx, endpoint } = await place();
    const sealedOnly = await endpointAt(ctx, `${receiver.url}/never`, ['document.sealed']);
    const stranger = await endpointAt(await testCtx(base), `${receiver.url}/never`);
    const disabled = await endpointAt(ctx, `${receiver.url}/never`);
    await disableEndpoint(ctx, disabled.endpoint.id);
    const dispatcher = startDispatcher(base);
    await sentDocument(ctx);
    await sentDocument({ ...ctx, mode: 'test' });
    await dispatcher.settled();
    const bodies = (await deliveriesOf(base, endpoint.id)).map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ type, mode }) => `${mode} ${type}`)).toEqual([
      'live document.created',
      'live document.sent',
      'test document.created',
      'test document.sent',
    ]);
    for (const one of [sealedOnly, stranger, disabled])
      expect(await deliveriesOf(base, one.endpoint.id)).toEqual([]);
    expect(receiver.at('/never')).toHaveLength(0);
  });

  test('an endpoint gets no event from before it was created or enabled, even if the fan-out is later', async () => {
    const { base, ctx, endpoint } = await place();
    await disableEndpoint(ctx, endpoint.id);
    await sentDocument(ctx);
    const later = await endpointAt(ctx, `${receiver.url}/later`);
    await patchEndpoint({ ...ctx, guard: openGuard }, endpoint.id, { active: true });
    await startDispatcher(base).settled();
    expect(await deliveriesOf(base, endpoint.id)).toEqual([]);
    expect(await deliveriesOf(base, later.endpoint.id)).toEqual([]);
  });

  test('an endpoint gets the events of transactions that were still running when it was created', async () => {
    const { base, ctx } = await place();
    const { endpoint } = await inTransaction(base.db, async ({ tx }) => {
      await tx.$executeRaw`
        INSERT INTO outbox_event (workspace_id, document_id, mode, type, seq, engine_event_type, actor, created_at)
        VALUES (${ctx.workspaceId}::uuid, gen_random_uuid(), 'live', 'document.sent', 1, 'envelope.sent', 'system:test', now())`;
      return endpointAt(ctx, `${receiver.url}/running`);
    });
    await startDispatcher(base).settled();
    expect(await deliveriesOf(base, endpoint.id)).toMatchObject([{ eventType: 'document.sent' }]);
  });

  test('enabling an endpoint that is active already loses no event', async () => {
    const { base, ctx, endpoint } = await place();
    await sentDocument(ctx);
    await patchEndpoint({ ...ctx, guard: openGuard }, endpoint.id, { active: true });
    await startDispatcher(base).settled();
    expect(await deliveriesOf(base, endpoint.id)).toHaveLength(2);
  });

  test('deliveries of a disabled endpoint wait until it is enabled; a deleted one gets nothing', async () => {
    const { base, ctx, endpoint, received } = await place();
    await pingEndpoint(ctx, endpoint.id);
    await disableEndpoint(ctx, endpoint.id);
    const dispatcher = startDispatcher(base);
    await dispatcher.settled();
    expect(received()).toHaveLength(0);
    await patchEndpoint({ ...ctx, guard: openGuard }, endpoint.id, { active: true });
    await dispatcher.settled();
    expect(received()).toHaveLength(1);

    receiver.behave('/deleted', 503);
    const doomed = await endpointAt(ctx, `${receiver.url}/deleted`);
    await pingEndpoint(ctx, doomed.endpoint.id);
    await dispatcher.settled();
    await deleteEndpoint(ctx, doomed.endpoint.id);
    base.clock.advance(30_001);
    await dispatcher.settled();
    expect(receiver.at('/deleted')).toHaveLength(1);
  });
});

test('events, pings, redeliveries and an enabled endpoint do not wait for the next poll', async () => {
  const { base, ctx, path, endpoint } = await place();
  const dispatcher = startDispatcher(base, { pollMs: 600_000 });
  let sent = 0;
  const arrive = async (count = 1) => {
    sent += count;
    await receiver.until((one) => one.path === path, sent);
  };
  const stored = (state: object) =>
    base.db.webhookDelivery.create({
      data: {
        endpointId: endpoint.id,
        eventId: 'evt_ping_stored',
        eventType: 'ping',
        body: JSON.stringify({ id: 'evt_ping_stored', type: 'ping' }),
        createdAt: base.now(),
        ...state,
      },
    });
  const dead = () => stored({ status: 'dead', attempt: 4, lastError: 'answered 500' });
  // Only the first one can be found because the dispatcher has just started.
  for (let count = 0; count < 2; count += 1) {
    await pingEndpoint(ctx, endpoint.id);
    await arrive();
  }
  await sentDocument(ctx);
  await arrive(2);
  await redeliver(ctx, endpoint.id, String((await dead()).id));
  await arrive();
  await dead();
  await redeliverDead(ctx, endpoint.id, undefined);
  await arrive();
  await disableEndpoint(ctx, endpoint.id);
  await stored({ dueAt: base.now() });
  await patchEndpoint({ ...ctx, guard: openGuard }, endpoint.id, { active: true });
  await arrive();
  // With nothing left to do it stops at once as well, in spite of the long poll and grace.
  await dispatcher.stop({ graceSeconds: 600 });
  for (const signal of [signals.outboxEvent, signals.webhookDelivery])
    expect(base.queue.listeners(signal)).toBe(0);
});

test('a worker that stops during a claim sends and records what it has claimed, and gives the endpoint back', async () => {
  const { base, ctx, endpoint, received } = await place();
  for (let count = 0; count < 5; count += 1) await pingEndpoint(ctx, endpoint.id);
  const { stopped } = await base.db.$transaction(
    async (tx) => {
      await tx.$executeRaw`LOCK TABLE webhook_lease IN EXCLUSIVE MODE`;
      const dispatcher = startDispatcher(base, { pollMs: 600_000 });
      await until(async () => {
        const [waiting] = await base.db.$queryRaw<[{ count: number }]>`
          SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND relation = 'webhook_lease'::regclass
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
        return waiting.count > 0;
      }, 'the claim to wait for the lock');
      return { stopped: dispatcher.stop({ graceSeconds: 600 }) };
    },
    { timeout: 60_000 },
  );
  await stopped;
  expect(received()).toHaveLength(4);
  const statuses = (await deliveriesOf(base, endpoint.id)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual(['queued', 'success', 'success', 'success', 'success']);
  const lease = await base.db.webhookLease.findUniqueOrThrow({ where: { endpointId: endpoint.id } });
  expect(lease.heldUntil).toEqual(new Date(0));
});

test('the report of an attempt has the time since the change only for the first attempt of a live event', async () => {
  const { base, ctx, path, endpoint } = await place(['document.created']);
  base.clock.stop();
  const create = (given: object = {}) =>
    createDocument({ ...ctx, ...given }, CreateDocumentReq.parse({ title: 'Lease' }));
  await create();
  base.clock.advance(5000);
  receiver.behave(path, 500);
  const reports: DeliveryReport[] = [];
  const warned: unknown[] = [];
  const log = { ...base.log, warn: (_message: string, fields?: unknown) => void warned.push(fields) };
  const dispatcher = startDispatcher({ ...base, log }, { onAttempt: (report) => reports.push(report) });
  await dispatcher.settled();
  receiver.behave(path, 204);
  base.clock.advance(30_000);
  await dispatcher.settled();
  await pingEndpoint(ctx, endpoint.id);
  await dispatcher.settled();
  await create({ mode: 'test' });
  await dispatcher.settled();
  // The clock of the process that made the change was three seconds fast.
  await create({ now: () => new Date(base.now().getTime() + 3000) });
  await dispatcher.settled();
  expect(reports.map(({ outcome, lagMs }) => [outcome, lagMs])).toEqual([
    ['failed', 5000],
    ['success', null],
    ['success', null],
    ['success', null],
    ['success', 0],
  ]);
  // Only a failure is logged.
  expect(warned).toMatchObject([{ attempt: 1, outcome: 'failed', stage: 'answered', response_code: 500 }]);
});

test('a worker follows the clock of PostgreSQL, whatever clock the changes have', async () => {
  const { base, ctx, endpoint } = await place(['document.sent']);
  base.clock.advance(3_600_000);
  await sentDocument(ctx);
  await startDispatcher(base, { now: undefined }).settled();
  const [delivery] = await deliveriesOf(base, endpoint.id);
  expect(delivery).toMatchObject({ status: 'success', attempt: 1 });
  const [attempt] = delivery!.attempts as Array<{ at: string }>;
  for (const moment of [delivery!.createdAt, delivery!.deliveredAt!, new Date(attempt!.at)])
    expect(Math.abs(moment.getTime() - Date.now())).toBeLessThan(120_000);
});

test('a delivery whose attempt would begin too late, because the process was suspended after its claim, is claimed again', async () => {
  const { base, ctx, path, endpoint } = await place();
  await pingEndpoint(ctx, endpoint.id);
  const elapsed = performance.now.bind(performance);
  let suspendedMs = 0;
  performance.now = () => elapsed() + suspendedMs;
  try {
    // A claim decrypts the secret before its attempts begin.
    const secrets: typeof base.secrets = {
      ...base.secrets,
      decrypt: (sealed, context) => {
        suspendedMs = 5000;
        return base.secrets.decrypt(sealed, context);
      },
    };
    const dispatcher = startDispatcher({ ...base, secrets }, { pollMs: 600_000 });
    await receiver.until((one) => one.path === path);
    await dispatcher.settled();
  } finally {
    Reflect.deleteProperty(performance, 'now');
  }
  expect(receiver.at(path)).toHaveLength(1);
  expect(await deliveriesOf(base, endpoint.id)).toMatchObject([{ status: 'success', attempt: 1 }]);
});

test('the trace of an attempt belongs to the change that caused it, and has neither address nor content of the request', async () => {
  const { base, ctx, path, endpoint } = await place(['document.created']);
  receiver.behave(path, (response, { event }) => {
    if (event.type === 'ping') response.destroy();
    else response.writeHead(500).end();
  });
  const carried = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  const spans: Array<{ attributes: Record<string, unknown> }> = [];
  const trace: JobTrace = {
    carry: () => carried,
    inSpan: (name, options, work) =>
      work({ describe: (described) => void spans.push({ name, ...options, described } as never) }),
  };
  const queue = createQueue({ url: base.databaseUrl, log: base.log, trace });
  await queue.start();
  try {
    await createDocument({ ...ctx, queue }, CreateDocumentReq.parse({ title: 'Lease' }));
    await pingEndpoint(ctx, endpoint.id);
    const dispatcher = startDispatcher({ ...base, queue });
    await dispatcher.settled();
    await dispatcher.stop();
  } finally {
    await queue.stop();
  }
  const spanOf = (type: string) => spans.find(({ attributes }) => attributes['webhook.event.type'] === type);
  const common = { name: 'webhook send', kind: 'client' };
  const attributes = { 'webhook.event.id': expect.stringMatching(/^evt_/), 'webhook.attempt': 1 };
  expect(spans).toHaveLength(2);
  expect(spanOf('document.created')).toEqual({
    ...common,
    carried,
    attributes: { ...attributes, 'webhook.event.type': 'document.created' },
    described: { 'webhook.ok': false, 'webhook.stage': 'answered', 'http.response.status_code': 500 },
  });
  expect(spanOf('ping')).toEqual({
    ...common,
    carried: null,
    attributes: { ...attributes, 'webhook.event.type': 'ping' },
    described: { 'webhook.ok': false, 'webhook.stage': expect.any(String) },
  });
});
