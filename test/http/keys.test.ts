import { randomBytes } from 'node:crypto';
import { newId } from '@countersign/contract/ids';
import { KeyCreated, KeyOut } from '@countersign/contract/key';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { until } from '../support/processes.ts';

let api: TestApi;
let mine: TestWorkspace;
let other: TestWorkspace;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  other = await api.createTestWorkspace();
});

describe('POST /v1/keys', () => {
  test('201: returns the full value once, and the key works at once', async () => {
    const created = await mine.live.post('/v1/keys', { name: 'Robot' });
    expect(created.status).toBe(201);
    const key = KeyCreated.parse(created.body);
    expect(key).toMatchObject({ name: 'Robot', mode: 'live', revoked_at: null, last_used_at: null });
    expect(key.key).toMatch(/^cs_live_[0-9A-Za-z]{38}$/);
    expect(key.display).toBe(`cs_live_…${key.key.slice(-4)}`);
    const me = await api.as(key.key).get('/v1/me');
    expect(me.body.key.id).toBe(key.id);
    expect(JSON.stringify((await mine.live.get('/v1/keys')).body)).not.toContain(key.key);
  });

  test('201: a test key creates test keys', async () => {
    const created = await mine.test.post('/v1/keys', { name: 'Trial', mode: 'test' });
    expect([created.status, created.body.mode]).toEqual([201, 'test']);
  });

  test('403: a test key cannot create a live key, neither explicitly nor by default', async () => {
    const before = (await mine.live.get('/v1/keys')).body.length;
    for (const mode of ['live', undefined])
      expect(
        expectProblem(await mine.test.post('/v1/keys', { name: 'x', mode }), 'mode-forbidden').detail,
      ).toBe(
        'A test key can only create test keys: pass mode: test (the default is live), or use a live key.',
      );
    expect((await mine.live.get('/v1/keys')).body).toHaveLength(before);
  });

  test('422: name and mode are checked', async () => {
    expect(issuesOf(await mine.live.post('/v1/keys', { mode: 'dead' }))).toEqual([
      'body.name missing',
      'body.mode string_pattern_mismatch',
    ]);
    expect(issuesOf(await mine.live.post('/v1/keys', { name: 'x'.repeat(121) }))).toEqual([
      'body.name string_too_long',
    ]);
    expect(issuesOf(await mine.live.post('/v1/keys'))).toEqual(['body missing']);
  });

  test('422: a workspace has at most a thousand keys that are not revoked, and still lists them all', async () => {
    const most = 1000;
    const full = await api.createTestWorkspace();
    const [first] = (await full.live.get('/v1/keys')).body;
    const { workspaceId } = await api.deps.db.apiKey.findUniqueOrThrow({ where: { id: first.id } });
    const had = await api.deps.db.apiKey.count({ where: { workspaceId } });
    await api.deps.db.apiKey.createMany({
      data: Array.from({ length: most - had }, (_, at) => ({
        id: newId(),
        workspaceId,
        name: `Key ${at}`,
        display: 'cs_live_…0000',
        mode: 'live' as const,
        keySha256: new Uint8Array(randomBytes(32)),
      })),
    });
    const listed = (await full.live.get('/v1/keys')).body;
    expect(listed).toHaveLength(most);
    expect(issuesOf(await full.live.post('/v1/keys', { name: 'One more' }))).toEqual([
      'body.name value_error',
    ]);
    expect((await full.live.post(`/v1/keys/${listed[0].id}/revoke`)).status).toBe(204);
    expect((await full.live.post('/v1/keys', { name: 'One more' })).status).toBe(201);
    expect((await full.live.get('/v1/keys')).body).toHaveLength(most + 1);
  });

  test('401 without a key', async () => {
    const refused = await api.anonymous.post('/v1/keys', { name: 'x' });
    expectProblem(refused, 'unauthenticated');
    expect(refused.headers['www-authenticate']).toBe('Bearer');
  });
});

