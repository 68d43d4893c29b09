/** `admin doctor` on a healthy installation and on a broken one. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pingEndpoint } from '@countersign/core/webhook/ping';
import { silentLog } from '@countersign/log/port';
import { startMailbox } from '@countersign/mailbox/mailbox';
import { createFileStorage } from '@countersign/storage/file-storage';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testBase, testCtx } from '../support/base.ts';
import { compileCache } from '../support/cache.ts';
import { startCscProvider } from '../support/csc-provider.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { finalizedDraft, twoSigners } from '../support/documents.ts';
import { startOidcServer } from '../support/oidc.ts';
import { startPki } from '../support/pki.ts';
import { s3Credentials, startTestS3 } from '../support/s3.ts';
import { endpointAt } from '../support/webhooks.ts';

interface Report {
  ok: boolean;
  checks: Array<{ name: string; verdict: string; says: string; advice?: string }>;
}

const main = fileURLToPath(new URL('../../apps/admin/src/main.ts', import.meta.url));
const closers: Array<() => unknown> = [];
let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'countersign-doctor-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
});
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const recipientSigner = (url: string) => ({
  RECIPIENT_SIGNER_NAME: 'Example Trust',
  RECIPIENT_SIGNER_URL: url,
  RECIPIENT_SIGNER_CLIENT_ID: 'countersign',
  RECIPIENT_SIGNER_CLIENT_SECRET: 'secret',
});

function doctor(
  env: Record<string, string>,
): Promise<{ status: number; report: Report; verdicts: Record<string, string> }> {
  return new Promise((resolve, reject) => {
    const settings = {
      PATH: process.env.PATH ?? '',
      ...compileCache,
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      ...env,
    };
    const child = execFile(
      process.execPath,
      [main, 'doctor', '--json'],
      { env: settings },
      (_error, stdout, stderr) => {
        try {
          const report = JSON.parse(stdout) as Report;
          const verdicts = Object.fromEntries(report.checks.map(({ name, verdict }) => [name, verdict]));
          resolve({ status: child.exitCode ?? -1, report, verdicts });
        } catch {
          reject(new Error(`no report: ${stdout}${stderr}`));
        }
      },
    );
  });
}

const saysOf = (report: Report, check: string) => report.checks.find(({ name }) => name === check)!.says;

/** The address of a server that the end of the tests closes. */
async function listening(server: Server): Promise<string> {
  closers.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a healthy installation: every part is reported as working, and the exit status is 0', async () => {
  const pki = await startPki();
  closers.push(() => pki.close());
  const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0 });
  closers.push(() => mailbox.close());
  const trustFile = join(folder, 'trust.pem');
  await writeFile(trustFile, pki.root.certificate.toString());
  // A converter and a collector: the doctor asks both only whether they work.
  const asked: string[] = [];
  const parts = createHttpServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume().once('end', () => response.end('{}'));
  });
  const partsUrl = await listening(parts);
  const s3 = await startTestS3(join(folder, 's3'), ['documents']);
  closers.push(() => s3.close());
  const identity = await startOidcServer();
  closers.push(() => identity.close());
  identity.openFor('http://localhost:3000', silentLog);
  const signer = await startCscProvider();
  closers.push(() => signer.close());
  const { status, verdicts, report } = await doctor({
    OIDC_ISSUER: identity.issuer,
    OIDC_CLIENT_ID: 'countersign',
    ...recipientSigner(signer.url),
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: 'Signing <sign@example.test>',
    TSA_URL: pki.tsaUrl,
    STORAGE_URL: s3.storageUrl('documents'),
    AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
    CONVERTER_URL: `${partsUrl}/convert/`,
    OTEL_EXPORTER_OTLP_ENDPOINT: partsUrl,
    VERIFY_TRUST_FILE: trustFile,
  });
  expect(verdicts).toEqual({
    settings: 'ok',
    address: 'warn',
    database: 'ok',
    schema: 'ok',
    clock: 'ok',
    'wake-up': 'ok',
    queues: 'ok',
    seals: 'ok',
    secrets: 'warn',
    webhooks: 'ok',
    storage: 'ok',
    'mail server': 'ok',
    'seal key': 'warn',
    'workspace seal keys': 'ok',
    timestamps: 'ok',
    'seal level': 'warn',
    'single sign-on': 'ok',
    'keys of recipients': 'ok',
    converter: 'ok',
    traces: 'ok',
    'trust file': 'ok',
  });
  expect(saysOf(report, 'keys of recipients')).toMatch(
    /^Example Trust has the CSC API, .*redirect URI must be http:\/\/localhost:3000\/signature-return$/,
  );
  expect(asked.sort()).toEqual(['GET /convert/health', 'POST /v1/traces']);
  expect(saysOf(report, 'storage')).toMatch(
    /^s3:\/\/documents: a file was written, read and removed; clients can upload to 127\.0\.0\.1:\d+, browsers cannot/,
  );
  // The upload of the check is gone.
  const stored = await readdir(join(folder, 's3'), { recursive: true });
  expect(stored.filter((name) => name.includes('doctor-'))).toEqual([]);
  expect(report.ok).toBe(true);
  expect(status).toBe(0);
});

