/** Direct links of templates: their operations by status, visits, and what strangers can do with them (docs/decisions/031-direct-links.md). */
import { DirectLinkOut } from '@countersign/contract/direct-link';
import { DocumentOut } from '@countersign/contract/document';
import { encodeId } from '@countersign/contract/ids';
import { deliverMail } from '@countersign/core/mail-delivery/deliver-mail';
import { certificateData } from '@countersign/core/seal/certificate-data';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Client, startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { reread } from '../support/documents.ts';
import { keepingMailer } from '../support/mails.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { samplePdf } from '../support/sample-pdf.ts';

let api: TestApi;
let mine: TestWorkspace;
let other: TestWorkspace;
let pdf: string;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  other = await api.createTestWorkspace();
  pdf = Buffer.from(await samplePdf(1, 'direct link')).toString('base64');
});

const place = { page: 1, x: 0.1, w: 0.3, h: 0.04 };
const signatures = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...place,
    type: 'signature',
    y: 0.1 + index / 10,
    recipient_index: index,
  }));
const guest = { name: 'Guest', email: 'guest@example.test' };
const host = { name: 'Host', email: 'host@example.test' };

/** A template with one placeholder, or with these. */
async function template(recipients: object[] = [guest], client: Client = mine.live): Promise<string> {
  const body = { name: 'Photo release', pdf_base64: pdf, recipients, fields: signatures(recipients.length) };
  const { status, body: made } = await client.post('/v1/templates', body);
  expect(status).toBe(201);
  return made.id;
}
const linksOf = (tpl: string) => `/v1/templates/${tpl}/direct-links`;
async function create(tpl: string, extra: object = {}, client: Client = mine.live): Promise<DirectLinkOut> {
  const created = await client.post(linksOf(tpl), extra);
  expect([created.status, created.body]).toEqual([201, expect.anything()]);
  return DirectLinkOut.parse(created.body);
}
const tokenOf = ({ url }: Pick<DirectLinkOut, 'url'>) => url!.split('/').at(-1)!;
const ada = { name: 'Ada Lovelace', email: 'ada@example.test' };
const visit = (link: DirectLinkOut, person: object = ada, through: TestApi = api) =>
  through.anonymous.post(`/v1/direct-links/${tokenOf(link)}/visits`, person);
async function documentsOf(link: DirectLinkOut, client: Client = mine.live): Promise<DocumentOut[]> {
  const found = await api.deps.db.recipient.findMany({ where: { directLinkId: link.id } });
  const answers = await Promise.all(
    found.map((one) => client.get(`/v1/documents/${encodeId('doc', one.documentId)}`)),
  );
  return answers.map(({ body }) => DocumentOut.parse(body));
}
const usesOf = async (tpl: string, client: Client = mine.live): Promise<number> =>
  (await client.get(linksOf(tpl))).body.items[0].uses;
const uuidOf = async (link: DirectLinkOut) =>
  (await api.deps.db.recipient.findFirstOrThrow({ where: { directLinkId: link.id } })).documentId;