describe('GET /v1/keys', () => {
  test('200: lists only the keys of this workspace, newest first, without values', async () => {
    const listed = await mine.live.get('/v1/keys');
    expect(listed.status).toBe(200);
    const keys = KeyOut.array().parse(listed.body);
    expect(keys.map(({ id }) => id)).toEqual([...keys.map(({ id }) => id)].sort().reverse());
    const foreign = (await other.live.get('/v1/keys')).body.map(({ id }: KeyOut) => id);
    expect(keys.some(({ id }) => foreign.includes(id))).toBe(false);
    expect(Object.keys(listed.body[0]).sort()).toEqual([
      'created_at',
      'display',
      'expires_at',
      'id',
      'last_used_at',
      'mode',
      'name',
      'revoked_at',
    ]);
  });

  test('200: has the time of last use, recorded at most once a minute', async () => {
    const { key, id } = (await mine.live.post('/v1/keys', { name: 'Used' })).body;
    const lastUse = async () => {
      const row = await api.deps.db.apiKey.findUniqueOrThrow({ where: { id } });
      return row.lastUsedAt?.toISOString() ?? null;
    };
    const noted = async (before: string | null) => {
      await until(async () => (await lastUse()) !== before, 'the use to be noted');
      return lastUse();
    };
    const first = api.clock.now().toISOString();
    await api.as(key).get('/v1/me');
    expect(await noted(null)).toBe(first);
    api.clock.advance(59_000);
    await api.as(key).get('/v1/me');
    api.clock.advance(1000);
    const second = api.clock.now().toISOString();
    await api.as(key).get('/v1/me');
    expect(await noted(first)).toBe(second);
  });
});

describe('POST /v1/keys/{key_id}/revoke', () => {
  test('204: the key is refused from then on; repeating is 204, keeps the time and is no second event', async () => {
    const { key, id } = (await mine.live.post('/v1/keys', { name: 'Short-lived' })).body;
    const revoked = await mine.live.post(`/v1/keys/${id}/revoke`);
    expect([revoked.status, revoked.text]).toEqual([204, '']);
    expectProblem(await api.as(key).get('/v1/me'), 'unauthenticated');
    const time = async () =>
      (await mine.live.get('/v1/keys')).body.find((one: KeyOut) => one.id === id).revoked_at;
    const first = await time();
    expect(first).toBe(api.clock.now().toISOString());
    api.clock.advance(5000);
    expect((await mine.live.post(`/v1/keys/${id}/revoke`)).status).toBe(204);
    expect(await time()).toBe(first);
    const where = { eventType: 'key.revoked', target: { path: ['id'], equals: id } };
    expect(await api.deps.db.adminEvent.count({ where })).toBe(1);
  });

  test('404: keys of other workspaces, unknown and malformed ids', async () => {
    const foreign = (await other.live.get('/v1/keys')).body[0].id;
    for (const id of [foreign, '0190aaaa-0000-7000-8000-000000000000', 'nonsense', '%20'])
      expectProblem(await mine.live.post(`/v1/keys/${id}/revoke`), 'not-found');
    expect((await other.live.get('/v1/me')).status).toBe(200);
  });

  test('403: a test key cannot revoke a live key', async () => {
    const { id } = (await mine.live.post('/v1/keys', { name: 'Live' })).body;
    expectProblem(await mine.test.post(`/v1/keys/${id}/revoke`), 'mode-forbidden');
  });
});

describe('authentication', () => {
  test('401: missing, malformed, mistyped, unknown, expired and wrongly sent keys', async () => {
    const { key, id } = (await mine.live.post('/v1/keys', { name: 'Expiring' })).body;
    const mistyped = key.slice(0, -1) + (key.at(-1) === 'a' ? 'b' : 'a');
    for (const value of ['', 'Bearer', `Basic ${key}`, key, 'Bearer nonsense', `Bearer ${mistyped}`]) {
      const refused = await api.anonymous.get('/v1/me').set('Authorization', value);
      expectProblem(refused, 'unauthenticated');
      expect(refused.headers['www-authenticate']).toBe('Bearer');
    }
    const { generateKey } = await import('@countersign/core/key/format');
    expectProblem(await api.as(generateKey('live')).get('/v1/me'), 'unauthenticated');
    await api.deps.db.apiKey.update({ where: { id }, data: { expiresAt: api.clock.now() } });
    expectProblem(await api.as(key).get('/v1/me'), 'unauthenticated');
  });
});
