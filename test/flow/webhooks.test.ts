/** Deliveries, from the change of a document to a real receiver: retries, signatures, isolation, crashes (docs/spec/decisions.md, section 6). */

import { encodeId } from '@countersign/contract/ids';
import { deleteEndpoint } from '@countersign/core/webhook/delete';
import { disableEndpoint, patchEndpoint } from '@countersign/core/webhook/patch';
import { pingEndpoint } from '@countersign/core/webhook/ping';
import { redeliver } from '@countersign/core/webhook/redeliver';
import { rotateSecret } from '@countersign/core/webhook/rotate-secret';
import { serviceSignature, signingKey } from '@countersign/webhooks/sign';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { type TestBase, testBase, testCtx } from '../support/base.ts';
import { sentDocument } from '../support/documents.ts';
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
