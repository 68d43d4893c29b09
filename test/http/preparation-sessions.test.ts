/** Preparation sessions: their operations by status, what the page of one may do, and what it may not (docs/decisions/021-embedded-signing.md). */
import { DocumentOut } from '@countersign/contract/document';
import { encodeId } from '@countersign/contract/ids';
import { PreparationSessionOut, StartedPreparationOut } from '@countersign/contract/preparation';
import { beforeAll, describe, expect, test } from '@jest/globals';
import request, { type Test } from 'supertest';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { finalizedDraft, reread, signAs, twoSigners } from '../support/documents.ts';
import { person } from '../support/people.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';

let api: TestApi;
let mine: TestWorkspace;
let other: TestWorkspace;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  other = await api.createTestWorkspace();
  for (const client of [mine.test, other.test])
    await client.patch('/v1/workspace', {
      embed_origins: ['https://app.example.com', 'http://localhost:3000'],
    });
});

async function draft(workspace = mine, mode: 'live' | 'test' = 'test'): Promise<string> {
  const ctx = { ...workspace.ctx(mode), storage: api.storage };
  return encodeId('doc', (await finalizedDraft(ctx)).id);
}
const pathOf = (id: string) => `/v1/documents/${id}/preparation-session`;
async function create(id: string, body?: object): Promise<PreparationSessionOut> {
  const answer = await mine.test.post(pathOf(id), body);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return PreparationSessionOut.parse(answer.body);
}
const tokenOf = ({ url }: { url: string }) => url.split('/').at(-1)!;
const start = (created: { url: string }) =>
  api.anonymous.post('/v1/preparation-sessions', { token: tokenOf(created) });
async function session(id: string, body?: object): Promise<StartedPreparationOut> {
  const answer = await start(await create(id, body));
  expect(answer.status).toBe(201);
  return StartedPreparationOut.parse(answer.body);
}
/** The calls of a page that holds a session. */
function page({ session }: { session: string }) {
  const call = (method: 'get' | 'put' | 'post' | 'patch' | 'delete', path: string, body?: object): Test => {
    const test = request(api.url)[method](path).set('X-Preparation-Session', session);
    return body === undefined ? test : test.send(body);
  };
  return call;
}
const specs = {
  recipients: [{ name: 'Katherine Johnson', email: 'katherine@example.test' }],
  fields: [{ type: 'signature', page: 1, x: 0.2, y: 0.5, w: 0.3, h: 0.05, recipient_index: 0 }],
};

describe('POST /v1/documents/{doc_id}/preparation-session', () => {
  test('201: a URL for five minutes; also for a manager of the console', async () => {
    const id = await draft();
    const created = await create(id);
    expect(created.url).toMatch(new RegExp(`^${api.url}/embed/prepare/[\\w-]{43}$`));
    expect(Date.parse(created.expires_at) - api.clock.now().getTime()).toBe(300_000);
    const manager = await person(api, mine, 'manager', 'test');
    expect((await manager.post(pathOf(id))).status).toBe(201);
  });

  test('401, 403 and 404: not without a key, not for members, not for documents of others', async () => {
    const id = await draft();
    expectProblem(await api.anonymous.post(pathOf(id)), 'unauthenticated');
    const member = await person(api, mine, 'member', 'test');
    expectProblem(await member.post(pathOf(id)), 'forbidden');
    expectProblem(await other.test.post(pathOf(id)), 'not-found');
    expectProblem(await mine.live.post(pathOf(id)), 'not-found');
    expectProblem(await mine.test.post(pathOf('doc_1')), 'not-found');
  });

  test('409 unless the document is a finalized draft; 422 for a wrong body', async () => {
    const created = await mine.test.post('/v1/documents', { title: 'No PDF yet' });
    expect(expectProblem(await mine.test.post(pathOf(created.body.id)), 'document-state')).toMatchObject({
      current: 'awaiting_upload',
      allowed: ['draft'],
    });
    const id = await draft();
    await mine.test.post(`/v1/documents/${id}/send`);
    expect(expectProblem(await mine.test.post(pathOf(id)), 'document-state')).toMatchObject({
      current: 'sent',
    });
    expect(issuesOf(await mine.test.post(pathOf(await draft()), { can_send: 'no' }))).toEqual([
      'body.can_send bool_type',
    ]);
  });

  test('429 after 60 sessions of one document in an hour', async () => {
    const id = await draft();
    const { id: uuid } = await api.deps.db.document.findFirstOrThrow({
      where: { workspaceId: mine.ctx('test').workspaceId },
      orderBy: { id: 'desc' },
    });
    expect(encodeId('doc', uuid)).toBe(id);
    await api.deps.db.$executeRaw`
      INSERT INTO rate_bucket (id, tokens, updated_at) VALUES (${`preparation-session:${uuid}`}, 1, clock_timestamp())`;
    expect((await mine.test.post(pathOf(id))).status).toBe(201);
    const refused = await mine.test.post(pathOf(id));
    expect(expectProblem(refused, 'rate-limited').detail).toContain('At most 60 preparation sessions');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });
});

