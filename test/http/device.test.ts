/** The device flow (docs/spec/interface.md, Device authorization; docs/spec/decisions.md, section 7; RFC 8628), on a clock that the tests move. */
import { DeviceCodeOut, DeviceCodeReq, DeviceRequestOut, DeviceTokenOut } from '@countersign/contract/device';
import { readUserCode } from '@countersign/core/device/codes';
import { approveDevice } from '@countersign/core/device/decide';
import { startDevice } from '@countersign/core/device/start';
import { sweepDevices } from '@countersign/core/device/sweep';
import type { ProblemSlug } from '@countersign/problem/catalogue';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { testClock } from '../support/clock.ts';
import { type Person, person } from '../support/people.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';

const clock = testClock();
let api: TestApi;
let mine: TestWorkspace;
let owner: Person;
let manager: Person;
let member: Person;
beforeAll(async () => {
  api = await startTestApi({ clock, edge: { trustProxy: 1 } });
  mine = await api.createTestWorkspace();
  owner = await person(api, mine, 'owner');
  manager = await person(api, mine, 'manager');
  member = await person(api, mine, 'member');
});

const start = async (body: object = { client: 'countersign' }) => {
  const answer = await api.anonymous.post('/v1/device/code', body);
  expect(answer.status).toBe(201);
  return DeviceCodeOut.parse(answer.body);
};
const poll = (device_code: string) => api.anonymous.post('/v1/device/token', { device_code });
const approve = (code: string, by: Person = manager, body: object = {}) =>
  by.post(`/v1/console/device/${code}/approve`, { workspace: mine.slug, ...body });

/** Each problem also has the `error` of the RFC. */
const expectRefusal = async (device_code: string, slug: ProblemSlug, interval?: number) => {
  const body = expectProblem(await poll(device_code), slug);
  expect([body.error, body.interval]).toEqual([slug.replaceAll('-', '_'), interval]);
};

