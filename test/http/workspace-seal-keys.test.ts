/** Seal keys of single workspaces: set by an operator, used for sealing, known to /verify. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealKeyCommands } from '@countersign/admin/commands/seal-key';
import { checksFor } from '@countersign/admin/doctor/checks';
import { readEnv } from '@countersign/config/env';
import type { AdminEventOut } from '@countersign/contract/admin-event';
import type { Mode } from '@countersign/contract/common';
import { VerifyOut } from '@countersign/contract/verify';
import { createSealKeys, type SealKeys } from '@countersign/core/seal/keys';
import { sealDocument } from '@countersign/core/seal/seal-document';
import { silentLog } from '@countersign/log/port';
import { readCertificates } from '@countersign/pdf/pki/read-certificates';
import {
  type CertificateForm,
  keyPemOf,
  type Made,
  makeCertificate,
  pemOf,
} from '@countersign/pdf/testing/make-certificate';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { reread, sentDocument, signAs } from '../support/documents.ts';

let api: TestApi;
let databaseUrl: string;
let folder: string;
let installation: Holder;
let sealKeys: SealKeys;
beforeAll(async () => {
  [api, { url: databaseUrl }, folder] = await Promise.all([
    startTestApi(),
    testDatabase(),
    mkdtemp(join(tmpdir(), 'countersign-seal-keys-')),
  ]);
  installation = await holder('Installation Seal');
  sealKeys = createSealKeys({ key: installation.key, dataDir: folder, log: silentLog });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Holder {
  made: Made;
  fingerprint: string;
  /** File with private key and certificate. */
  file: string;
  /** In the form of SEAL_KEY. */
  key: string;
}

async function holder(subject: string, form: Partial<CertificateForm> = {}): Promise<Holder> {
  const made = makeCertificate({ subject, ...form });
  const fingerprint = createHash('sha256').update(made.raw).digest('hex');
  const file = join(folder, `${fingerprint}.pem`);
  await writeFile(file, keyPemOf(made) + pemOf(made.raw));
  return { made, fingerprint, file, key: `file:${file}` };
}

const configOf = (settings: Record<string, string> = {}) =>
  readEnv({
    ...settings,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    SECRET_KEY: 's'.repeat(40),
    SEAL_KEY: installation.key,
  });

/** Runs `admin seal-key …` and returns what it prints. */
async function sealKey(...words: string[]): Promise<string> {
  const command = sealKeyCommands.find((one) => one.words[1] === words[0]);
  if (!command || !('run' in command)) throw new Error(`no command seal-key ${words[0]}`);
  const printed: string[] = [];
  const { db, queue, now } = api.deps;
  await command.run(
    {
      config: configOf(),
      print: (text) => void printed.push(text),
      hasColors: false,
      db,
      databaseUrl,
      now,
      queue: async () => queue,
    },
    words.slice(1),
  );
  return printed.join('\n');
}

const doctor = (settings?: Record<string, string>) =>
  checksFor(configOf(settings))
    .find(({ name }) => name === 'workspace seal keys')!
    .run();

async function completed(workspace: TestWorkspace, mode: Mode = 'live') {
  const ctx = { ...workspace.ctx(mode), storage: api.storage };
  const document = await sentDocument(ctx);
  for (const recipient of document.recipients) await signAs(ctx, document, recipient);
  return document;
}

const seal = (id: string) =>
  sealDocument(
    { ...api.deps, storage: api.storage, sealKeys, timestamper: null },
    { documentId: id, requestId: 'seal' },
  );

/** The bytes of a new document of the workspace, sealed as a worker does it. */
async function sealed(workspace: TestWorkspace, mode: Mode = 'live'): Promise<Buffer> {
  const { id } = await completed(workspace, mode);
  expect(await seal(id)).toBe('sealed');
  const { sealedSha256 } = await reread(workspace.ctx(mode), id);
  return Buffer.from(await api.storage.getBytes(sealedSha256!));
}

async function verify(file: Buffer): Promise<VerifyOut> {
  const { status, body } = await request(api.url)
    .post('/verify')
    .set('Content-Type', 'application/pdf')
    .set('Accept', 'application/json')
    .serialize((bytes) => bytes as unknown as string)
    .send(file);
  expect(status).toBe(200);
  return VerifyOut.parse(body);
}

const signedBy = ({ fingerprint }: Holder, subject: string) => ({
  verdict: 'intact',
  signatures: [
    {
      signer_trust: 'installation',
      signer_fingerprint_sha256: fingerprint,
      signer_subject: expect.stringContaining(subject),
    },
  ],
  instance: { file: 'identical', certificate: 'matches' },
});

const textOf = (pdf: Buffer) => execFileSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' });