test('deliveries without a worker are reported, and events without deliveries are a fault', async () => {
  const ctx = await testCtx(await testBase());
  const { endpoint } = await endpointAt(ctx, 'http://127.0.0.1:1/');
  const twoHoursAgo = new Date(Date.now() - 7_200_000);
  await pingEndpoint({ ...ctx, now: () => twoHoursAgo }, endpoint.id);
  const late = await doctor({});
  expect(late.report.checks.find(({ name }) => name === 'webhooks')).toMatchObject({
    verdict: 'warn',
    says: expect.stringMatching(/^1 deliveries are due, the oldest for 2 h/),
    advice: expect.stringContaining('QUEUES=webhook'),
  });
  await database.db.$executeRaw`
    INSERT INTO outbox_event (workspace_id, document_id, mode, type, seq, engine_event_type, actor, created_at)
    VALUES (${ctx.workspaceId}::uuid, gen_random_uuid(), 'live', 'document.sent', 1, 'envelope.sent', 'a:1', ${twoHoursAgo})`;
  const stuck = await doctor({});
  expect(stuck.report.checks.find(({ name }) => name === 'webhooks')).toMatchObject({
    verdict: 'fail',
    says: expect.stringMatching(/^1 events wait for their deliveries/),
  });
  expect(stuck.status).toBe(1);
  await database.db.webhookEndpoint.update({ where: { id: endpoint.id }, data: { active: false } });
  await database.db.$executeRaw`UPDATE outbox_event SET fanned_out_at = now()`;
});

test('a broken installation: each fault is reported with a remedy, and the exit status is 1', async () => {
  await writeFile(join(folder, 'seal.p12'), 'no key');
  await writeFile(join(folder, 'a file'), '');
  const [removed] = await database.db.$queryRaw<Array<{ id: string }>>`
    UPDATE _prisma_migrations SET rolled_back_at = now()
    WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations) RETURNING id`;
  const { status, report, verdicts } = await doctor({
    SMTP_URL: 'smtp://127.0.0.1:1',
    TSA_URL: 'http://127.0.0.1:1',
    SEAL_KEY: `file:${join(folder, 'seal.p12')}`,
    STORAGE_URL: `file:${folder}/a file/blobs`,
    PUBLIC_URL: 'http://sign.example.test',
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'countersign',
    ...recipientSigner('http://127.0.0.1:1/csc/v2'),
    CONVERTER_URL: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    VERIFY_TRUST_FILE: join(folder, 'seal.p12'),
  });
  await database.db
    .$executeRaw`UPDATE _prisma_migrations SET rolled_back_at = NULL WHERE id = ${removed!.id}`;
  expect(verdicts).toMatchObject({
    settings: 'warn',
    database: 'ok',
    schema: 'fail',
    storage: 'fail',
    'mail server': 'fail',
    'seal key': 'fail',
    timestamps: 'fail',
    'single sign-on': 'fail',
    'keys of recipients': 'fail',
    converter: 'fail',
    traces: 'warn',
    'trust file': 'fail',
  });
  expect(report.checks.find(({ name }) => name === 'settings')?.advice).toContain('cannot use passkeys');
  expect(report.checks.find(({ name }) => name === 'schema')?.advice).toContain('migrate');
  for (const name of ['queues', 'seals', 'secrets', 'webhooks'])
    expect(report.checks.find((check) => check.name === name)?.says).toBe('not checked: see schema');
  for (const { verdict, says, advice } of report.checks)
    if (verdict === 'fail' && !says.startsWith('not checked'))
      expect({ says, advice }).toHaveProperty('advice', expect.any(String));
  expect(status).toBe(1);
});