describe('create, list, disable', () => {
  test('201, 200, 204: the address can be read again, and disabling a link erases its people', async () => {
    const tpl = await template([guest, host]);
    const link = await create(tpl, {
      recipients: [{ name: 'Grace', email: 'grace@example.test', auth_level: 'otp' }],
      max_uses: 50,
      title: 'Release of a photo',
      metadata: { campaign: 'autumn' },
    });
    expect(link).toMatchObject({
      template_id: tpl,
      mode: 'live',
      status: 'active',
      recipient_index: 0,
      recipients: [{ name: 'Grace', email: 'grace@example.test', auth_level: 'otp', delivery: 'email' }],
      confirm_email: true,
      uses: 0,
      max_uses: 50,
      expires_at: null,
      disabled_at: null,
    });
    expect(link.url).toMatch(new RegExp(`^${api.url}/d/[\\w-]{43}$`));
    const newer = await create(tpl, { recipients: [host] });
    const listed = await mine.live.get(`${linksOf(tpl)}?limit=1`);
    expect(listed.body).toMatchObject({ total: 2, limit: 1, items: [newer] });
    expect(listed.headers.link).toContain(`starting_after=${newer.id}`);
    expect((await mine.live.get(`${linksOf(tpl)}?starting_after=${newer.id}`)).body.items).toEqual([link]);

    const path = `${linksOf(tpl)}/${link.id}`;
    expect([(await mine.live.delete(path)).status, (await mine.live.delete(path)).status]).toEqual([
      204, 204,
    ]);
    const [, disabled] = (await mine.live.get(linksOf(tpl))).body.items;
    expect(disabled).toMatchObject({ status: 'disabled', recipients: [], disabled_at: expect.anything() });
    expect(expectProblem(await visit(link), 'direct-link-closed')).toMatchObject({ reason: 'disabled' });
  });

  test('401 without a key; 404 for another workspace, the other mode, malformed and unknown ids', async () => {
    const tpl = await template();
    const link = await create(tpl);
    const calls = (client: Client, id: string, linkId: string) => [
      client.get(linksOf(id)),
      client.post(linksOf(id), {}),
      client.delete(`${linksOf(id)}/${linkId}`),
    ];
    for (const answer of await Promise.all(calls(api.anonymous, tpl, link.id)))
      expectProblem(answer, 'unauthenticated');
    for (const answer of await Promise.all(calls(other.live, tpl, link.id)))
      expectProblem(answer, 'not-found');
    for (const id of ['1', '019aa8a4-1b2c-7d3e-8f4a-5b6c7d8e9fa0'])
      expectProblem(await mine.live.delete(`${linksOf(tpl)}/${id}`), 'not-found');
    expectProblem(await mine.test.delete(`${linksOf(tpl)}/${link.id}`), 'not-found');
    expect((await mine.test.get(linksOf(tpl))).body.total).toBe(0);
    for (const token of ['x', 'a'.repeat(43)]) {
      expectProblem(await api.anonymous.get(`/v1/direct-links/${token}`), 'not-found');
      expectProblem(await api.anonymous.post(`/v1/direct-links/${token}/visits`, ada), 'not-found');
    }
  });

  test('422: a link that could not create a document that can be sent', async () => {
    const tpl = await template([guest, host]);
    const post = (body: object, id = tpl) => mine.live.post(linksOf(id), body);
    const none = await post({});
    expect(issuesOf(none)).toEqual(['body.recipients too_short']);
    expect(none.body.detail[0].msg).toContain(
      "1 placeholder in addition to the visitor's, but 0 recipients were given",
    );
    expect(issuesOf(await post({ recipients: [host, host] }))).toEqual(['body.recipients too_long']);
    const alone = await post({ recipients: [host] }, await template());
    expect(alone.body.detail[0].msg).toContain(
      "0 placeholders in addition to the visitor's, but 1 recipient was given",
    );
    expect(issuesOf(await post({ recipient_index: 2, recipients: [host] }))).toEqual([
      'body.recipient_index value_error',
    ]);
    expect(issuesOf(await post({ recipients: [host], expires_at: '2001-01-01T00:00:00Z' }))).toEqual([
      'body.expires_at value_error',
    ]);
    const now = api.clock.now().toISOString();
    expect(issuesOf(await post({ recipients: [host], expires_at: now }))).toEqual([
      'body.expires_at value_error',
    ]);
    const level = { ...host, signature_level: 'advanced' };
    expect(issuesOf(await post({ recipients: [level] }))).toEqual([
      'body.recipients.0.signature_level value_error',
    ]);
    expect(issuesOf(await post({ recipients: [host], max_uses: 0 }))).toEqual([
      'body.max_uses greater_than_equal',
    ]);
    expectProblem(await post({ recipients: [{ ...host, auth_level: 'passkey' }] }), 'auth-level-unavailable');
    const otp = await template([{ ...guest, auth_level: 'otp' }]);
    expect(issuesOf(await post({ confirm_email: false }, otp))).toEqual(['body.confirm_email value_error']);
    const unmailed = await template([{ ...guest, delivery: 'none' }]);
    expect(issuesOf(await post({}, unmailed))).toEqual(['body.confirm_email value_error']);
    const reader = await template([guest, { ...host, role: 'viewer' }]);
    expect(issuesOf(await post({ recipient_index: 1, recipients: [host] }, reader))).toEqual([
      'body.recipient_index value_error',
    ]);
    const bare = await mine.live.post('/v1/templates', {
      name: 'Bare',
      pdf_base64: pdf,
      recipients: [guest],
    });
    expect(expectProblem(await post({}, bare.body.id), 'not-sendable').problems).toEqual([
      expect.objectContaining({ code: 'signer_without_field' }),
    ]);
  });

  test('201: for an approver, for a code by email to a confirmed address, and for signing at once without emails', async () => {
    await create(await template([{ ...guest, role: 'approver' }]));
    await create(await template([{ ...guest, auth_level: 'otp' }]));
    await create(await template([{ ...guest, delivery: 'none' }]), { confirm_email: false });
  });
});