describe('POST /v1/device/code', () => {
  test('201: codes, URLs and times; both codes are stored only as hashes', async () => {
    const codes = await start({
      client: 'countersign',
      client_version: '1.2.0',
      mode: 'test',
      name: 'Laptop',
    });
    expect(codes).toMatchObject({
      verification_uri: `${api.url}/device`,
      verification_uri_complete: `${api.url}/device?code=${codes.user_code}`,
      expires_in: 900,
      interval: 5,
    });
    expect(codes.user_code).toMatch(/^[BCDFGHJKMNPQRSTVWXZ3479]{4}-[BCDFGHJKMNPQRSTVWXZ3479]{4}$/);
    expect(codes.device_code).toMatch(/^[\w-]{43}$/);
    const stored = JSON.stringify(await api.deps.db.deviceAuthorization.findMany(), (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    for (const secret of [codes.device_code, codes.user_code, codes.user_code.replace('-', '')])
      expect(stored).not.toContain(secret);
  });

  test('422: reports every invalid member', async () => {
    const issues = async (body: object) => issuesOf(await api.anonymous.post('/v1/device/code', body));
    expect(await issues({})).toEqual(['body.client missing']);
    for (const client of ['', 'A', '1a', 'a_b', `a${'b'.repeat(32)}`])
      expect(await issues({ client })).toEqual(['body.client string_pattern_mismatch']);
    expect(
      await issues({ client: 'a', client_version: 'x'.repeat(65), mode: 'dead', name: 'x'.repeat(101) }),
    ).toEqual(['body.client_version string_too_long', 'body.mode enum', 'body.name string_too_long']);
    for (const device_code of ['x'.repeat(15), 'x'.repeat(129)])
      expect(issuesOf(await poll(device_code))).toHaveLength(1);
  });

  test('429: too many requests from one address', async () => {
    const ask = () =>
      api.anonymous.post('/v1/device/code', { client: 'flood' }).set('X-Forwarded-For', '203.0.113.9');
    const answers = await Promise.all(Array.from({ length: 150 }, ask));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(90);
    expectProblem(refused[0]!, 'rate-limited');
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('POST /v1/device/token', () => {
  test('pending, then the key once: with the requested mode, for the chosen workspace, and valid', async () => {
    const { device_code, user_code } = await start({ client: 'countersign', mode: 'test', name: 'Laptop' });
    await expectRefusal(device_code, 'authorization-pending', 5);
    expect(await api.deps.db.apiKey.count({ where: { name: 'Laptop' } })).toBe(0);
    expect((await approve(user_code)).status).toBe(204);
    expect(await api.deps.db.apiKey.count({ where: { name: 'Laptop' } })).toBe(0);
    const answer = await poll(device_code);
    expect(answer.status).toBe(200);
    const token = DeviceTokenOut.parse(answer.body);
    expect(token).toMatchObject({ mode: 'test', name: 'Laptop', tenant_slug: mine.slug });
    expect(token.display).toBe(`cs_test_…${token.api_key.slice(-4)}`);
    const me = (await api.as(token.api_key).get('/v1/me')).body;
    expect([me.workspace.id, me.mode, me.key.id]).toEqual([mine.workspaceId, 'test', token.key_id]);
    await expectRefusal(device_code, 'invalid-grant');
    expect(JSON.stringify(api.logged)).not.toContain(token.api_key);
  });

  test('takes the form that RFC 8628 libraries send', async () => {
    const { device_code, user_code } = await start({ client: 'countersign', mode: 'test', name: 'Form' });
    const asForm = (members: Record<string, string>) =>
      api.anonymous
        .post('/v1/device/token')
        .type('form')
        .send({ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: 'cli', ...members });
    const pending = await asForm({ device_code });
    expect(expectProblem(pending, 'authorization-pending')).toMatchObject({ error: 'authorization_pending' });
    await approve(user_code);
    clock.advance(6000);
    expect(DeviceTokenOut.parse((await asForm({ device_code })).body)).toMatchObject({ name: 'Form' });
    expect(issuesOf(await asForm({}))).toEqual(['body.device_code missing']);
    expectProblem(await asForm({ device_code: 'x'.repeat(20_000) }), 'payload-too-large');
    const elsewhere = await api.anonymous.post('/v1/device/code').type('form').send({ client: 'a' });
    expect(elsewhere.status).toBe(201);
  });

  test('one of ten concurrent exchanges gets the key, and one key is created', async () => {
    const { device_code, user_code } = await start({ client: 'countersign', name: 'Once' });
    await approve(user_code);
    const answers = await Promise.all(Array.from({ length: 10 }, () => poll(device_code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
    for (const lost of answers.filter(({ status }) => status === 400)) expectProblem(lost, 'invalid-grant');
    expect(await api.deps.db.apiKey.count({ where: { name: 'Once' } })).toBe(1);
  });

  test('slow-down for each early poll, which adds five seconds to the interval', async () => {
    const { device_code, user_code } = await start();
    await expectRefusal(device_code, 'authorization-pending', 5);
    // Half a second less than the interval is tolerated.
    clock.advance(4499);
    await expectRefusal(device_code, 'slow-down', 10);
    clock.advance(9499);
    await expectRefusal(device_code, 'slow-down', 15);
    clock.advance(14_500);
    await expectRefusal(device_code, 'authorization-pending', 15);
    await approve(user_code);
    expect((await poll(device_code)).status).toBe(200);
  });

  test('unauthenticated if the session of the approver ended while the body arrived', async () => {
    const { user_code, device_code } = await start();
    const leaver = await person(api, mine, 'manager');
    const { userId } = leaver;
    const { id } = await api.deps.db.userSession.findFirstOrThrow({ where: { userId } });
    expect((await leaver.delete('/v1/console/session')).status).toBe(204);
    const caller = { ...api.deps, ip: null, userAgent: null, requestId: 'slow' };
    const decider = { userId, sessionId: id, signedInBy: 'email', network: '192.0.2.0' } as const;
    const approval = approveDevice(caller, decider, user_code, { workspace: mine.slug } as never);
    await expect(approval).rejects.toMatchObject({ slug: 'unauthenticated' });
    await expectRefusal(device_code, 'authorization-pending', 5);
  });

  test('access-denied once denied, and when the approver is no longer allowed to create keys', async () => {
    const denied = await start();
    expect((await manager.post(`/v1/console/device/${denied.user_code}/deny`)).status).toBe(204);
    for (const again of [1, 2]) {
      expect(again).toBeGreaterThan(0);
      await expectRefusal(denied.device_code, 'access-denied');
    }
    const lost = await start();
    const leaver = await person(api, mine, 'manager');
    expect((await approve(lost.user_code, leaver)).status).toBe(204);
    await owner.patch(`/v1/console/members/${leaver.userId}`, { role: 'member' });
    await expectRefusal(lost.device_code, 'access-denied');
    await owner.delete(`/v1/console/members/${leaver.userId}`);
    await expectRefusal(lost.device_code, 'access-denied');
  });

  test('expired-token after 15 minutes, approved or not; invalid-grant for unknown codes', async () => {
    const [waiting, approved] = [await start(), await start()];
    await approve(approved.user_code);
    clock.advance(900_000);
    await expectRefusal(waiting.device_code, 'expired-token');
    await expectRefusal(approved.device_code, 'expired-token');
    expectProblem(await approve(waiting.user_code), 'not-found');
    await expectRefusal('x'.repeat(43), 'invalid-grant');
  });
});

describe('the person who decides', () => {
  test('sees client, version, mode, name and address; the code may be written in any form', async () => {
    const asked = await api.anonymous
      .post('/v1/device/code', { client: 'countersign', client_version: '1.2.0', name: 'Laptop' })
      .set('X-Forwarded-For', '203.0.113.77');
    const code = asked.body.user_code as string;
    for (const typed of [code, code.toLowerCase(), code.replace('-', ''), ` ${code.replace('-', ' ')} `]) {
      const shown = await member.get(`/v1/console/device/${encodeURIComponent(typed)}`);
      expect(DeviceRequestOut.parse(shown.body)).toEqual({
        user_code: code,
        client: 'countersign',
        client_version: '1.2.0',
        mode: 'live',
        name: 'Laptop',
        ip: '203.0.113.77',
        created_at: clock.now().toISOString(),
        expires_at: new Date(clock.now().getTime() + 900_000).toISOString(),
      });
    }
  });

  test('may name the key, which otherwise has the name of the client', async () => {
    const [named, unnamed] = [await start(), await start({ client: 'my-script', name: ' ' })];
    await approve(named.user_code, manager, { name: 'Renamed' });
    await approve(unnamed.user_code);
    expect((await poll(named.device_code)).body.name).toBe('Renamed');
    expect((await poll(unnamed.device_code)).body.name).toBe('my-script');
  });

  test('401 signed out, 403 from another site and for members, 404 for other workspaces', async () => {
    const other = await api.createTestWorkspace();
    const { user_code, device_code } = await start();
    const path = `/v1/console/device/${user_code}`;
    expectProblem(await api.anonymous.get(path), 'unauthenticated');
    expectProblem(
      await api.as(mine.liveKey).post(`${path}/approve`, { workspace: mine.slug }),
      'unauthenticated',
    );
    expectProblem(await approve(user_code).set('Origin', 'https://evil.example'), 'forbidden');
    expect(expectProblem(await approve(user_code, member), 'forbidden')).toMatchObject({ needs: 'manager' });
    expectProblem(await approve(user_code, manager, { workspace: other.slug }), 'not-found');
    expectProblem(await approve(user_code, manager, { workspace: '\u0000' }), 'validation');
    await expectRefusal(device_code, 'authorization-pending', 5);
  });

  test('one of two concurrent decisions takes effect', async () => {
    const { user_code, device_code } = await start();
    const answers = await Promise.all([
      approve(user_code, manager),
      approve(user_code, owner),
      manager.post(`/v1/console/device/${user_code}/deny`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    const isDenied = answers[2]!.status === 204;
    expect((await poll(device_code)).status).toBe(isDenied ? 400 : 200);
    expectProblem(await approve(user_code), 'not-found');
  });

  test('429: ten wrong codes block an address for ten minutes, even with the right code; others are not affected', async () => {
    const { user_code } = await start();
    const from = (ip: string, code: string) =>
      manager.get(`/v1/console/device/${code}`).set('X-Forwarded-For', ip);
    expect((await from('198.51.100.1', user_code)).status).toBe(200);
    const guesses = Array.from({ length: 14 }, (_, index) => (index % 2 ? 'BBBB-BBBB' : 'nonsense'));
    const answers = await Promise.all(guesses.map((code) => from('198.51.100.1', code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(10).fill(404),
      ...Array(4).fill(429),
    ]);
    const locked = await from('198.51.100.1', user_code);
    expectProblem(locked, 'rate-limited');
    expect(locked.headers['retry-after']).toBe('600');
    expect((await from('198.51.100.2', user_code)).status).toBe(200);
    clock.advance(599_000);
    const last = await from('198.51.100.1', user_code);
    expectProblem(last, 'rate-limited');
    expect(last.headers['retry-after']).toBe('1');
    clock.advance(1000);
    expect((await from('198.51.100.1', user_code)).status).toBe(200);
  });
});

describe('a user code', () => {
  test('is accepted in any case and with any dashes; other text is refused', () => {
    for (const typed of ['BCDF-GHJK', 'bcdfghjk', ' bcdf – ghjk ', 'B C D F G H J K'])
      expect(readUserCode(typed)).toBe('BCDF-GHJK');
    for (const typed of ['', 'BCDF-GHJ', 'BCDF-GHJKM', 'ABCD-EFGH', 'BCDF-GH0K', 'ßCDF-GHJK', 'BCDF_GHJK'])
      expect(readUserCode(typed)).toBeNull();
  });
});

test('a user code that another request has is replaced, up to four times', async () => {
  const taken = await start();
  const { secrets } = api.deps;
  const startAfter = (collisions: number) => {
    let left = collisions;
    const mac: typeof secrets.mac = (purpose, text) => {
      left -= 1;
      return secrets.mac(purpose, left < 0 ? text : taken.user_code);
    };
    const ctx = { ...api.deps, ip: null, userAgent: null, requestId: 'test', secrets: { ...secrets, mac } };
    return startDevice(ctx, DeviceCodeReq.parse({ client: 'countersign' }));
  };
  const { deviceCode } = await startAfter(4);
  await expectRefusal(deviceCode, 'authorization-pending', 5);
  await expect(startAfter(5)).rejects.toThrow();
});

test('a code is kept for a day after it has expired, wrong codes of an address for ten minutes', async () => {
  // No other address has a wrong code at this time.
  clock.advance(1);
  const { device_code } = await start();
  const since = clock.now();
  await manager.get('/v1/console/device/BBBB-BBBB').set('X-Forwarded-For', '198.51.100.7');
  const guesses = () => api.deps.db.deviceGuess.count({ where: { since } });
  clock.advance(600_000);
  await sweepDevices(api.deps);
  expect(await guesses()).toBe(1);
  clock.advance(1);
  expect(await sweepDevices(api.deps)).toBeGreaterThan(0);
  expect(await guesses()).toBe(0);
  expect(await sweepDevices(api.deps)).toBe(0);

  // It expires after 15 minutes.
  clock.advance(300_000 - 1 + 86_400_000);
  await sweepDevices(api.deps);
  await expectRefusal(device_code, 'expired-token');
  clock.advance(1);
  expect(await sweepDevices(api.deps)).toBeGreaterThan(0);
  await expectRefusal(device_code, 'invalid-grant');
});
