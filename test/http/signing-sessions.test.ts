/** Signing without email: `delivery: "none"`, POST /v1/documents/{id}/recipients/{rid}/session, its page, and embed_origins. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeId } from '@countersign/contract/ids';
import type { FullDocument } from '@countersign/core/document/lock';
import { createSealKeys } from '@countersign/core/seal/keys';
import { sealDocument } from '@countersign/core/seal/seal-document';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { finalizedDraft, reread, sentDocument, signAs, typedValues } from '../support/documents.ts';
import { person } from '../support/people.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';

let api: TestApi;
let mine: TestWorkspace;
let webDist: string;
beforeAll(async () => {
  webDist = await mkdtemp(join(tmpdir(), 'countersign-web-'));
  for (const page of ['index.html', 'console.html']) await writeFile(join(webDist, page), '<!doctype html>');
  api = await startTestApi({ edge: { webDist } });
  mine = await api.createTestWorkspace();
});
afterAll(() => rm(webDist, { recursive: true, force: true }));

const field = { type: 'signature' as const, page: 1, x: 0.1, y: 0.7, w: 0.3, h: 0.06 };
const embedded = { name: 'Ada Lovelace', email: 'ada@example.test', delivery: 'none' as const };
const mailed = { name: 'Grace Hopper', email: 'grace@example.test' };
const one = { recipients: [embedded], fields: [{ ...field, recipient_index: 0 }] };
/** Ada without emails, then Grace by email. */
const inOrder = {
  recipients: [
    { ...embedded, signing_order: 1 },
    { ...mailed, signing_order: 2 },
  ],
  fields: [
    { ...field, recipient_index: 0 },
    { ...field, x: 0.5, recipient_index: 1 },
  ],
};
type Input = Parameters<typeof sentDocument>[1];
const storageCtx = (mode: 'live' | 'test' = 'live') => ({ ...mine.ctx(mode), storage: api.storage });
const send = (input: Input = one, mode: 'live' | 'test' = 'live') => sentDocument(storageCtx(mode), input);
const publicId = (document: { id: string }) => encodeId('doc', document.id);
const pathOf = (document: FullDocument, at = 0) =>
  `/v1/documents/${publicId(document)}/recipients/${document.recipients[at]!.id}`;
const createSession = (document: FullDocument, at = 0) => mine.live.post(`${pathOf(document, at)}/session`);
const mailsOf = (document: { id: string }) =>
  api.deps.db.mail.findMany({ where: { documentId: document.id }, orderBy: { id: 'asc' } });
const eventsOf = async (document: { id: string }) =>
  (await mine.live.get(`/v1/documents/${publicId(document)}/events`)).body as Array<{
    event_type: string;
    payload: Record<string, unknown>;
    actor: Record<string, unknown>;
  }>;
const urlToken = (url: string) => url.split('/embed/')[1]!;
const start = (url: string) => api.anonymous.post('/v1/signing-sessions', { token: urlToken(url) });
const pageOf = (url: string) =>
  request(api.url)
    .get(`/embed/${urlToken(url)}`)
    .set('Accept', 'text/html');

/** The calls of a page that holds a session. */
function visit(session: string) {
  const at = (path: string) => `/v1/signing/session${path}`;
  return {
    get: (path = '') => api.anonymous.get(at(path)).set('X-Signing-Session', session),
    post: (path: string, body?: unknown) =>
      api.anonymous.post(at(path), body).set('X-Signing-Session', session),
  };
}
async function open(document: FullDocument, at = 0) {
  const { body } = await createSession(document, at);
  const started = await start(body.url);
  expect(started.status).toBe(201);
  return visit(started.body.session);
}
async function sign(document: FullDocument, at = 0) {
  const page = await open(document, at);
  expect((await page.post('/open')).status).toBe(204);
  expect((await page.post('/consent', {})).status).toBe(204);
  return page.post('/complete', { values: typedValues(document, document.recipients[at]!) });
}

