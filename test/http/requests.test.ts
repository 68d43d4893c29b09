/** GET /v1/requests: what is recorded of requests with an API key, and what is not (docs/decisions/034-request-log.md). */
import { RequestPage } from '@countersign/contract/request-log';
import { sweepRequestLog } from '@countersign/core/request-log/sweep';
import { createRequestLog, type LoggedRequest } from '@countersign/core/request-log/writer';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { person } from '../support/people.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';

let api: TestApi;
let mine: TestWorkspace;
beforeAll(async () => {
  api = await startTestApi({ requestLog: true });
  mine = await api.createTestWorkspace();
});

/** The log of the workspace, newest first, without the calls that read it. */
async function logged(query = '', workspace = mine, client = workspace.live) {
  await api.deps.requestLog!.flush();
  const answer = await client.get(`/v1/requests?${query}`);
  expect(answer.status).toBe(200);
  return RequestPage.parse(answer.body).items.filter(({ route }) => route !== '/v1/requests');
}

describe('what is recorded', () => {
  test('200: each call with its id, route, status, problem, key and duration, newest first', async () => {
    const workspace = await api.createTestWorkspace();
    const made = await workspace.live
      .post('/v1/documents', { title: 'Lease', recipients: [], fields: [] })
      .set('Idempotency-Key', 'lease-1')
      .set('User-Agent', 'crm/1.0');
    await workspace.live
      .post('/v1/documents', { title: 'Lease', recipients: [], fields: [] })
      .set('Idempotency-Key', 'lease-1');
    const refused = await workspace.live
      .post(`/v1/documents/${made.body.id}/send`, {})
      .set('X-Request-Id', 'trace-42');
    expect(refused.status).toBe(409);
    const [sent, replay, created] = await logged('', workspace);
    expect(sent).toMatchObject({
      request_id: 'trace-42',
      method: 'POST',
      route: '/v1/documents/{doc_id}/send',
      path: `/v1/documents/${made.body.id}/send`,
      query: null,
      status: 409,
      problem: 'document-state',
      document_id: made.body.id,
      has_idempotency_key: false,
      is_replay: false,
      duration_ms: expect.any(Number),
      key: { name: 'First live key', display: expect.stringMatching(/^cs_live_/) },
    });
    expect(created).toMatchObject({
      request_id: made.headers['x-request-id'],
      status: 201,
      problem: null,
      document_id: made.body.id,
      has_idempotency_key: true,
      is_replay: false,
      user_agent: 'crm/1.0',
    });
    expect(replay).toMatchObject({ status: 201, is_replay: true });
  });

  test('no name, email address or secret in paths, and nothing of a body', async () => {
    const workspace = await api.createTestWorkspace();
    const secret = 'ada.lovelace@example.test';
    const inUrl = encodeURIComponent(secret);
    await workspace.live.get(`/v1/documents?search=${inUrl}&status=sent&limit=7&recipient=${inUrl}`);
    await workspace.live.get(`/v1/documents/${inUrl}`);
    await workspace.live.get(`/v1/documents?${inUrl}=1&starting_after=${inUrl}&external_id=${inUrl}`);
    await workspace.live.post('/v1/documents', { title: secret, recipients: [], fields: [] });
    const all = await logged('', workspace);
    expect(all.map(({ path, query, status }) => [path, query, status])).toEqual([
      ['/v1/documents', null, 201],
      ['/v1/documents', '…=…&starting_after=…&external_id=…', 422],
      ['/v1/documents/…', null, 404],
      ['/v1/documents', 'search=…&status=sent&limit=7&recipient=…', 200],
    ]);
    const rows = await api.deps.db.apiRequest.findMany({ where: { workspaceId: workspace.workspaceId } });
    expect(JSON.stringify(rows)).not.toMatch(/lovelace/);
  });

  test('neither requests without a valid key nor those of people', async () => {
    const before = (await logged()).length;
    await api.anonymous.get('/v1/documents');
    await api.as(`${mine.liveKey}x`).get('/v1/documents');
    const owner = await person(api, mine, 'owner', 'live');
    expect((await owner.get('/v1/documents')).status).toBe(200);
    expect((await logged()).length).toBe(before);
  });

  test('only some of a flood of refusals; requests without a response have no status', async () => {
    const workspace = await api.createTestWorkspace();
    const slow = await startTestApi({
      requestLog: true,
      settings: { rateSustainedRps: 0.001, rateBurstRps: 1 },
    });
    const client = slow.as(workspace.liveKey);
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 100 }, () => client.get('/v1/me')));
    await slow.deps.requestLog!.flush();
    const statuses = (await logged('limit=200', workspace)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toEqual([200]);
    const refused = statuses.filter((status) => status === 429).length;
    expect(refused).toBeGreaterThanOrEqual(1);
    expect(refused).toBeLessThanOrEqual(60 + Math.ceil((performance.now() - startedAt) / 1000));
  });
});

