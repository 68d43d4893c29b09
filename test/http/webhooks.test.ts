/** /v1/webhooks and /v1/events, by operation and status (docs/spec/interface.md, Webhooks; docs/spec/decisions.md, section 6). */
import { createHmac } from 'node:crypto';
import { type EngineEventType, publicEventOf, publicEventTypes } from '@countersign/contract/events';
import { newId } from '@countersign/contract/ids';
import {
  BulkSendEvent,
  type DeliveryOut,
  type WebhookCreated,
  WebhookEvent,
  type WebhookOut,
} from '@countersign/contract/webhook';
import { MAX_ENDPOINTS } from '@countersign/core/webhook/create';
import { getDelivery } from '@countersign/core/webhook/get-delivery';
import { createGuard } from '@countersign/webhooks/guard';
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';

let api: TestApi;
let mine: TestWorkspace;
let other: TestWorkspace;

beforeAll(async () => {
  // No name server responds: these checks need none.
  api = await startTestApi({ guard: createGuard({ allowPrivate: false, dnsServers: ['127.0.0.1:1'] }) });
  [mine, other] = [await api.createTestWorkspace(), await api.createTestWorkspace()];
});

async function create(input: object = {}, workspace = mine): Promise<WebhookCreated> {
  const response = await workspace.live.post('/v1/webhooks', {
    url: 'https://hooks.example.test/x',
    ...input,
  });
  expect(response.status).toBe(201);
  return response.body;
}

/** A delivery in the given state, as attempts would leave it. */
async function delivery(endpointId: string, state: object = {}): Promise<number> {
  const row = await api.deps.db.webhookDelivery.create({
    data: {
      endpointId,
      eventId: 'evt_outbox_1',
      eventType: 'document.sent',
      body: '{}',
      createdAt: api.clock.now(),
      ...{ status: 'dead', attempt: 4, lastError: 'answered 500' },
      ...state,
    },
  });
  return Number(row.id);
}