describe('delivery', () => {
  test('is in every request and answer with recipients, `email` by default', async () => {
    const created = await mine.live.post('/v1/documents', { title: 'Lease', recipients: [embedded, mailed] });
    const path = `/v1/documents/${created.body.id}`;
    const set = await mine.live.put(`${path}/recipients`, [mailed, embedded]);
    expect(set.body.recipients).toMatchObject([{ delivery: 'email' }, { delivery: 'none' }]);
    const [, ada] = set.body.recipients;
    const patched = await mine.live.patch(`${path}/recipients/${ada.id}`, { delivery: 'email' });
    expect(patched.body.recipients).toMatchObject([{ delivery: 'email' }, { delivery: 'email' }]);
    // Nobody was mailed yet.
    const again = await mine.live.patch(`${path}/recipients/${ada.id}`, { delivery: 'none' });
    expect(again.body.recipients).toMatchObject([{ delivery: 'email' }, { delivery: 'none' }]);
    expect(issuesOf(await mine.live.patch(`${path}/recipients/${ada.id}`, { delivery: 'sms' }))).toEqual([
      'body.delivery enum',
    ]);
  });

  test('templates, documents from them, and rows of bulk sends have it', async () => {
    const draft = await finalizedDraft(storageCtx());
    const pdf = await mine.live.get(`/v1/documents/${publicId(draft)}/download`).buffer();
    const template = await mine.live.post('/v1/templates', {
      name: 'Lease',
      pdf_base64: pdf.body.toString('base64'),
      recipients: [{ ...embedded, delivery: 'email' }],
      fields: [{ ...field, recipient_index: 0 }],
    });
    expect(template.body.recipients).toMatchObject([{ delivery: 'email' }]);
    const path = `/v1/templates/${template.body.id}`;
    const used = await mine.live.post(`${path}/use`, { recipients: [embedded] });
    expect(used.body.recipients).toMatchObject([{ delivery: 'none' }]);
    const changed = await mine.live.patch(path, { recipients: [embedded] });
    expect(changed.body.recipients).toMatchObject([{ delivery: 'none' }]);
    const again = await mine.live.post(`${path}/use`, { recipients: [{ ...mailed }] });
    expect(again.body.recipients).toMatchObject([{ delivery: 'none' }]);

    const rows = (delivery: unknown) => [
      { recipients: [{ name: 'Ada', email: 'ada@example.test', delivery }], form_values: {} },
    ];
    const bulk = (delivery: unknown) =>
      mine.live.post('/v1/bulk-sends', { template_id: template.body.id, rows: rows(delivery) });
    expect((await bulk('none')).body.status).toBe('ready');
    expect((await bulk('fax')).body.rows[0].error).toMatch(/delivery.*must be email or none/);
  });

  test('none: no emails at all, while the turn comes and the signing order holds', async () => {
    const document = await send({
      ...inOrder,
      recipients: [
        { ...mailed, signing_order: 1 },
        { ...embedded, signing_order: 2 },
        { name: 'Copy', email: 'copy@example.test', role: 'cc', delivery: 'none' },
      ],
    });
    expectProblem(await createSession(document, 1), 'recipient-turn');
    await signAs({ ...api.deps, storage: api.storage }, document, document.recipients[0]!);
    const turned = await reread(mine.ctx(), document.id);
    expect(turned.recipients[1]).toMatchObject({ status: 'sent', lastMailedAt: null });
    expect((await eventsOf(document)).at(-1)).toMatchObject({
      event_type: 'recipient.link_issued',
      payload: { recipient_id: turned.recipients[1]!.id, delivery: 'none' },
    });
    expectProblem(await mine.live.post(`/v1/documents/${publicId(document)}/send`), 'recipient-not-mailed');
    expect((await sign(turned, 1)).body).toEqual({ status: 'completed', document_status: 'completed' });
    expect((await mailsOf(document)).map(({ toAddress }) => toAddress)).toEqual([mailed.email]);
  });

  test('none: void and expiry notify nobody, reminders and bounces skip the recipient', async () => {
    const document = await send({ ...one, reminder_cadence_days: 1 }, 'test');
    const test = `/v1/test/documents/${publicId(document)}`;
    const moved = await mine.test.post(`${test}/advance-clock`, { seconds: 3 * 86_400 });
    expect(moved.body.reminders).toBe(0);
    expectProblem(
      await mine.test.post(`${test}/bounce/${document.recipients[0]!.id}`),
      'recipient-not-mailed',
    );
    expect(
      (await mine.test.post(`/v1/documents/${publicId(document)}/void`, { reason: 'Changed' })).status,
    ).toBe(200);
    expect(await mailsOf(document)).toEqual([]);
  });

  test('409 recipient-was-mailed: a recipient who was emailed cannot become one without emails', async () => {
    const document = await send({ ...one, recipients: [mailed] });
    expectProblem(await mine.live.patch(pathOf(document), { delivery: 'none' }), 'recipient-was-mailed');
    expectProblem(
      await mine.live.patch(pathOf(document), { delivery: 'none', email: 'new@example.test' }),
      'recipient-was-mailed',
    );
    await expect(
      api.deps.db.recipient.update({
        where: { id: document.recipients[0]!.id },
        data: { delivery: 'none' },
      }),
    ).rejects.toThrow(/recipient_without_delivery_is_not_mailed/);
  });

  test('a change to `email` sends the invitation and ends open sessions', async () => {
    const document = await send();
    const page = await open(document);
    expect((await page.get()).status).toBe(200);
    const unopened = (await createSession(document)).body.url;
    expect((await mine.live.patch(pathOf(document), { delivery: 'email' })).status).toBe(200);
    expect((await mailsOf(document)).map(({ kind }) => kind)).toEqual(['invitation']);
    expectProblem(await page.get(), 'not-found');
    expectProblem(await start(unopened), 'not-found');
    expectProblem(await createSession(document), 'recipient-was-mailed');
  });
});