describe('reading the log', () => {
  test('401, 403 for members; another workspace and the other mode see nothing', async () => {
    expectProblem(await api.anonymous.get('/v1/requests'), 'unauthenticated');
    const member = await person(api, mine, 'member', 'live');
    expectProblem(await member.get('/v1/requests'), 'forbidden');
    await mine.live.get('/v1/usage');
    const other = await api.createTestWorkspace();
    expect(await logged('', other)).toEqual([]);
    expect(await logged('', mine, mine.test)).toEqual([]);
    const manager = await person(api, mine, 'manager', 'live');
    expect((await manager.get('/v1/requests')).body.items.length).toBeGreaterThan(0);
  });

  test('filters by status, method, path, key, request id, document and time; 422 for invalid values', async () => {
    const workspace = await api.createTestWorkspace();
    const { body: made } = await workspace.live.post('/v1/documents', {
      title: 'A',
      recipients: [],
      fields: [],
    });
    await workspace.live.get(`/v1/documents/${made.id}`).set('X-Request-Id', 'found');
    await workspace.live.post('/v1/folders', { name: ' ' });
    await workspace.live.get('/v1/usage');
    const routes = async (query: string) =>
      (await logged(query, workspace)).map(({ method, route }) => `${method} ${route}`);
    const create = 'POST /v1/documents';
    const read = 'GET /v1/documents/{doc_id}';
    const key = (await logged('', workspace))[0]!.key!;
    expect(await routes('status=2xx')).toEqual(['GET /v1/usage', read, create]);
    expect(await routes('status=422')).toEqual(['POST /v1/folders']);
    expect(await routes('method=POST')).toEqual(['POST /v1/folders', create]);
    expect(await routes('path=/v1/documents')).toEqual([read, create]);
    expect(await routes(`document_id=${made.id}`)).toEqual([read, create]);
    expect(await routes('request_id=found')).toEqual([read]);
    expect((await routes(`key_id=${key.id}`)).length).toBe(4);
    expect(await routes('key_id=019aa8a4-1b2c-7d3e-8f4a-5b6c7d8e9fa0')).toEqual([]);
    expect((await routes('created_after=2001-01-01')).length).toBe(4);
    expect(await routes('created_before=2001-01-01')).toEqual([]);
    const hence = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    expect((await routes(`created_after=${hence(-1)}&created_before=${hence(1)}`)).length).toBe(4);
    expect(await routes(`created_after=${hence(1)}`)).toEqual([]);
    for (const bad of ['status=9', 'method=FETCH', 'key_id=1', 'document_id=1', 'created_after=x', 'limit=0'])
      expect([bad, issuesOf(await workspace.live.get(`/v1/requests?${bad}`)).length]).toEqual([bad, 1]);
  });

  test.each([
    ['with a filter', 'path=/v1/me&'],
    ['without', ''],
  ])(
    'pages %s end at the last entry, none is read twice, and the header Link leads on',
    async (_, filter) => {
      const workspace = await api.createTestWorkspace();
      for (let at = 0; at < 5; at += 1) await workspace.live.get('/v1/me').set('X-Request-Id', `call-${at}`);
      await api.deps.requestLog!.flush();
      const seen: string[] = [];
      for (let path: string | null = `/v1/requests?${filter}limit=2`; path !== null; ) {
        const { body, headers }: { body: RequestPage; headers: Record<string, string> } =
          await workspace.live.get(path);
        seen.push(...body.items.map(({ request_id: id }) => id));
        const next: string | undefined = /<([^>]+)>; rel="next"/.exec(headers.link ?? '')?.[1];
        expect(next === undefined).toBe(body.next_starting_after === null);
        path = next === undefined ? null : new URL(next).pathname + new URL(next).search;
      }
      expect(seen).toEqual(['call-4', 'call-3', 'call-2', 'call-1', 'call-0']);
      const { body: whole } = await workspace.live.get('/v1/requests?path=/v1/me&limit=5');
      expect([whole.items.length, whole.next_starting_after]).toEqual([5, null]);
    },
  );
});