describe('POST /v1/webhooks', () => {
  test('201: an active webhook with its secret, which is returned only here', async () => {
    const created = await create({ events: ['document.sent', 'document.sealed', 'document.sent'] });
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: 'https://hooks.example.test/x',
      events: ['document.sent', 'document.sealed'],
      active: true,
      previous_secret_expires_at: null,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
    });
    const listed: WebhookOut[] = (await mine.live.get('/v1/webhooks')).body;
    const { secret, ...shown } = created;
    expect(listed.find(({ id }) => id === created.id)).toEqual(shown);
    expect((await mine.test.get(`/v1/webhooks/${created.id}`)).body).toEqual(shown);
    const { sealedSecret } = await api.deps.db.webhookEndpoint.findUniqueOrThrow({
      where: { id: created.id },
    });
    expect(Buffer.from(sealedSecret).toString('latin1')).not.toContain(secret);
  });

  test('201: without events, or with an empty list, every type is subscribed', async () => {
    expect((await create()).events).toEqual([]);
    expect((await create({ events: [] })).events).toEqual([]);
  });

  test('422: unknown types, ping, and URLs that are too long', async () => {
    const issues = async (input: object) =>
      issuesOf(await mine.live.post('/v1/webhooks', { url: 'https://hooks.example.test', ...input }));
    expect(await issues({ events: ['document.sent', 'ping'] })).toEqual(['body.events.1 enum']);
    expect(await issues({ events: ['document.nothing'] })).toEqual(['body.events.0 enum']);
    expect(await issues({ events: 'document.sent' })).toEqual(['body.events list_type']);
    expect(await issues({ url: `https://hooks.example.test/${'x'.repeat(2000)}` })).toEqual([
      'body.url string_too_long',
    ]);
    expect(issuesOf(await mine.live.post('/v1/webhooks', {}))).toEqual(['body.url missing']);
  });

  test.each([
    'http://hooks.example.test/x',
    'ftp://hooks.example.test/x',
    'hooks.example.test',
    'https://',
    'https://user:password@hooks.example.test/',
    'https://localhost/x',
    'https://api.localhost/x',
    'https://printer.local/x',
    'https://metadata.google.internal/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://0/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://192.0.2.1/',
    'https://[2001:db8::1]/',
    'https://hooks.example.test:25/',
    'https://hooks.example.test:8443/',
  ])('422: %s is refused', async (url) => {
    expectProblem(await mine.live.post('/v1/webhooks', { url }), 'webhook-url-refused');
  });

  test('422: mentions WEBHOOK_ALLOW_PRIVATE only where it would help', async () => {
    const detailOf = async (url: string) => (await mine.live.post('/v1/webhooks', { url })).body.detail;
    expect(await detailOf('http://hooks.example.test/')).toContain('WEBHOOK_ALLOW_PRIVATE=true');
    expect(await detailOf('https://10.1.2.3/')).toContain('WEBHOOK_ALLOW_PRIVATE=true');
    expect(await detailOf('hooks.example.test')).toBe('The address is not a URL.');
    expect(await detailOf('https://user:password@hooks.example.test/')).toMatch(/password\.$/);
  });

  test.each(['https://8.8.8.8/x', 'https://[2606:4700::1111]/', 'https://hooks.example.test:80/a?b=c#d'])(
    '201: %s is accepted',
    async (url) => {
      expect((await create({ url })).url).toBe(url);
    },
  );

  test('422: a workspace has at most 100; deleting one allows one other, also to concurrent requests', async () => {
    expect(MAX_ENDPOINTS).toBe(100);
    const full = await api.createTestWorkspace();
    const first = await create({}, full);
    const endpoint = await api.deps.db.webhookEndpoint.findUniqueOrThrow({ where: { id: first.id } });
    await api.deps.db.webhookEndpoint.createMany({
      data: Array.from({ length: MAX_ENDPOINTS - 1 }, () => ({ ...endpoint, id: newId() })),
    });
    const url = 'https://hooks.example.test';
    expect(issuesOf(await full.live.post('/v1/webhooks', { url }))).toEqual(['body.url value_error']);
    await full.live.delete(`/v1/webhooks/${first.id}`);
    const answers = await Promise.all([1, 2, 3].map(() => full.live.post('/v1/webhooks', { url })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
  });

  test('401: without a key', async () => {
    expectProblem(await api.anonymous.post('/v1/webhooks', { url: 'https://a.test' }), 'unauthenticated');
  });
});

describe('PATCH /v1/webhooks/{webhook_id} and POST …/disable', () => {
  test('200: changes the given members; null and absent ones stay', async () => {
    const { id, secret, ...before } = await create({ events: ['document.sent'] });
    const patch = async (input: object) => (await mine.live.patch(`/v1/webhooks/${id}`, input)).body;
    expect(await patch({ url: null, events: null, active: null })).toEqual({ id, ...before });
    expect(await patch({ events: [] })).toEqual({ id, ...before, events: [] });
    const url = 'https://other.example.test';
    expect(await patch({ url, active: null })).toEqual({ id, ...before, events: [], url });
    const [logged] = (await mine.live.get('/v1/admin-events?type=webhook.changed&limit=1')).body.items;
    expect(logged).toMatchObject({ target: { id }, details: { changed: ['url'] } });
  });

  test('204 and 200: disable makes it inactive, a patch with active true enables it', async () => {
    const { id } = await create();
    const active = async () => (await mine.live.get(`/v1/webhooks/${id}`)).body.active;
    const logged = async () =>
      (await mine.live.get('/v1/admin-events?type=webhook.disabled&limit=200')).body.items.length;
    const before = await logged();
    for (let time = 0; time < 2; time += 1) {
      const disabled = await mine.live.post(`/v1/webhooks/${id}/disable`);
      expect([disabled.status, disabled.text]).toEqual([204, '']);
      expect(await active()).toBe(false);
      expect(await logged()).toBe(before + 1);
    }
    expect((await mine.live.patch(`/v1/webhooks/${id}`, { active: true })).body.active).toBe(true);
    await mine.live.patch(`/v1/webhooks/${id}`, { active: false });
    expect(await active()).toBe(false);
  });

  test('422: a refused address changes nothing', async () => {
    const { id, url } = await create();
    const patch = { url: 'https://127.0.0.1/', active: false };
    expectProblem(await mine.live.patch(`/v1/webhooks/${id}`, patch), 'webhook-url-refused');
    expect((await mine.live.get(`/v1/webhooks/${id}`)).body).toMatchObject({ url, active: true });
  });
});