describe('a visit whose address is confirmed by email', () => {
  test('201: the visitor is mailed without the entered name, acts first, and the trail names the link', async () => {
    const tpl = await template([host, { ...guest, signing_order: 2 }]);
    const link = await create(tpl, {
      recipient_index: 1,
      recipients: [host],
      title: 'Release',
      metadata: { campaign: 'autumn' },
    });
    const shown = await api.anonymous.get(`/v1/direct-links/${tokenOf(link)}`);
    expect(shown.body).toEqual({
      title: 'Release',
      sender: `Workspace ${mine.slug}`,
      accent_color: '#1f4f8f',
      mode: 'live',
      role: 'signer',
      confirm_email: true,
    });
    const spam = { name: 'You won! Visit evil.example', email: 'victim@example.test' };
    const answer = await visit(link, spam);
    expect([answer.status, answer.body]).toEqual([201, { status: 'emailed', url: null }]);
    const [document] = await documentsOf(link);
    expect(document).toMatchObject({ title: 'Release', status: 'sent', metadata: { campaign: 'autumn' } });
    expect(document!.recipients.map((one) => [one.name, one.signing_order, one.status])).toEqual([
      ['Host', 2, 'pending'],
      [spam.name, 1, 'sent'],
    ]);
    const events = (await mine.live.get(`/v1/documents/${document!.id}/events`)).body;
    expect(events[0]).toMatchObject({
      event_type: 'envelope.created',
      actor: { type: 'system', id: 'direct-link' },
      payload: { template_id: tpl, direct_link_id: link.id },
      ip: expect.stringMatching(/127\.0\.0\.1|::1/),
    });

    const mails = await api.deps.db.mail.findMany({ where: { documentId: await uuidOf(link) } });
    expect(mails.map(({ toAddress, kind }) => [toAddress, kind])).toEqual([[spam.email, 'invitation']]);
    const mailer = keepingMailer();
    const base = { ...api.deps, mailer, mailFrom: 'Countersign <countersign@localhost>' };
    await deliverMail(base, { mailId: mails[0]!.id, requestId: 'test' });
    expect(JSON.stringify(mailer.sent)).not.toMatch(/evil\.example/);

    // The link in the email is an ordinary signing link.
    const path = `/v1/signing/${/\/sign\/([\w-]{48})/.exec(mailer.sent[0]!.text)![1]}`;
    expect((await api.anonymous.post(`${path}/open`)).status).toBe(204);
    expect((await api.anonymous.post(`${path}/consent`)).status).toBe(204);
    expect((await api.anonymous.get(path)).body.recipient).toMatchObject({ may_reassign: false });
    expectProblem(
      await api.anonymous.post(`${path}/reassign`, { name: 'Eve', email: 'eve@example.test' }),
      'document-state',
    );
    const own = document!.fields.find((one) => one.recipient_id === document!.recipients[1]!.id)!;
    const values = { [own.id]: { mode: 'type', text: 'A visitor' } };
    expect((await api.anonymous.post(`${path}/complete`, { values })).body).toEqual({
      status: 'completed',
      document_status: 'partially_signed',
    });
    const full = await reread(mine.ctx(), await uuidOf(link));
    expect(full.recipients[0]).toMatchObject({ status: 'sent' });
    expect(full.createdBy).toMatchObject({ type: 'api_key' });
  });

  test('test mode: nothing counts, and the other mode does not see the document', async () => {
    const tpl = await template();
    const link = await create(tpl, {}, mine.test);
    const before = (await mine.live.get('/v1/usage')).body.envelopes.used;
    expect((await visit(link)).status).toBe(201);
    expect((await documentsOf(link, mine.test))[0]).toMatchObject({ mode: 'test' });
    expect((await mine.live.get('/v1/usage')).body.envelopes.used).toBe(before);
    expect((await api.anonymous.get(`/v1/direct-links/${tokenOf(link)}`)).body.mode).toBe('test');
  });

  test('422 for an invalid name or address; no use is counted', async () => {
    const tpl = await template();
    const link = await create(tpl);
    expect(issuesOf(await visit(link, {}))).toEqual(['body.name missing', 'body.email missing']);
    expect(issuesOf(await visit(link, { name: ' ', email: 'nobody' })).length).toBe(2);
    expect(await usesOf(tpl)).toBe(0);
  });

  test('429 after three emails a day to one address, however it is written; other addresses are not affected', async () => {
    const tpl = await template();
    const link = await create(tpl);
    const addresses = ['one@example.test', 'ONE@example.test', 'One@Example.test'];
    for (const email of addresses) expect((await visit(link, { ...ada, email })).status).toBe(201);
    const refused = await visit(link, { ...ada, email: addresses[0] });
    expectProblem(refused, 'rate-limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect((await visit(link, { ...ada, email: 'two@example.test' })).status).toBe(201);
    expect(await usesOf(tpl)).toBe(4);
  });
});

describe('a visit that signs at once', () => {
  const urlToken = ({ url }: { url: string }) => url.split('/').at(-1)!;
  /** Signs the link's document in the session that the URL opens. Returns what the certificate says about the visitor. */
  async function signedIn(link: DirectLinkOut, url: { url: string }) {
    const { session } = (await api.anonymous.post('/v1/signing-sessions', { token: urlToken(url) })).body;
    const inSession = (path: string, body?: object) =>
      api.anonymous.post(`/v1/signing/session/${path}`, body).set('X-Signing-Session', session);
    await inSession('open');
    await inSession('consent');
    const [document] = await documentsOf(link);
    const values = { [document!.fields[0]!.id]: { mode: 'type', text: 'Ada' } };
    expect((await inSession('complete', { values })).body).toMatchObject({ document_status: 'completed' });
    const events = (await mine.live.get(`/v1/documents/${document!.id}/events`)).body;
    const data = certificateData(await reread(mine.ctx(), await uuidOf(link)), events, {
      workspaceName: 'W',
      logo: null,
      accentColor: '#1f4f8f',
      hasSignatureIds: true,
      publicUrl: api.url,
      images: new Map(),
      valuesSha256: '0'.repeat(64),
    });
    return data.recipients[0];
  }

  test('201: the URL opens a session; nobody is mailed, and the certificate says that nothing was confirmed', async () => {
    const tpl = await template();
    const link = await create(tpl, { confirm_email: false });
    const answer = await visit(link);
    expect([answer.status, answer.body.status]).toEqual([201, 'ready']);
    expect(answer.body.url).toMatch(new RegExp(`^${api.url}/embed/`));
    const visitor = await signedIn(link, answer.body);
    expect(visitor).toMatchObject({ fromDirectLink: true, isMailed: false, vouchedFor: null });
    const documentId = await uuidOf(link);
    expect(await api.deps.db.mail.count({ where: { documentId, toAddress: ada.email } })).toBe(0);
  });

  test('the certificate names the key that opened the page for the visitor, also under a corrected name', async () => {
    const link = await create(await template(), { confirm_email: false });
    await visit(link);
    const [{ id, recipients } = { id: '', recipients: [] }] = await documentsOf(link);
    const path = `/v1/documents/${id}/recipients/${recipients[0]!.id}`;
    expect((await mine.live.patch(path, { name: 'Grace Hopper' })).status).toBe(200);
    const visitor = await signedIn(link, (await mine.live.post(`${path}/session`)).body);
    expect(visitor).toMatchObject({
      name: 'Grace Hopper',
      vouchedFor: { by: expect.stringContaining('API key "First live key"') },
    });
  });
});

test('a visitor who gets no email can visit again and again, and always acts before the others', async () => {
  const tpl = await template([guest, { ...host, signing_order: 1_000_000 }]);
  const link = await create(tpl, { recipients: [host], confirm_email: false });
  for (let count = 0; count < 5; count += 1) expect((await visit(link)).status).toBe(201);
  const documents = await documentsOf(link);
  expect(documents).toHaveLength(5);
  expect(documents[0]!.recipients.map((one) => one.signing_order)).toEqual([1, 1_000_000]);
});

describe('what strangers can do with a link', () => {
  test('200 visits at a limit of 50 create 50 documents', async () => {
    const workspace = await api.createTestWorkspace();
    const tpl = await template([guest], workspace.live);
    const link = await create(tpl, { max_uses: 50 }, workspace.live);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        visit(link, { name: 'Many', email: `visitor-${index}@example.test` }),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(made).toHaveLength(50);
    for (const one of refused)
      expect(expectProblem(one, 'direct-link-closed')).toMatchObject({ reason: 'used_up' });
    expect(await api.deps.db.recipient.count({ where: { directLinkId: link.id } })).toBe(50);
    expect((await workspace.live.get(linksOf(tpl))).body.items[0]).toMatchObject({
      uses: 50,
      status: 'used_up',
    });
    expect((await workspace.live.get('/v1/usage')).body.envelopes.used).toBe(50);
  });

  test('scanners and previews do not count as visits', async () => {
    const tpl = await template();
    const link = await create(tpl, { max_uses: 1 });
    for (const method of ['GET', 'HEAD']) {
      expect((await fetch(`${api.url}/v1/direct-links/${tokenOf(link)}`, { method })).status).toBe(200);
      // 503 where the pages have not been built, which this file does not need.
      expect([200, 503]).toContain((await fetch(link.url!, { method })).status);
    }
    expect((await fetch(`${link.url}x`)).status).toBe(404);
    expect(await usesOf(tpl)).toBe(0);
    expect((await visit(link)).status).toBe(201);
  });

  test('410 once it has expired by the clock of the database, whatever the clock of the process says', async () => {
    const tpl = await template();
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const link = await create(tpl, { expires_at: soon });
    api.clock.advance(7_200_000);
    expect((await visit(link)).status).toBe(201);
    await api.deps.db.$executeRaw`
      UPDATE direct_link SET expires_at = clock_timestamp() - interval '1 second' WHERE id = ${link.id}::uuid`;
    expect(expectProblem(await visit(link), 'direct-link-closed')).toMatchObject({ reason: 'expired' });
    expect((await mine.live.get(linksOf(tpl))).body.items[0].status).toBe('expired');
  });

  test('410 when the template was deleted or no longer fits', async () => {
    const tpl = await template([guest, host]);
    const link = await create(tpl, { recipients: [host] });
    await mine.live.patch(`/v1/templates/${tpl}`, { recipients: [guest], fields: signatures(1) });
    expect(expectProblem(await visit(link), 'direct-link-closed')).toMatchObject({
      reason: 'template_changed',
    });
    expect((await mine.live.get(linksOf(tpl))).body.items[0].status).toBe('template_changed');
    const whole = await create(tpl);
    expect((await mine.live.delete(`/v1/templates/${tpl}`)).status).toBe(204);
    expect(expectProblem(await visit(whole), 'direct-link-closed')).toMatchObject({ reason: 'disabled' });
    const kept = await api.deps.db.directLink.findMany({ where: { id: { in: [link.id, whole.id] } } });
    expect(kept.map(({ recipients }) => recipients)).toEqual([[], []]);
  });

  test('410 when the allowance is used up: visitors learn no figures, and nothing changes', async () => {
    const poor = await startTestApi({ settings: { envelopeAllowance: 0 } });
    const tpl = await template();
    const link = await create(tpl);
    const problem = expectProblem(await visit(link, ada, poor), 'direct-link-closed');
    expect(problem).toMatchObject({ reason: 'not_possible' });
    expect(JSON.stringify(problem)).not.toMatch(/allowance/);
    expect(await usesOf(tpl)).toBe(0);
    expect(await api.deps.db.recipient.count({ where: { directLinkId: link.id } })).toBe(0);
  });

  test('429 when the workspace has mailed the address too often; nothing changes', async () => {
    const strict = await startTestApi({ settings: { addressMailsPerHour: 1 } });
    const { live } = await api.createTestWorkspace();
    const first = await create(await template([guest], live), {}, live);
    const tpl = await template([guest], live);
    const second = await create(tpl, {}, live);
    expect((await visit(first, ada, strict)).status).toBe(201);
    const refused = await visit(second, ada, strict);
    expect(expectProblem(refused, 'rate-limited').detail).toBe(
      'Many emails have been sent. Try again later.',
    );
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await usesOf(tpl, live)).toBe(0);
  });

  test('429 by address before the body is read, and by link', async () => {
    const tpl = await template();
    const link = await create(tpl);
    const strict = await startTestApi({
      settings: { directLinkVisitsPerAddress: 2 },
      edge: { trustProxy: 1 },
    });
    const from = (address: string, body: object) => visit(link, body, strict).set('X-Forwarded-For', address);
    expect(issuesOf(await from('198.51.100.1', {})).length).toBe(2);
    expect((await from('198.51.100.1', { ...ada, email: 'a@example.test' })).status).toBe(201);
    expectProblem(await from('198.51.100.1', { ...ada, email: 'b@example.test' }), 'rate-limited');
    expect((await from('198.51.100.2', { ...ada, email: 'c@example.test' })).status).toBe(201);
    const narrow = await startTestApi({ settings: { directLinkVisitsPerHour: 1 } });
    const fresh = await create(tpl);
    expect((await visit(fresh, { ...ada, email: 'd@example.test' }, narrow)).status).toBe(201);
    expectProblem(await visit(fresh, { ...ada, email: 'e@example.test' }, narrow), 'rate-limited');
  });

  test('403 for a form on another site', async () => {
    const link = await create(await template());
    expectProblem(await visit(link).set('Origin', 'https://evil.example'), 'forbidden');
    expectProblem(await visit(link).set('Sec-Fetch-Site', 'cross-site'), 'forbidden');
  });
});