describe('POST /v1/preparation-sessions', () => {
  test('201 once, of two concurrent calls for one; then 410, with the origins of the frame', async () => {
    const id = await draft();
    const created = await create(id, { can_send: false });
    const answers = await Promise.all([start(created), start(created)]);
    const won = answers.find(({ status }) => status === 201)!;
    expect(StartedPreparationOut.parse(won.body)).toMatchObject({
      document_id: id,
      mode: 'test',
      can_send: false,
      origins: ['https://app.example.com', 'http://localhost:3000'],
    });
    const lost = answers.find(({ status }) => status !== 201)!;
    expect(expectProblem(lost, 'session-used')).toMatchObject({ origins: expect.any(Array) });
    expectProblem(await start(created), 'session-used');
  });

  test('410 after five minutes, 404 for an unknown URL', async () => {
    const created = await create(await draft());
    api.clock.advance(300_000);
    expectProblem(await start(created), 'session-expired');
    expectProblem(await start({ url: `/${'x'.repeat(43)}` }), 'not-found');
    expectProblem(await start({ url: '/x' }), 'not-found');
  });
});

describe('the page of a session', () => {
  test('cannot read the PDF once the document was sent, nor another version; an unused URL ends too', async () => {
    const id = await draft();
    const unused = await create(id);
    const call = page(await session(id));
    const content = `/v1/console/documents/${id}/content`;
    expectProblem(await call('get', `${content}?version=sealed`), 'forbidden');
    expect((await call('get', `${content}?version=original`)).status).toBe(200);
    expect((await mine.test.post(`/v1/documents/${id}/send`)).status).toBe(200);
    expectProblem(await call('get', content), 'forbidden');
    expectProblem(await call('get', `${content}?version=original`), 'forbidden');
    const { detail } = expectProblem(await start(unused), 'session-expired');
    expect(detail).toBe('The document is no longer a draft.');
  });

  test('ends when its creator is no longer a manager', async () => {
    const id = await draft();
    const manager = await person(api, mine, 'manager', 'test');
    const [used, unused] = [await manager.post(pathOf(id)), await manager.post(pathOf(id))];
    const call = page((await start(used.body)).body);
    expect((await call('get', `/v1/documents/${id}`)).status).toBe(200);
    const { workspaceId } = mine.ctx('test');
    await api.deps.db.membership.updateMany({
      where: { workspaceId, role: 'manager' },
      data: { role: 'member' },
    });
    expectProblem(await call('get', `/v1/documents/${id}`), 'unauthenticated');
    const { detail } = expectProblem(await start(unused.body), 'session-expired');
    expect(detail).toContain('may no longer prepare the document');
    await api.deps.db.membership.deleteMany({ where: { workspaceId, userId: manager.userId } });
    expectProblem(await call('get', `/v1/documents/${id}`), 'unauthenticated');
  });

  test('ends when the key that created it is revoked', async () => {
    const id = await draft();
    const { key, id: keyId } = (await mine.test.post('/v1/keys', { name: 'CRM', mode: 'test' })).body;
    const crm = api.as(key);
    const [used, unused] = [await crm.post(pathOf(id)), await crm.post(pathOf(id))];
    const call = page((await start(used.body)).body);
    expect((await call('get', `/v1/documents/${id}`)).status).toBe(200);
    expect((await mine.test.post(`/v1/keys/${keyId}/revoke`)).status).toBe(204);
    expectProblem(await call('get', `/v1/documents/${id}`), 'unauthenticated');
    expectProblem(await start(unused.body), 'session-expired');
  });

  test('429 has limits of its own: a busy page takes nothing from the API keys, nor from other pages', async () => {
    const own = await api.createTestWorkspace();
    const id = await draft(own);
    const opened = async () => {
      const created = await own.test.post(pathOf(id));
      return page((await start(created.body)).body);
    };
    const [busy, calm] = [await opened(), await opened()];
    const path = `/v1/documents/${id}`;
    const left = async () => Number((await own.test.get('/v1/me')).headers['ratelimit-remaining']);
    const before = await left();
    const { headers } = await busy('get', path);
    expect(headers['ratelimit-limit']).toBe(String(api.deps.settings.rateBurstRps));
    expect(await left()).toBeGreaterThanOrEqual(before - 1);
    const { db } = api.deps;
    // As after many requests of the first page.
    await db.$executeRaw`UPDATE rate_bucket SET tokens = -1000 WHERE id IN (
      SELECT 'preparation:' || s.id FROM preparation_session s JOIN document d ON d.id = s.document_id
      WHERE d.workspace_id = ${own.workspaceId}::uuid ORDER BY s.id LIMIT 1)`;
    expectProblem(await busy('get', path), 'rate-limited');
    expect((await calm('get', path)).status).toBe(200);
    // As after many pages.
    await db.$executeRaw`UPDATE rate_bucket SET tokens = -1000 WHERE id = ${`preparations:${own.workspaceId}`}`;
    expectProblem(await calm('get', path), 'rate-limited');
    expect((await own.test.get('/v1/me')).status).toBe(200);
  });

  test('reads its draft and its PDF, replaces recipients and fields, and sends, in the name of the key', async () => {
    const id = await draft();
    const call = page(await session(id));
    expect(DocumentOut.parse((await call('get', `/v1/documents/${id}`)).body).recipients).toHaveLength(2);
    const pdf = await call('get', `/v1/console/documents/${id}/content`);
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect((await call('put', `/v1/documents/${id}/recipients`, specs.recipients)).status).toBe(200);
    expect((await call('put', `/v1/documents/${id}/fields`, specs.fields)).status).toBe(200);
    const key = { 'Idempotency-Key': 'once' };
    const sent = await call('post', `/v1/documents/${id}/send`, {}).set(key);
    expect([sent.status, sent.body]).toEqual([200, { id, status: 'sent' }]);
    const again = await call('post', `/v1/documents/${id}/send`, {}).set(key);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
    const events = (await mine.test.get(`/v1/documents/${id}/events`)).body as Array<{
      event_type: string;
      actor: { type: string; name: string };
    }>;
    expect(events.filter(({ event_type }) => event_type === 'envelope.sent')).toMatchObject([
      { actor: { type: 'api_key', name: 'First test key' } },
    ]);
    expectProblem(await call('put', `/v1/documents/${id}/fields`, specs.fields), 'document-state');
  });

  test('sends once: afterwards it can neither send again, with another message, nor read what recipients enter', async () => {
    const source = await finalizedDraft({ ...mine.ctx('test'), storage: api.storage });
    const id = encodeId('doc', source.id);
    const call = page(await session(id));
    const send = (message: string) => call('post', `/v1/documents/${id}/send`, { message });
    const answers = await Promise.all([send('first'), send('second')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expectProblem(await send('third'), 'document-state');
    const events = (await mine.test.get(`/v1/documents/${id}/events`)).body as Array<{ event_type: string }>;
    expect(events.filter(({ event_type }) => event_type === 'envelope.resent')).toEqual([]);
    const ctx = { ...mine.ctx('test'), storage: api.storage };
    await signAs(ctx, source, (await reread(ctx, source.id)).recipients[0]!);
    const { body } = await call('get', `/v1/documents/${id}`);
    expect(DocumentOut.parse(body)).toMatchObject({ status: 'partially_signed', fields: [], recipients: [] });
    expect((await mine.test.post(`/v1/documents/${id}/send`)).status).toBe(200);
  });

  test('403 to send with `can_send: false`, and for everything else', async () => {
    const id = await draft();
    const call = page(await session(id, { can_send: false }));
    expect((await call('put', `/v1/documents/${id}/recipients`, twoSigners.recipients)).status).toBe(200);
    for (const [method, path] of [
      ['post', `/v1/documents/${id}/send`],
      ['post', `/v1/documents/${id}/void`],
      ['patch', `/v1/documents/${id}`],
      ['get', `/v1/documents/${id}/events`],
      ['get', `/v1/documents/${id}/download`],
      ['post', `/v1/documents/${id}/preparation-session`],
      ['get', '/v1/documents'],
      ['get', '/v1/me'],
      ['get', '/v1/keys'],
      ['post', '/v1/keys'],
      ['get', '/v1/templates'],
    ] as const)
      expectProblem(await call(method, path, method === 'get' ? undefined : {}), 'forbidden');
    expect((await mine.test.get(`/v1/documents/${id}`)).body.status).toBe('draft');
  });

  test('404 for every other document; 401 for a session that is unknown, has ended, or was never opened', async () => {
    const id = await draft();
    const opened = await session(id);
    const call = page(opened);
    for (const foreign of [await draft(), await draft(other)]) {
      expectProblem(await call('get', `/v1/documents/${foreign}`), 'not-found');
      expectProblem(await call('get', `/v1/console/documents/${foreign}/content`), 'not-found');
      expectProblem(await call('put', `/v1/documents/${foreign}/fields`, specs.fields), 'not-found');
    }
    const url = await create(id);
    for (const wrong of ['', 'x', 'x'.repeat(43), tokenOf(url)])
      expectProblem(await page({ session: wrong })('get', `/v1/documents/${id}`), 'unauthenticated');
    expect((await call('get', `/v1/documents/${id}`)).status).toBe(200);
    api.clock.advance(2 * 3600_000);
    expectProblem(await call('get', `/v1/documents/${id}`), 'unauthenticated');
  });

  test('an API key next to the session does not widen it', async () => {
    const call = page(await session(await draft()));
    const answer = await call('get', '/v1/documents').set('Authorization', `Bearer ${mine.testKey}`);
    // The key alone counts: its holder may do this anyway.
    expect(answer.status).toBe(200);
  });
});

test('the page can be framed by the registered origins only; opening it uses nothing up', async () => {
  const created = await create(await draft());
  const open = (url: string) => request(api.url).get(new URL(url).pathname).set('Accept', 'text/html');
  const answers = [await open(created.url), await open(created.url)];
  for (const { status, headers } of answers) {
    // 503 while the pages are not built.
    if (status === 503) continue;
    expect(headers['content-security-policy']).toContain(
      'frame-ancestors https://app.example.com http://localhost:3000',
    );
    expect(headers['x-frame-options']).toBeUndefined();
  }
  expect((await start(created)).status).toBe(201);
  const unknown = await open(`${api.url}/embed/prepare/${'x'.repeat(43)}`);
  if (unknown.status !== 503)
    expect(unknown.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expectProblem(await api.anonymous.get(`/embed/prepare/${'x'.repeat(43)}`), 'not-found');
});
