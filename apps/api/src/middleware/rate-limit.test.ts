import { describe, expect, test } from '@jest/globals';
import { startTestApi } from '../../../../test/support/api.ts';
import { testClock } from '../../../../test/support/clock.ts';
import { expectProblem } from '../../../../test/support/problem.ts';
import { passForBuckets } from '../../../../test/support/rate-limit.ts';

/** One token in a thousand seconds, so that no token is added while a test runs. */
const settings = { rateSustainedRps: 0.001, rateBurstRps: 10 };

describe('the rate limit', () => {
  test('allows the burst, then responds 429 with Retry-After, then allows the sustained rate', async () => {
    const api = await startTestApi({ settings });
    const workspace = await api.createTestWorkspace();
    for (let left = 9; left >= 0; left -= 1) {
      const { status, headers } = await workspace.live.get('/v1/me');
      expect([status, headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual([
        200,
        '10',
        String(left),
      ]);
      const fullAfter = Number(headers['ratelimit-reset']);
      expect(fullAfter).toBeLessThanOrEqual(1000 * (10 - left));
      expect(fullAfter).toBeGreaterThan(1000 * (9 - left));
    }
    const refused = await workspace.live.get('/v1/me');
    expectProblem(refused, 'rate-limited');
    expect(refused.headers).toMatchObject({ 'ratelimit-remaining': '0', 'ratelimit-limit': '10' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(1000);
    await passForBuckets(api.deps, 1_000_000);
    expect((await workspace.live.get('/v1/me')).status).toBe(200);
    expectProblem(await workspace.live.get('/v1/me'), 'rate-limited');
    await passForBuckets(api.deps, 36_000_000);
    expect((await workspace.live.get('/v1/me')).headers['ratelimit-remaining']).toBe('9');
  });

  test('is shared by all processes and both modes, and exact under concurrency', async () => {
    const [one, two] = [await startTestApi({ settings }), await startTestApi({ settings })];
    const workspace = await one.createTestWorkspace();
    const calls = Array.from({ length: 40 }, (_, index) =>
      (index % 2 ? one : two).as(index % 3 ? workspace.liveKey : workspace.testKey).get('/v1/me'),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  test('of one workspace does not affect another', async () => {
    const api = await startTestApi({ settings });
    const [busy, calm] = [await api.createTestWorkspace(), await api.createTestWorkspace()];
    await Promise.all(Array.from({ length: 15 }, () => busy.live.get('/v1/me')));
    expectProblem(await busy.live.get('/v1/me'), 'rate-limited');
    expect((await calm.live.get('/v1/me')).headers['ratelimit-remaining']).toBe('9');
  });

  test('does not depend on the clocks of processes', async () => {
    const [early, late] = [testClock('2027-03-01T12:00:00Z'), testClock('2027-03-01T12:05:00Z')];
    const one = await startTestApi({ clock: late, settings });
    const two = await startTestApi({ clock: early, settings });
    const workspace = await one.createTestWorkspace();
    for (let call = 0; call < 10; call += 1) await one.as(workspace.liveKey).get('/v1/me');
    for (let call = 0; call < 6; call += 1)
      expectProblem(await (call % 2 ? one : two).as(workspace.liveKey).get('/v1/me'), 'rate-limited');
    await passForBuckets(one.deps, 1_000_000);
    expect((await two.as(workspace.liveKey).get('/v1/me')).status).toBe(200);
  });

  test('keeps its Retry-After promise when the clock of PostgreSQL is set back', async () => {
    const api = await startTestApi({ settings });
    const workspace = await api.createTestWorkspace();
    const call = () => workspace.live.get('/v1/me');
    await Promise.all(Array.from({ length: 10 }, call));
    await passForBuckets(api.deps, -3_600_000);
    const refused = await call();
    expectProblem(refused, 'rate-limited');
    await passForBuckets(api.deps, Number(refused.headers['retry-after']) * 1000);
    expect((await call()).status).toBe(200);
    expectProblem(await call(), 'rate-limited');
  });

  test('refuses before the body is read, and stores no response for the Idempotency-Key', async () => {
    const api = await startTestApi({ settings });
    const workspace = await api.createTestWorkspace();
    await Promise.all(Array.from({ length: 10 }, () => workspace.live.get('/v1/me')));
    const create = () => workspace.live.post('/v1/folders', { name: 'Later' }).set('Idempotency-Key', 'once');
    expectProblem(await create(), 'rate-limited');
    await passForBuckets(api.deps, 1_000_000);
    const created = await create();
    expect([created.status, created.headers['idempotent-replayed']]).toEqual([201, undefined]);
  });
});