describe('POST /v1/webhooks/{webhook_id}/rotate-secret', () => {
  test('200: a new secret, and the time when the previous one expires', async () => {
    const { id, secret } = await create();
    const rotated = await mine.live.post(`/v1/webhooks/${id}/rotate-secret`);
    const expiry = new Date(api.clock.now().getTime() + 86_400_000).toISOString();
    expect(rotated.status).toBe(200);
    expect(rotated.body).toMatchObject({ id, active: true, previous_secret_expires_at: expiry });
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(secret);
    api.clock.advance(86_400_001);
    expect((await mine.live.get(`/v1/webhooks/${id}`)).body.previous_secret_expires_at).toBeNull();
  });
});

describe('POST /v1/webhooks/{webhook_id}/ping', () => {
  test('202: queues a delivery of type ping, whatever the webhook subscribes to', async () => {
    const { id } = await create({ events: ['document.sealed'] });
    const ping = await mine.test.post(`/v1/webhooks/${id}/ping`);
    expect(ping.status).toBe(202);
    expect(ping.body).toEqual({
      id: expect.any(Number),
      event_id: expect.stringMatching(/^evt_ping_[0-9a-f]+$/),
      status: 'queued',
    });
    const [listed]: DeliveryOut[] = (await mine.live.get(`/v1/webhooks/${id}/deliveries`)).body;
    expect(listed).toEqual({
      id: ping.body.id,
      event_id: ping.body.event_id,
      event_type: 'ping',
      status: 'queued',
      attempt: 0,
      created_at: api.clock.now().toISOString(),
      delivered_at: null,
      last_error: null,
      next_retry_at: null,
      response_code: null,
      attempts: [],
    });
  });
});

describe('POST /v1/webhooks/{webhook_id}/test-event', () => {
  test('202: queues an example of any event, always of test mode and about nothing that exists', async () => {
    const { id } = await create({ events: ['document.sealed'] });
    for (const type of publicEventTypes) {
      const queued = await mine.live.post(`/v1/webhooks/${id}/test-event`, { type });
      expect([type, queued.status]).toEqual([type, 202]);
      const detail = (await mine.live.get(`/v1/webhooks/${id}/deliveries/${queued.body.id}`)).body;
      const event = z.union([WebhookEvent, BulkSendEvent]).parse(JSON.parse(detail.request.body));
      expect(event).toMatchObject({ id: queued.body.event_id, type, mode: 'test', external_id: null });
      expect(event.id).toMatch(/^evt_test_[0-9a-f]{24}$/);
      const counts = { row_count: 1, sent_count: 1, failed_count: 0, canceled_count: 0, invalid_count: 0 };
      if ('document' in event) {
        expect(event.data).toMatchObject({ seq: 1, actor: 'system:test-event' });
        expect(publicEventOf[event.data.engine_event_type as EngineEventType]).toBe(type);
      } else expect(event.data).toMatchObject({ run: 1, status: 'done', ...counts });
      const path = 'document' in event ? `documents/${event.document}` : `bulk-sends/${event.bulk_send}`;
      expectProblem(await mine.test.get(`/v1/${path}`), 'not-found');
    }
  });

  test('422 for ping and unknown types, 404 for the webhook of another workspace', async () => {
    const { id } = await create({});
    for (const type of ['ping', 'document.erased', undefined])
      expect((await mine.live.post(`/v1/webhooks/${id}/test-event`, { type })).status).toBe(422);
    const answer = await other.live.post(`/v1/webhooks/${id}/test-event`, { type: 'document.sent' });
    expectProblem(answer, 'not-found');
  });
});

