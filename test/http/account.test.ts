import { Me, Usage } from '@countersign/contract/key';
import { withTransaction } from '@countersign/core/ctx';
import { countEnvelope } from '@countersign/core/usage/count-envelope';
import { ProblemError } from '@countersign/problem/problem-error';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { testClock } from '../support/clock.ts';
import { expectProblem } from '../support/problem.ts';

const clock = testClock('2026-12-31T23:00:00Z');
let api: TestApi;
let mine: TestWorkspace;
beforeAll(async () => {
  api = await startTestApi({
    clock,
    settings: { envelopeAllowance: 5, rateSustainedRps: 7, rateBurstRps: 90 },
  });
  mine = await api.createTestWorkspace();
});

const send = (workspace: TestWorkspace, mode: 'live' | 'test', count = 1) =>
  withTransaction(workspace.ctx(mode), (tx) => countEnvelope(tx, count));

describe('GET /v1/me', () => {
  test('200: workspace, team, key and mode', async () => {
    const me = Me.parse((await mine.test.get('/v1/me')).body);
    expect(me).toMatchObject({
      workspace: { id: mine.workspaceId, slug: mine.slug, name: `Workspace ${mine.slug}` },
      team_id: mine.teamId,
      key: { name: 'First test key', mode: 'test', display: `cs_test_…${mine.testKey.slice(-4)}` },
      mode: 'test',
    });
    expect(JSON.stringify(me)).not.toContain(mine.testKey);
  });

  test('401: without a key', async () => {
    expectProblem(await api.anonymous.get('/v1/me'), 'unauthenticated');
  });
});

describe('GET /v1/usage', () => {
  test('200: counts live envelopes of the month, which ends at midnight UTC', async () => {
    const workspace = await api.createTestWorkspace();
    expect(Usage.parse((await workspace.live.get('/v1/usage')).body)).toEqual({
      envelopes: { allowance: 5, used: 0, remaining: 5, resets_on: '2027-01-01' },
      fair_use: { sustained_rps: 7, burst_rps: 90, envelopes_per_day_review_threshold: 2000 },
      storage: { quota_bytes: 100 * 1024 ** 3, used_bytes: 0 },
    });
    await send(workspace, 'live');
    await send(workspace, 'live', 2);
    await send(workspace, 'test', 100);
    const used = async () => (await workspace.test.get('/v1/usage')).body.envelopes;
    expect(await used()).toEqual({ allowance: 5, used: 3, remaining: 2, resets_on: '2027-01-01' });
    clock.advance(3_600_000);
    expect(await used()).toEqual({ allowance: 5, used: 0, remaining: 5, resets_on: '2027-02-01' });
  });

  test('concurrent sends never exceed the allowance, and a refused one is not counted', async () => {
    const workspace = await api.createTestWorkspace();
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => send(workspace, 'live')));
    const refused = outcomes.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(7);
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason).toBeInstanceOf(ProblemError);
      expect(reason.slug).toBe('allowance-exhausted');
    }
    expect((await workspace.live.get('/v1/usage')).body.envelopes).toMatchObject({ used: 5, remaining: 0 });
    await expect(send(await api.createTestWorkspace(), 'live', 6)).rejects.toMatchObject({
      slug: 'allowance-exhausted',
    });
  });

  test('an envelope is not counted when its send is rolled back', async () => {
    const workspace = await api.createTestWorkspace();
    const undone = withTransaction(workspace.ctx('live'), async (tx) => {
      await countEnvelope(tx);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect((await workspace.live.get('/v1/usage')).body.envelopes.used).toBe(0);
  });
});