describe('writing the log', () => {
  const entry = (workspaceId: string): LoggedRequest => ({
    workspaceId,
    mode: 'live',
    keyId: '019aa8a4-1b2c-7d3e-8f4a-5b6c7d8e9fa0',
    requestId: 'r',
    createdAt: new Date(),
    method: 'GET',
    route: '/v1/me',
    path: '/v1/me',
    query: null,
    status: 200,
    problem: null,
    durationMs: 1,
    documentId: null,
    hasIdempotencyKey: false,
    isReplay: false,
    userAgent: null,
  });

  test('while the database is down, entries wait, those over the limit are counted, and a flood from one workspace leaves room for others', async () => {
    const { workspaceId } = await api.createTestWorkspace();
    let isFailing = true;
    const db = {
      $executeRaw: (...statement: Parameters<typeof api.deps.db.$executeRaw>) =>
        isFailing ? Promise.reject(new Error('away')) : api.deps.db.$executeRaw(...statement),
    };
    const warnings: string[] = [];
    const log = { ...api.deps.log, warn: (message: string) => void warnings.push(message) };
    const requestLog = createRequestLog({ db: db as typeof api.deps.db, log });
    for (let at = 0; at < 3000; at += 1) requestLog.record(entry(workspaceId));
    expect(requestLog.dropped()).toBe(500);
    const { workspaceId: other } = await api.createTestWorkspace();
    requestLog.record(entry(other));
    expect(requestLog.dropped()).toBe(500);
    await requestLog.flush();
    await requestLog.flush();
    expect(warnings).toEqual(['the request log cannot be written']);
    isFailing = false;
    await requestLog.stop();
    const { db: real } = api.deps;
    expect(await real.apiRequest.count({ where: { workspaceId } })).toBe(2500);
    expect(await real.apiRequest.count({ where: { workspaceId: other } })).toBe(1);
    expect(requestLog.dropped()).toBe(500);
  });

  test('at most 10,000 entries wait in all; what was written makes room; what never was counts as lost', async () => {
    let isFailing = true;
    const insert = async () => {
      if (isFailing) throw new Error('away');
      return 1;
    };
    const db = { $executeRaw: insert } as unknown as typeof api.deps.db;
    const requestLog = createRequestLog({ db, log: { ...api.deps.log, warn: () => undefined } });
    const recordFor = (workspaces: number) => {
      for (let at = 0; at < workspaces * 2500; at += 1) requestLog.record(entry(`${at % workspaces}`));
    };
    recordFor(4);
    expect(requestLog.dropped()).toBe(0);
    requestLog.record(entry('another'));
    expect(requestLog.dropped()).toBe(1);
    isFailing = false;
    await requestLog.flush();
    recordFor(4);
    expect(requestLog.dropped()).toBe(1);
    isFailing = true;
    await requestLog.stop();
    expect(requestLog.dropped()).toBe(10_001);
  });

  test('entries are deleted after REQUEST_LOG_DAYS, younger ones are kept', async () => {
    const { workspaceId } = await api.createTestWorkspace();
    const requestLog = createRequestLog(api.deps);
    requestLog.record(entry(workspaceId));
    await requestLog.stop();
    const later = (days: number) => ({ ...api.deps, now: () => new Date(Date.now() + days * 86_400_000) });
    await sweepRequestLog(later(29));
    expect(await api.deps.db.apiRequest.count({ where: { workspaceId } })).toBe(1);
    expect(await sweepRequestLog(later(31))).toBeGreaterThanOrEqual(1);
    expect(await api.deps.db.apiRequest.count({ where: { workspaceId } })).toBe(0);
  });
});