describe('GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}', () => {
  test('200: the delivery with the request as it is signed, with both secrets after a rotation', async () => {
    const { id, secret } = await create({});
    const { id: delivery } = (await mine.live.post(`/v1/webhooks/${id}/ping`)).body;
    const path = `/v1/webhooks/${id}/deliveries/${delivery}`;
    const { request, ...rest } = (await mine.live.get(path)).body;
    expect([rest]).toEqual((await mine.live.get(`/v1/webhooks/${id}/deliveries`)).body);
    const signature = (key: string) => `v1=${createHmac('sha256', key).update(request.body).digest('hex')}`;
    expect(request).toMatchObject({
      method: 'POST',
      url: expect.stringMatching(/^https:/),
      headers: {
        'x-service-event': 'ping',
        'x-service-signature': signature(secret),
        'webhook-id': rest.event_id,
      },
    });
    const rotated = (await mine.live.post(`/v1/webhooks/${id}/rotate-secret`)).body;
    const signed = async () => (await mine.live.get(path)).body.request.headers['x-service-signature'];
    const both = `${signature(rotated.secret)},${signature(secret)}`;
    expect(await signed()).toBe(both);
    api.clock.advance(86_400_000 - 1);
    expect(await signed()).toBe(both);
    api.clock.advance(1);
    expect(await signed()).toBe(signature(rotated.secret));
  });

  test('200: the request has the time of the last attempt, or the present one', async () => {
    const { id } = await create({});
    const timeOf = async (deliveryId: number) =>
      Number(
        (await mine.live.get(`/v1/webhooks/${id}/deliveries/${deliveryId}`)).body.request.headers[
          'webhook-timestamp'
        ],
      ) * 1000;
    const attempts = ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:35.000Z'].map((at, index) => ({
      ...{ attempt: index + 1, at, response_code: 500, error: 'answered 500', duration_ms: 1 },
    }));
    expect(await timeOf(await delivery(id, { attempts }))).toBe(Date.parse(attempts[1]!.at));
    const now = Math.floor(api.clock.now().getTime() / 1000) * 1000;
    expect(await timeOf(await delivery(id))).toBe(now);
  });

  test('404 for an unknown delivery, and for one of another webhook', async () => {
    const [one, another] = [await create({}), await create({})];
    const { id: delivery } = (await mine.live.post(`/v1/webhooks/${one.id}/ping`)).body;
    for (const path of [
      `/v1/webhooks/${another.id}/deliveries/${delivery}`,
      `/v1/webhooks/${one.id}/deliveries/999999999999`,
      `/v1/webhooks/${one.id}/deliveries/x`,
    ])
      expectProblem(await mine.live.get(path), 'not-found');
  });
});

test('a test key cannot read the request of a delivery about a live document; a live key and a person read both', async () => {
  const { id } = await create();
  const person = { ...mine.ctx('test'), actor: { type: 'user' as const, id: newId() } };
  const statuses = async (mode: 'live' | 'test') => {
    const body = JSON.stringify({ type: 'document.sent', mode, title: 'Secret lease' });
    const deliveryId = await delivery(id, { body });
    expect((await getDelivery(person, id, String(deliveryId))).request.body).toContain('Secret lease');
    const path = `/v1/webhooks/${id}/deliveries/${deliveryId}`;
    const [byTest, byLive] = [await mine.test.get(path), await mine.live.get(path)];
    expect(byLive.body.request.body).toContain('Secret lease');
    return [byTest.status, byLive.status];
  };
  expect([await statuses('live'), await statuses('test')]).toEqual([
    [404, 200],
    [200, 200],
  ]);
});

