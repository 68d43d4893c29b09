/** A copy of the database reveals no secrets, and opening links has no effect (docs/SECURITY.md). */
import { codeContext } from '@countersign/core/mail/queue-mail';
import { linkToken } from '@countersign/core/recipient/link';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { reread, sentDocument, twoSigners } from '../support/documents.ts';
import { containsCode } from '../support/mails.ts';
import { linkFor, person } from '../support/people.ts';
import { samplePdf } from '../support/sample-pdf.ts';

let api: TestApi;
let mine: TestWorkspace;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
});

/** Every row of every table as text, with bytes in hexadecimal, as `pg_dump` writes it. */
async function dump(): Promise<string> {
  const { db } = api.deps;
  const tables = await db.$queryRaw<Array<{ name: string }>>`
    SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
    WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE'`;
  expect(tables.length).toBeGreaterThan(20);
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await db.$queryRawUnsafe<Array<{ row: string }>>(`SELECT t::text AS row FROM ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

test('a copy of the database has no key, link, cookie, code or webhook secret in plain text', async () => {
  const ctx = { ...mine.ctx('live'), storage: api.storage };
  const document = await sentDocument(ctx, {
    ...twoSigners,
    recipients: twoSigners.recipients.map((one) => ({ ...one, auth_level: 'otp' as const })),
  });
  const signing = document.recipients.map((one) => linkToken(api.deps.secrets, one));
  expect((await api.anonymous.post(`/v1/signing/${signing[0]}/otp`)).status).toBe(202);
  const mail = await api.deps.db.mail.findFirstOrThrow({ where: { documentId: document.id, kind: 'otp' } });
  const code = api.deps.secrets.decrypt(mail.sealedCode!, codeContext(mail.id)).toString();
  const verified = await api.anonymous.post(`/v1/signing/${signing[0]}/otp/verify`, { code });
  const webhook = await mine.live.post('/v1/webhooks', { url: 'https://93.184.215.14/hook' });
  const rotated = await mine.live.post(`/v1/webhooks/${webhook.body.id}/rotate-secret`);
  const owner = await person(api, mine, 'owner');
  const signInLink = await linkFor(api, owner.email);
  const device = (await api.anonymous.post('/v1/device/code', { client: 'countersign' })).body;
  const key = (await mine.live.post('/v1/keys', { name: 'Another', mode: 'live' })).body.key as string;

  const template = await mine.live.post('/v1/templates', {
    name: 'Release',
    pdf_base64: Buffer.from(await samplePdf()).toString('base64'),
    recipients: [{ name: 'Guest', email: 'guest@example.test' }],
    fields: [{ type: 'signature', page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05, recipient_index: 0 }],
  });
  const direct = await mine.live.post(`/v1/templates/${template.body.id}/direct-links`, {});

  const secrets: Record<string, string> = {
    'direct link': direct.body.url.split('/').at(-1),
    'first key': mine.liveKey,
    'test key': mine.testKey,
    'new key': key,
    'signing link': signing[0]!,
    'signing link of another': signing[1]!,
    'cookie of a code': verified.headers['set-cookie']![0]!.split(';')[0]!.split('=')[1]!,
    session: owner.cookie.split('=')[1]!,
    'sign-in link': signInLink,
    'device code': device.device_code,
    'user code': device.user_code,
    'webhook secret': webhook.body.secret.replace('whsec_', ''),
    'rotated webhook secret': rotated.body.secret.replace('whsec_', ''),
  };
  for (const secret of Object.values(secrets)) expect(secret?.length).toBeGreaterThan(7);
  const everything = await dump();
  // The search works: it finds the address, which is stored as plain text.
  expect(everything).toContain(document.recipients[0]!.email);
  const found = Object.entries(secrets).filter(([, secret]) =>
    [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret, 'base64').toString('hex')].some(
      (form) => everything.includes(form),
    ),
  );
  expect(found.map(([name]) => name)).toEqual([]);
  expect(containsCode(JSON.stringify(api.logged), code)).toBe(false);
});

describe('a program that opens every link of an email', () => {
  test('does not open a document: nothing is recorded until the page reports it', async () => {
    const ctx = { ...mine.ctx('live'), storage: api.storage };
    const document = await sentDocument(ctx);
    const [recipient] = document.recipients;
    const token = linkToken(api.deps.secrets, recipient!);
    const before = await api.deps.db.event.count({ where: { documentId: document.id } });
    for (const path of [`/sign/${token}`, `/v1/signing/${token}`, `/v1/signing/${token}/content`])
      for (const method of ['GET', 'HEAD'])
        expect((await fetch(`${api.url}${path}`, { method })).status).toBeLessThan(500);
    expect((await reread(ctx, document.id)).recipients[0]).toMatchObject({ status: 'sent', openedAt: null });
    expect(await api.deps.db.event.count({ where: { documentId: document.id } })).toBe(before);
  });

  test('does not use a sign-in link: the person can still sign in with it', async () => {
    const { email } = await person(api, mine, 'member');
    const token = await linkFor(api, email);
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(`${api.url}/sign-in/${token}`, { method })).status).toBeLessThan(500);
    expect((await api.anonymous.post('/v1/console/session', { token })).status).toBe(200);
    expect((await api.anonymous.post('/v1/console/session', { token })).status).toBe(404);
  });
});