test('a refused login, a wrong passphrase, a missing file and another issuer: each has its own remedy', async () => {
  const refusing = createServer((socket) => {
    socket.on('error', () => undefined).write('220 mail.example.test\r\n');
    socket.on('data', (line) =>
      socket.write(String(line).startsWith('EHLO') ? '250-hello\r\n250 AUTH PLAIN\r\n' : '535 no\r\n'),
    );
  });
  closers.push(() => refusing.close());
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const { port } = refusing.address() as AddressInfo;
  let issuer = '';
  const identity = createHttpServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ issuer: `${issuer}/`, authorization_endpoint: issuer }));
  });
  issuer = `${await listening(identity)}/realms/main`;
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const passphrase = 'the right one';
  await writeFile(
    join(folder, 'locked.pem'),
    key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }),
  );
  const { report } = await doctor({
    SMTP_URL: `smtp://user:wrong@127.0.0.1:${port}?ignoreTLS=true`,
    SEAL_KEY: `file:${join(folder, 'locked.pem')}`,
    SEAL_KEY_SECRET: 'the wrong one',
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'countersign',
    VERIFY_TRUST_FILE: join(folder, 'absent.pem'),
  });
  const check = (name: string) => report.checks.find((one) => one.name === name);
  expect(check('mail server')).toMatchObject({
    verdict: 'fail',
    advice: expect.stringContaining('correct user and password in SMTP_URL'),
  });
  expect(check('seal key')).toMatchObject({
    verdict: 'fail',
    advice: expect.stringContaining('SEAL_KEY_SECRET'),
  });
  expect(check('single sign-on')).toMatchObject({
    verdict: 'fail',
    says: expect.stringContaining(`names itself "${issuer}/", but OIDC_ISSUER is "${issuer}"`),
    advice: expect.stringMatching(/^copy the issuer .* exactly/),
  });
  expect(check('trust file')).toMatchObject({
    verdict: 'fail',
    says: `VERIFY_TRUST_FILE is ${join(folder, 'absent.pem')}: there is no such file`,
    advice: expect.stringContaining('correct VERIFY_TRUST_FILE'),
  });
});

test('a storage of another installation is reported, because nothing is deleted in it', async () => {
  const storage = createFileStorage({ root: join(folder, 'blobs') });
  await storage.check();
  await database.db.$executeRaw`
    INSERT INTO installation (id, database) VALUES (gen_random_uuid(), 'the original')
    ON CONFLICT (only_row) DO UPDATE SET database = excluded.database`;
  const { report } = await doctor({});
  expect(report.checks.find(({ name }) => name === 'storage')).toMatchObject({
    verdict: 'warn',
    says: expect.stringContaining('belongs to another installation'),
    advice: expect.stringContaining('storage claim'),
  });
  await database.db.$executeRaw`UPDATE installation SET may_claim = true`;

  const { sha256 } = await storage.putBytes(Buffer.from('a file that the database does not know'));
  const unknown = await doctor({});
  expect(unknown.report.checks.find(({ name }) => name === 'storage')).toMatchObject({
    verdict: 'warn',
    says: expect.stringContaining('belongs to another installation'),
  });
  await storage.remove(sha256);
});