describe('GET /v1/webhooks/{webhook_id}/deliveries', () => {
  test('200: newest first, by status, in pages', async () => {
    const { id } = await create();
    const now = api.clock.now();
    const made = [
      await delivery(id),
      await delivery(id, { status: 'success', deliveredAt: now }),
      await delivery(id, { status: 'failed', dueAt: now, nextRetryAt: now }),
      await delivery(id, { status: 'queued', dueAt: now }),
    ];
    const ids = async (query = '') =>
      (await mine.live.get(`/v1/webhooks/${id}/deliveries${query}`)).body.map((one: DeliveryOut) => one.id);
    expect(await ids()).toEqual([...made].reverse());
    expect(await ids('?status=dead')).toEqual([made[0]]);
    expect(await ids('?status=success')).toEqual([made[1]]);
    expect(await ids('?status=failed')).toEqual([made[2]]);
    expect(await ids('?status=queued')).toEqual([made[3]]);
    expect(await ids('?limit=1&offset=1')).toEqual([made[2]]);
  });

  test('422: an unknown status and limits out of range', async () => {
    const { id } = await create();
    const issues = async (query: string) =>
      issuesOf(await mine.live.get(`/v1/webhooks/${id}/deliveries?${query}`));
    expect(await issues('status=lost')).toEqual(['query.status enum']);
    expect(await issues('limit=0')).toEqual(['query.limit greater_than_equal']);
    expect(await issues('limit=201')).toEqual(['query.limit less_than_equal']);
  });
});

describe('a disabled webhook', () => {
  test('409 for a ping, a redelivery and redeliver-dead; nothing is queued until it is enabled', async () => {
    const { id } = await create();
    const dead = await delivery(id);
    await mine.live.post(`/v1/webhooks/${id}/disable`).expect(204);
    const calls = [
      `/v1/webhooks/${id}/ping`,
      `/v1/webhooks/${id}/deliveries/${dead}/redeliver`,
      `/v1/webhooks/${id}/redeliver-dead`,
    ];
    for (const path of calls)
      expect(expectProblem(await mine.live.post(path), 'webhook-state')).toMatchObject({
        current: 'inactive',
      });
    expect((await mine.live.get(`/v1/webhooks/${id}/deliveries?status=queued`)).body).toEqual([]);
    await mine.live.patch(`/v1/webhooks/${id}`, { active: true }).expect(200);
    for (const path of calls) expect((await mine.live.post(path)).status).toBe(202);
  });
});