describe('the seal key of a workspace', () => {
  test('seals its live documents, and /verify and the certificate of completion name its holder', async () => {
    const [acme, other] = [await api.createTestWorkspace(), await api.createTestWorkspace()];
    const [first, second] = [await holder('Acme Seal'), await holder('Acme Seal 2')];
    const set = ({ key, file }: Holder) =>
      sealKey('set', '--workspace', acme.slug, '--key', key, '--certificate', file);

    expect(await set(first)).toMatch(`CN=Acme Seal\nSHA-256 ${first.fingerprint}\nvalid until `);
    // The file has the private key too.
    const row = await api.deps.db.workspaceSealKey.findUniqueOrThrow({
      where: { workspaceId: acme.workspaceId },
    });
    expect(row.certificates).toBe(pemOf(first.made.raw));

    const file = await sealed(acme);
    expect(await verify(file)).toMatchObject(signedBy(first, 'CN=Acme Seal'));
    const printed = textOf(file).replace(/\s+/g, '');
    expect(printed).toContain('CN=AcmeSeal');
    expect(printed).not.toContain('InstallationSeal');
    expect(await verify(await sealed(other))).toMatchObject(signedBy(installation, 'CN=Installation Seal'));
    const inTestMode = await verify(await sealed(acme, 'test'));
    expect(inTestMode.signatures[0]!.signer_subject).toContain('Countersign TEST seal');

    // The running worker uses the new key with the next document, and the old seal is still known.
    await set(second);
    expect(await verify(await sealed(acme))).toMatchObject(signedBy(second, 'CN=Acme Seal 2'));
    expect(await verify(file)).toMatchObject(signedBy(first, 'CN=Acme Seal'));
    expect(await sealKey('list')).toContain(`${acme.slug}  ${second.key}`);
    expect(await sealKey('show', '--workspace', acme.slug)).toContain(`SHA-256 ${second.fingerprint}`);

    expect(await sealKey('remove', '--workspace', acme.slug)).toBe('Removed.');
    expect(await sealKey('remove', '--workspace', acme.slug)).toContain('has no seal key of its own');
    expect(await verify(await sealed(acme))).toMatchObject(signedBy(installation, 'CN=Installation Seal'));

    const { text } = await api.anonymous.get('/verify/certificates.pem').buffer(true);
    const listed = readCertificates(Buffer.from(text)).map((der) =>
      createHash('sha256').update(der).digest('hex'),
    );
    expect(listed.toSorted()).toEqual(
      [installation, first, second].map(({ fingerprint }) => fingerprint).toSorted(),
    );
    const { body } = await acme.live.get('/v1/admin-events?limit=200');
    const events = (body.items as AdminEventOut[]).filter(({ type }) => type.startsWith('seal_key.'));
    expect(events.map(({ type, details, actor }) => [type, details, actor.id]).toReversed()).toEqual([
      ['seal_key.set', { kind: 'file', fingerprint: first.fingerprint }, 'admin'],
      ['seal_key.set', { kind: 'file', fingerprint: second.fingerprint }, 'admin'],
      ['seal_key.removed', {}, 'admin'],
    ]);
  });

  test('delays only the documents of its workspace while it cannot be used', async () => {
    const [acme, other] = [await api.createTestWorkspace(), await api.createTestWorkspace()];
    const own = await holder('Broken Seal');
    await sealKey('set', '--workspace', acme.slug, '--key', own.key);
    expect(await doctor()).toMatchObject({ verdict: 'ok', says: '1 can be used' });
    await rm(own.file);
    const { id } = await completed(acme);
    const missing = `the seal key of workspace ${acme.workspaceId} cannot be used: ${own.file} cannot be read: there is no such file`;
    await expect(seal(id)).rejects.toThrow(missing);
    expect(await verify(await sealed(other))).toMatchObject(signedBy(installation, 'CN=Installation Seal'));
    const attempts = await api.deps.db.sealAttempt.findMany({ where: { documentId: id } });
    expect(attempts.map(({ error }) => error)).toEqual([`seal: ${missing}`]);
    expect(await doctor()).toMatchObject({
      verdict: 'fail',
      says: expect.stringContaining(`1 of 1 cannot be used: ${acme.slug}: `),
    });
    await sealKey('remove', '--workspace', acme.slug);
    expect(await seal(id)).toBe('sealed');
  });

  test('is not stored unless it can be used, and the doctor warns before its certificate ends and if its seals stay below the level', async () => {
    const acme = await api.createTestWorkspace();
    const [own, another] = [await holder('Own Seal'), await holder('Another Seal')];
    const set = (...words: string[]) => sealKey('set', '--workspace', acme.slug, ...words);
    await expect(set('--key', own.key, '--certificate', another.file)).rejects.toThrow(
      `the seal key of workspace ${acme.slug} cannot be used: none of the certificates belongs to the private key`,
    );
    await expect(set('--key', 'module:/tmp/signer.mjs')).rejects.toThrow(
      '/tmp/signer.mjs may not be used for workspaces: neither SEAL_KEY nor SEAL_KEY_PLACES names it',
    );
    await expect(set('--key', 'awskms:alias/seal?region=eu-central-1')).rejects.toThrow(
      'needs its certificate',
    );
    await expect(sealKey('set', '--workspace', 'nowhere', '--key', own.key)).rejects.toThrow(
      'There is no workspace "nowhere".',
    );
    expect(await sealKey('list')).toBe('No workspace has a seal key of its own.');

    await set('--key', own.key);
    expect(await doctor()).toMatchObject({ verdict: 'ok' });
    expect(await doctor({ TSA_URL: 'http://tsa.example.com', ARCHIVE_TIMESTAMPS: 'on' })).toMatchObject({
      verdict: 'warn',
      says: `seals reach PAdES-B-T instead of PAdES-B-LTA, because the certificates name neither OCSP nor a CRL: ${acme.slug}`,
    });

    const soon = await holder('Ending Seal', { notAfter: new Date(Date.now() + 10.5 * 86_400_000) });
    await set('--key', soon.key);
    expect(await doctor()).toMatchObject({
      verdict: 'warn',
      says: `certificates that end soon: ${acme.slug} (10 days)`,
    });
  });
});