test('an unreachable DATABASE_DIRECT_URL is reported even if DATABASE_URL works', async () => {
  const { report, verdicts } = await doctor({
    DATABASE_DIRECT_URL: 'postgres://somebody:hunter2@127.0.0.1:1/countersign',
  });
  expect(verdicts).toMatchObject({ database: 'ok', 'wake-up': 'fail' });
  const { says } = report.checks.find(({ name }) => name === 'wake-up')!;
  expect(says).toMatch(
    /^The database at 127\.0\.0\.1:1 \(DATABASE_DIRECT_URL\) cannot be reached: .* Check that PostgreSQL runs there/,
  );
  expect(says).not.toMatch(/hunter2|somebody/);
});

test('a DATABASE_DIRECT_URL of another database is a fault', async () => {
  const other = new URL(database.url);
  other.pathname = '/postgres';
  const { report } = await doctor({ DATABASE_DIRECT_URL: other.href });
  expect(report.checks.find(({ name }) => name === 'wake-up')).toMatchObject({
    verdict: 'fail',
    says: expect.stringContaining(
      'DATABASE_DIRECT_URL leads to another database than DATABASE_URL: "postgres" instead of',
    ),
    advice: expect.stringContaining('the same database'),
  });
});

test('an upload address that clients cannot use is reported', async () => {
  const s3 = await startTestS3(join(folder, 's3-uploads'), ['documents']);
  closers.push(() => s3.close());
  const refusing = createHttpServer((_request, response) => response.writeHead(403).end());
  const credentials = {
    AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
  };
  const urls = [await listening(refusing), 'http://127.0.0.1:1'];
  const [refused, unreachable] = await Promise.all(
    urls.map((url) =>
      doctor({ ...credentials, STORAGE_URL: `${s3.storageUrl('documents')}&upload_endpoint=${url}` }),
    ),
  );
  expect(refused!.verdicts.storage).toBe('fail');
  expect(saysOf(refused!.report, 'storage')).toContain('answers 403 to the upload of a client');
  expect(unreachable!.verdicts.storage).toBe('warn');
  expect(saysOf(unreachable!.report, 'storage')).toContain('127.0.0.1:1 cannot be reached from here');
});

test('a part that hangs is reported, and the command ends', async () => {
  const silent = createServer((socket) => void socket.on('error', () => undefined).resume());
  closers.push(() => silent.close());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const { status, report } = await doctor({
    STORAGE_URL: `s3://documents?region=eu-central-1&endpoint=http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'somebody',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });
  expect(report.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([
    expect.objectContaining({
      name: 'storage',
      says: 'no answer within 15 s',
      advice: expect.stringContaining('STORAGE_URL'),
    }),
  ]);
  expect(status).toBe(1);
});

test('a STORAGE_URL that leads elsewhere is a fault, and the doctor creates nothing there', async () => {
  const elsewhere = join(folder, 'elsewhere');
  const env = { STORAGE_URL: `file:${elsewhere}` };
  const before = await doctor(env);
  expect(before.verdicts.storage).toBe('ok');
  expect(await readdir(folder)).not.toContain('elsewhere');
  const base = await testBase();
  await finalizedDraft(await testCtx(base), twoSigners);
  const storageOf = async () => {
    const { report } = await doctor(env);
    expect(report.ok).toBe(false);
    return report.checks.find(({ name }) => name === 'storage');
  };
  expect(await storageOf()).toMatchObject({
    verdict: 'fail',
    says: expect.stringContaining('is no storage, but the database references files'),
    advice: expect.stringContaining('correct STORAGE_URL'),
  });
  expect(await readdir(folder)).not.toContain('elsewhere');

  // A storage of Countersign, but another one.
  await createFileStorage({ root: elsewhere }).check();
  expect(await storageOf()).toMatchObject({
    verdict: 'fail',
    says: expect.stringContaining('1 of the 1 newest files of the database are missing'),
  });
});