describe('POST …/deliveries/{delivery_id}/redeliver', () => {
  const path = (id: string, deliveryId: number | string) =>
    `/v1/webhooks/${id}/deliveries/${deliveryId}/redeliver`;

  test('202: a dead or failed delivery is queued again for four attempts', async () => {
    const { id } = await create();
    const now = api.clock.now();
    for (const state of [{}, { status: 'failed', attempt: 2, dueAt: now, nextRetryAt: now }]) {
      const dead = await delivery(id, state);
      const queued = await mine.live.post(path(id, dead));
      expect([queued.status, queued.body]).toEqual([202, { id: dead, status: 'queued' }]);
      const [listed] = (await mine.live.get(`/v1/webhooks/${id}/deliveries`)).body;
      expect(listed).toMatchObject({ id: dead, status: 'queued', attempt: 0, next_retry_at: null });
    }
  });

  test('409: a queued or delivered one', async () => {
    const { id } = await create();
    const now = api.clock.now();
    for (const state of [
      { status: 'queued', dueAt: now },
      { status: 'success', deliveredAt: now },
    ]) {
      const refused = expectProblem(
        await mine.live.post(path(id, await delivery(id, state))),
        'delivery-state',
      );
      expect(refused).toMatchObject({ current: state.status, allowed: ['dead', 'failed'] });
    }
  });

  test('one of two concurrent requests queues it', async () => {
    const { id } = await create();
    const dead = await delivery(id);
    const answers = await Promise.all([mine.live.post(path(id, dead)), mine.live.post(path(id, dead))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  });

  test('404: deliveries of another webhook, unknown and malformed numbers', async () => {
    const [{ id }, another] = [await create(), await create()];
    const dead = await delivery(another.id);
    for (const one of [dead, 999_999_999, 'x', '1.5', '-1', '9'.repeat(30)])
      expectProblem(await mine.live.post(path(id, one)), 'not-found');
  });
});

describe('POST /v1/webhooks/{webhook_id}/redeliver-dead', () => {
  test('202: queues only dead ones, if given only those since a time', async () => {
    const { id } = await create();
    const old = await delivery(id);
    api.clock.advance(60_000);
    const since = api.clock.now();
    const recent = await delivery(id);
    await delivery(id, { status: 'success', deliveredAt: since });
    const call = (query = '') => mine.live.post(`/v1/webhooks/${id}/redeliver-dead${query}`);
    const first = await call(`?since=${since.toISOString()}`);
    expect([first.status, first.body]).toEqual([202, { queued: 1, more: false }]);
    const queued = async () =>
      (await mine.live.get(`/v1/webhooks/${id}/deliveries?status=queued`)).body.map(
        (one: DeliveryOut) => one.id,
      );
    expect(await queued()).toEqual([recent]);
    expect((await call()).body).toEqual({ queued: 1, more: false });
    expect(await queued()).toEqual([recent, old]);
    expect(issuesOf(await call('?since=yesterday'))).toEqual(['query.since datetime_parsing']);
  });

  test('202: queues at most ten thousand, and says whether more are left', async () => {
    const { id } = await create();
    await api.deps.db.$executeRaw`
      INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, body, created_at, status, attempt, last_error)
      SELECT ${id}::uuid, 'evt_outbox_' || n, 'document.sent', '{}', now(), 'dead', 4, 'answered 500'
      FROM generate_series(1, 20000) n`;
    const call = async () => (await mine.live.post(`/v1/webhooks/${id}/redeliver-dead`)).body;
    expect(await call()).toEqual({ queued: 10_000, more: true });
    expect(await call()).toEqual({ queued: 10_000, more: false });
    expect(await call()).toEqual({ queued: 0, more: false });
  });
});

describe('DELETE /v1/webhooks/{webhook_id}', () => {
  test('204: the webhook and its deliveries are gone', async () => {
    const { id } = await create();
    await delivery(id);
    const deleted = await mine.live.delete(`/v1/webhooks/${id}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const call of [
      mine.live.get(`/v1/webhooks/${id}`),
      mine.live.get(`/v1/webhooks/${id}/deliveries`),
      mine.live.delete(`/v1/webhooks/${id}`),
      mine.live.patch(`/v1/webhooks/${id}`, { active: true }),
    ])
      expectProblem(await call, 'not-found');
    const listed: WebhookOut[] = (await mine.live.get('/v1/webhooks')).body;
    expect(listed.some((one) => one.id === id)).toBe(false);
  });
});

describe('scope', () => {
  test('404: webhooks of other workspaces, unknown and malformed ids, for every operation', async () => {
    const { id: foreign } = await create({}, other);
    for (const id of [foreign, newId(), 'nonsense']) {
      const base = `/v1/webhooks/${id}`;
      for (const call of [
        mine.live.get(base),
        mine.live.patch(base, {}),
        mine.live.delete(base),
        mine.live.post(`${base}/disable`),
        mine.live.post(`${base}/ping`),
        mine.live.post(`${base}/rotate-secret`),
        mine.live.get(`${base}/deliveries`),
        mine.live.post(`${base}/deliveries/1/redeliver`),
        mine.live.post(`${base}/redeliver-dead`),
      ])
        expectProblem(await call, 'not-found');
    }
    expect((await mine.live.get('/v1/webhooks')).body.map(({ id }: WebhookOut) => id)).not.toContain(foreign);
  });

  test('401: without a key', async () => {
    for (const path of ['/v1/webhooks', `/v1/webhooks/${newId()}/deliveries`, '/v1/events'])
      expectProblem(await api.anonymous.get(path), 'unauthenticated');
  });
});