describe('POST /v1/documents/{id}/recipients/{rid}/session', () => {
  test('201: a URL for five minutes, and an audit event that names the key', async () => {
    const document = await send();
    const before = api.clock.now().getTime();
    const answer = await createSession(document);
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).sort()).toEqual(['expires_at', 'url']);
    expect(answer.body.url).toMatch(/\/embed\/[\w-]{43}$/);
    expect(Date.parse(answer.body.expires_at)).toBe(before + 300_000);
    const event = (await eventsOf(document)).at(-1)!;
    expect(event).toMatchObject({
      event_type: 'recipient.session_created',
      payload: { recipient_id: document.recipients[0]!.id, expires_at: answer.body.expires_at },
      actor: { type: 'api_key', name: expect.any(String), id: expect.any(String) },
    });
    expect(JSON.stringify(event)).not.toContain(urlToken(answer.body.url));
  });

  test('a repetition with the same Idempotency-Key gets the same URL, and no second event', async () => {
    const document = await send();
    const call = () => createSession(document).set('Idempotency-Key', 'session-1');
    const [first, second] = [await call(), await call()];
    expect(second.body).toEqual(first.body);
    const types = (await eventsOf(document)).map(({ event_type }) => event_type);
    expect(types.filter((type) => type === 'recipient.session_created')).toHaveLength(1);
  });

  test('401 and 404: no key, another workspace, the other mode, an unknown recipient', async () => {
    const document = await send();
    const other = await api.createTestWorkspace();
    const path = `${pathOf(document)}/session`;
    expectProblem(await api.anonymous.post(path), 'unauthenticated');
    expectProblem(await other.live.post(path), 'not-found');
    expectProblem(await mine.test.post(path), 'not-found');
    const nobody = `/v1/documents/${publicId(document)}/recipients`;
    for (const id of ['00000000-0000-7000-8000-000000000000', 'x'])
      expectProblem(await mine.live.post(`${nobody}/${id}/session`), 'not-found');
  });

  test('409 recipient-was-mailed: a recipient with emails, also in a draft', async () => {
    const document = await send({ ...one, recipients: [mailed] });
    expectProblem(await createSession(document), 'recipient-was-mailed');
    const draft = await finalizedDraft(storageCtx(), { ...one, recipients: [mailed] });
    expectProblem(await createSession(draft), 'recipient-was-mailed');
  });

  test('409 document-state: a draft, and a voided document', async () => {
    expectProblem(await createSession(await finalizedDraft(storageCtx(), one)), 'document-state');
    const document = await send();
    await mine.live.post(`/v1/documents/${publicId(document)}/void`, { reason: 'Changed' });
    expectProblem(await createSession(document), 'document-state');
  });

  test('409 recipient-turn: before the turn, and after completing', async () => {
    const document = await send({
      ...inOrder,
      recipients: [
        { ...embedded, signing_order: 1 },
        { ...embedded, email: 'other@example.test', signing_order: 2 },
        { ...embedded, email: 'copy@example.test', role: 'cc' },
      ],
    });
    const refusal = async (at: number) =>
      expectProblem(await createSession(document, at), 'recipient-turn').detail;
    expect(await refusal(1)).toBe("It is not this recipient's turn yet.");
    expect(await refusal(2)).toBe('A cc recipient does not act.');
    expect((await sign(document)).status).toBe(200);
    expect(await refusal(0)).toBe('This recipient has already completed.');
    expect((await createSession(document, 1)).status).toBe(201);
  });

  test('429: more than 60 in an hour for one recipient', async () => {
    const document = await send();
    await api.deps.db.rateBucket.create({
      data: {
        id: `signing-session:${document.recipients[0]!.id}`,
        tokens: 0.5,
        updatedAt: new Date(),
      },
    });
    const refused = await createSession(document);
    expectProblem(refused, 'rate-limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a session', () => {
  test('signs without a cookie; the trail names the session in which the recipient acted', async () => {
    const document = await send(inOrder);
    const page = await open(document);
    const view = await page.get();
    expect(view.body).toMatchObject({ recipient: { name: 'Ada Lovelace' }, turn: true });
    expect((await page.get('/content')).headers['content-type']).toBe('application/pdf');
    const done = await sign(document);
    expect(done.body).toEqual({ status: 'completed', document_status: 'partially_signed' });
    expect(done.headers['set-cookie']).toBeUndefined();
    const events = await eventsOf(document);
    const sessions = events.filter(({ event_type }) => event_type === 'recipient.session_created');
    expect(events.find(({ event_type }) => event_type === 'recipient.completed')!.payload.session_id).toBe(
      sessions[1]!.payload.session_id,
    );
    expect((await mailsOf(document)).map(({ toAddress }) => toAddress)).toEqual([mailed.email]);
  });

  test('410 session-used: the URL starts one session, of two callers at once too', async () => {
    const document = await send();
    const { url } = (await createSession(document)).body;
    const answers = await Promise.all([start(url), start(url), start(url)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 410, 410]);
    expect(expectProblem(await start(url), 'session-used').origins).toEqual([]);
  });

  test('opening the page, as scanners do, does not use up the URL', async () => {
    const { url } = (await createSession(await send())).body;
    for (const method of ['get', 'head'] as const)
      await request(api.url)
        [method](`/embed/${urlToken(url)}`)
        .set('Accept', 'text/html');
    expect((await start(url)).status).toBe(201);
  });

  test('410 session-expired after five minutes; a started session ends after two hours', async () => {
    const own = await startTestApi();
    const workspace = await own.createTestWorkspace();
    const document = await sentDocument({ ...workspace.ctx(), storage: own.storage }, one);
    const make = async () => (await workspace.live.post(`${pathOf(document)}/session`)).body.url as string;
    const begin = (url: string) => own.anonymous.post('/v1/signing-sessions', { token: urlToken(url) });
    const [late, timely] = [await make(), await make()];
    const { session } = (await begin(timely)).body;
    own.clock.advance(5 * 60_000);
    expectProblem(await begin(late), 'session-expired');
    const read = () => own.anonymous.get('/v1/signing/session').set('X-Signing-Session', session);
    expect((await read()).status).toBe(200);
    own.clock.advance(2 * 3_600_000);
    expectProblem(await read(), 'not-found');
  });

  test('after a void the page says so, and nothing can be changed', async () => {
    const document = await send();
    const { url } = (await createSession(document)).body;
    await mine.live.post(`/v1/documents/${publicId(document)}/void`, { reason: 'The terms changed' });
    const page = visit((await start(url)).body.session);
    expect((await page.get()).body.document).toMatchObject({
      status: 'voided',
      close_reason: 'The terms changed',
    });
    expectProblem(await page.post('/open'), 'document-state');
  });

  test('the one-time code still applies, is emailed on request, and is remembered by the session', async () => {
    const document = await send({ ...one, recipients: [{ ...embedded, auth_level: 'otp' }] });
    const page = await open(document);
    expect((await page.get()).body).toMatchObject({ auth: { required: true, satisfied: false } });
    expectProblem(await page.post('/open'), 'unauthenticated');
    expect((await page.post('/otp')).status).toBe(202);
    const [mail] = await mailsOf(document);
    expect(mail!.kind).toBe('otp');
    const code = api.deps.secrets.decrypt(mail!.sealedCode!, `mail:${mail!.id}`).toString();
    const verified = await page.post('/otp/verify', { code });
    expect(verified.status).toBe(204);
    expect(verified.headers['set-cookie']).toBeUndefined();
    expect((await page.post('/open')).status).toBe(204);
    expectProblem(await (await open(document)).post('/open'), 'unauthenticated');
  });

  test('404: unknown tokens, a URL token as a session, and a session in the path', async () => {
    const { url } = (await createSession(await send())).body;
    expectProblem(await visit(urlToken(url)).get(), 'not-found');
    const { session } = (await start(url)).body;
    expectProblem(await api.anonymous.get(`/v1/signing/${session}`), 'not-found');
    expectProblem(await api.anonymous.get('/v1/signing/session'), 'not-found');
    expectProblem(await visit('x'.repeat(43)).post('/open'), 'not-found');
    for (const token of ['x', 'x'.repeat(43)])
      expectProblem(await api.anonymous.post('/v1/signing-sessions', { token }), 'not-found');
    expect(issuesOf(await api.anonymous.post('/v1/signing-sessions', {}))).toEqual(['body.token missing']);
  });

  test('neither token is logged or stored', async () => {
    const document = await send();
    const { url } = (await createSession(document)).body;
    await pageOf(url);
    const { session } = (await start(url)).body;
    await visit(session).get();
    await visit(session).post('/open');
    const logged = JSON.stringify(api.logged);
    const rows = JSON.stringify(await api.deps.db.signingSession.findMany(), (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    expect(logged).toContain('/embed/{token}');
    for (const secret of [urlToken(url), session]) {
      expect(logged).not.toContain(secret);
      expect(rows).not.toContain(secret);
    }
  });

  test('a reassignment reaches the new person by email', async () => {
    const document = await send();
    const page = await open(document);
    expect((await page.post('/reassign', { name: 'Alan', email: 'alan@example.test' })).status).toBe(200);
    expectProblem(await page.get(), 'not-found');
    expect((await mailsOf(document)).map(({ toAddress }) => toAddress)).toEqual(['alan@example.test']);
  });
});

test('the certificate of completion says who vouched, and that no email was sent', async () => {
  const document = await send();
  expect((await sign(document)).status).toBe(200);
  const created = (await eventsOf(document)).find(
    ({ event_type }) => event_type === 'recipient.session_created',
  )!;
  const folder = await mkdtemp(join(tmpdir(), 'countersign-seal-'));
  try {
    const sealKeys = createSealKeys({ dataDir: folder, log: api.deps.log });
    await sealDocument(
      { ...api.deps, storage: api.storage, sealKeys, timestamper: null },
      { documentId: document.id, requestId: 'seal' },
    );
    const { sealedSha256 } = await reread(mine.ctx(), document.id);
    const path = join(folder, 'sealed.pdf');
    await writeFile(path, await api.storage.getBytes(sealedSha256!));
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).replaceAll(
      /\s+/g,
      ' ',
    );
    expect(text).toContain("The sender's application vouched for the person; no email was sent");
    expect(text).toContain('API key "First live key"');
    // The id may be broken at any hyphen.
    expect(text.replaceAll(' ', '')).toContain(`(${created.actor.id})`);
    expect(text).toContain('Signing session created');
    expect(text).not.toContain('Signing link sent');
    expect(await mailsOf(document)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

describe('embed_origins', () => {
  const app = 'https://app.example.com';
  const ancestors = (answer: { headers: Record<string, string> }) =>
    /frame-ancestors ([^;]*)/.exec(answer.headers['content-security-policy']!)![1];

  test('200: replaces the list in its usual form; GET shows it', async () => {
    const { live } = await api.createTestWorkspace();
    expect((await live.get('/v1/workspace')).body.embed_origins).toEqual([]);
    const given = ['https://App.Example.com:443', 'https://app.example.com/', 'https://two.example:8443'];
    const patched = await live.patch('/v1/workspace', { embed_origins: given });
    expect(patched.status).toBe(200);
    expect(patched.body.embed_origins).toEqual([app, 'https://two.example:8443']);
    expect((await live.get('/v1/workspace')).body).toEqual(patched.body);
    expect((await live.patch('/v1/workspace', { embed_origins: [] })).body.embed_origins).toEqual([]);
  });

  test('422: anything but an https origin, and more than 20', async () => {
    const { live, test } = await api.createTestWorkspace();
    const wrong = [
      'http://app.example.com',
      'https://app.example.com/path',
      'https://app.example.com?x',
      'https://user@app.example.com',
      'https://*.example.com',
      'https:',
      '*',
      "'self'",
      'https://a.example https://b.example',
      "https://a.example; script-src 'unsafe-inline'",
      'javascript:alert(1)',
      'http://localhost.evil.example',
      'null',
      '',
    ];
    for (const origin of wrong)
      expect([origin, issuesOf(await test.patch('/v1/workspace', { embed_origins: [origin] }))]).toEqual([
        origin,
        ['body.embed_origins.0 value_error'],
      ]);
    const many = Array.from({ length: 21 }, (_, at) => `https://app${at}.example.com`);
    expect(issuesOf(await live.patch('/v1/workspace', { embed_origins: many }))).toEqual([
      'body.embed_origins too_long',
    ]);
    expect((await live.get('/v1/workspace')).body.embed_origins).toEqual([]);
  });

  test('http://localhost is for test mode: refused to live keys, and never in live pages', async () => {
    const origins = [app, 'http://localhost:5173'];
    expect(issuesOf(await mine.live.patch('/v1/workspace', { embed_origins: origins }))).toEqual([
      'body.embed_origins.1 value_error',
    ]);
    expect((await mine.test.patch('/v1/workspace', { embed_origins: origins })).status).toBe(200);
    // A live key may keep what test mode registered.
    expect((await mine.live.patch('/v1/workspace', { embed_origins: origins })).status).toBe(200);
    const live = await createSession(await send());
    expect(ancestors(await pageOf(live.body.url))).toBe(app);
    const document = await send(one, 'test');
    const { url } = (await mine.test.post(`${pathOf(document)}/session`)).body;
    const page = await pageOf(url);
    expect(ancestors(page)).toBe(origins.join(' '));
    expect(page.headers['x-frame-options']).toBeUndefined();
    const started = await start(url);
    expect(started.body.origins).toEqual(origins);
    // A page that was opened before stays in the same frames, to say so.
    expect(ancestors(await pageOf(url))).toBe(origins.join(' '));
  });

  test('every other page, and unknown session URLs, stay out of frames', async () => {
    const unknown = await request(api.url)
      .get(`/embed/${'x'.repeat(43)}`)
      .set('Accept', 'text/html');
    expect(unknown.status).toBe(404);
    for (const answer of [unknown, await request(api.url).get('/').set('Accept', 'text/html')]) {
      expect(ancestors(answer)).toBe("'none'");
      expect(answer.headers['x-frame-options']).toBe('DENY');
    }
    expectProblem(await api.anonymous.get(`/embed/${'x'.repeat(43)}`), 'not-found');
  });

  test('owners can also set it in the console, managers only with /v1/workspace, members in neither way', async () => {
    const workspace = await api.createTestWorkspace();
    const body = { embed_origins: [app] };
    const owner = await person(api, workspace, 'owner');
    const changed = await owner.patch('/v1/console/workspace', body);
    expect(changed.body.embed_origins).toEqual([app]);
    expect((await owner.get('/v1/console/workspace')).body.embed_origins).toEqual([app]);
    const manager = await person(api, workspace, 'manager');
    expect((await manager.patch('/v1/workspace', body)).status).toBe(200);
    const member = await person(api, workspace, 'member');
    expectProblem(await member.patch('/v1/workspace', body), 'forbidden');
    expect((await member.get('/v1/workspace')).body.embed_origins).toEqual([app]);
  });
});

test('erasing a document deletes its sessions', async () => {
  const document = await send();
  await createSession(document);
  await mine.live.post(`/v1/documents/${publicId(document)}/void`, { reason: 'Changed' });
  const owner = await person(api, mine, 'owner');
  const erased = await owner.post(`/v1/console/documents/${publicId(document)}/erase`, {
    confirm: publicId(document),
  });
  expect(erased.status).toBe(200);
  expect(await api.deps.db.signingSession.count({ where: { recipient: { documentId: document.id } } })).toBe(
    0,
  );
});
