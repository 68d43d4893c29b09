/** The certificates that verdicts accept as the installation's own: those of recorded seals. */
import { createHash, X509Certificate } from 'node:crypto';
import type { Mode } from '@countersign/contract/common';
import { closeDb, createDb } from '@countersign/db/client';
import { makeDevelopmentCertificate } from '@countersign/pdf/development/certificate';
import { signerFromPem } from '@countersign/pdf/keys/local';
import { readCertificates } from '@countersign/pdf/pki/read-certificates';
import { describe, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../../../../test/support/base.ts';
import { sealedDocument } from '../../../../test/support/sealed-files.ts';
import { type Ctx, withSqlTransaction } from '../ctx.ts';
import { createSecrets, type Secrets } from '../secrets.ts';
import type { SealKey } from './keys.ts';
import {
  isSealCertificateRecorded,
  listSealCertificates,
  noteSealCertificate,
  recordSealCertificate,
  sealCertificatesPem,
} from './seal-certificates.ts';
import { testSealKey } from './test-key.ts';

function keyNamed(commonName: string): SealKey {
  const { keyPem, certificatePem } = makeDevelopmentCertificate({ commonName });
  const signer = signerFromPem(keyPem, certificatePem);
  const fingerprint = createHash('sha256').update(signer.certificates[0]!).digest('hex');
  return { signer, subject: `CN=${commonName}`, fingerprint, until: new Date(), namesRevocation: false };
}

const record = (ctx: TestBase & Ctx, key: SealKey, mode: Mode) =>
  withSqlTransaction(ctx, (tx) => recordSealCertificate(tx, key, mode));

describe('seal certificates', () => {
  test('a seal records its certificate with the first and last use, for each mode', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const { sealed: _ } = await sealedDocument(ctx, base.folder);
    const [row] = await base.db.sealCertificate.findMany();
    expect(row).toMatchObject({ subject: 'CN=Countersign development seal', modes: ['live'] });
    expect(new X509Certificate(row!.der).fingerprint256.replaceAll(':', '').toLowerCase()).toBe(
      row!.fingerprint,
    );
    const test = await testCtx(base, 'test');
    await sealedDocument(test, base.folder);
    const modes = (await base.db.sealCertificate.findMany()).map((one) => one.modes.join());
    expect(modes.toSorted()).toEqual(['live', 'test']);
    await base.db.sealCertificate.deleteMany();
  });

  test('a process does not read a certificate again that it has noted, but only for that key and mode', async () => {
    const base = await testBase();
    const [key, other] = [keyNamed('Noted'), keyNamed('Other')];
    const isRecorded = (one: SealKey, mode: Mode) => isSealCertificateRecorded(base.db, one, mode);
    expect(isRecorded(key, 'live')).toBe(false);
    noteSealCertificate(base.db, key, 'live');
    expect([isRecorded(key, 'live'), isRecorded(key, 'test'), isRecorded(other, 'live')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('the row is written once in ten minutes, and at once for another mode', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    base.clock.stop();
    const key = keyNamed('Office');
    const find = () => base.db.sealCertificate.findUniqueOrThrow({ where: { fingerprint: key.fingerprint } });
    await record(ctx, key, 'live');
    const first = await find();
    base.clock.advance(9 * 60_000);
    await record(ctx, key, 'live');
    expect(await find()).toEqual(first);
    base.clock.advance(2 * 60_000);
    await record(ctx, key, 'live');
    const later = await find();
    expect(later.firstUsedAt).toEqual(first.firstUsedAt);
    expect(later.lastUsedAt.getTime() - first.lastUsedAt.getTime()).toBe(11 * 60_000);
    await record(ctx, key, 'test');
    await record(ctx, key, 'test');
    expect((await find()).modes).toEqual(['live', 'test']);
  });

  test('a seal does not wait for another transaction that has just recorded the same certificate', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const key = keyNamed('Busy office');
    await record(ctx, key, 'live');
    await withSqlTransaction(ctx, async (tx) => {
      await tx.db.$executeRaw`SELECT FROM seal_certificate WHERE fingerprint = ${key.fingerprint} FOR UPDATE`;
      // If it took the row's lock, it would wait for this transaction, and the test would never end.
      await record(ctx, key, 'live');
    });
  });

  test('the database refuses a certificate with a wrong fingerprint', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const forged = { ...keyNamed('Forged'), fingerprint: 'ab'.repeat(32) };
    await expect(record(ctx, forged, 'live')).rejects.toThrow(/seal_certificate_fingerprint_of_der/);
  });

  test('are listed by mode as PEM, whatever their subject contains', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    await base.db.sealCertificate.deleteMany();
    const plain = keyNamed('Office');
    const nasty = { ...keyNamed('Nasty'), subject: 'CN=a\n-----BEGIN CERTIFICATE-----\nAAAA' };
    const tested = keyNamed('Test');
    for (const [key, mode] of [
      [plain, 'live'],
      [nasty, 'live'],
      [tested, 'test'],
    ] as const)
      await record(ctx, key, mode);
    const fingerprintsOf = async (mode: Mode) =>
      readCertificates(Buffer.from(await sealCertificatesPem(base, mode))).map((der) =>
        createHash('sha256').update(der).digest('hex'),
      );
    expect((await fingerprintsOf('live')).toSorted()).toEqual(
      [plain.fingerprint, nasty.fingerprint].toSorted(),
    );
    expect(await fingerprintsOf('test')).toEqual([tested.fingerprint]);
    expect((await listSealCertificates(base)).map(({ modes }) => modes.join()).toSorted()).toEqual([
      'live',
      'live',
      'test',
    ]);
  });

  test('of test documents never take the place of those of live documents', async () => {
    const base = await testBase();
    await base.db.sealCertificate.deleteMany();
    await base.db.$executeRaw`
      INSERT INTO seal_certificate (fingerprint, subject, der, modes, first_used_at, last_used_at)
      SELECT encode(sha256(der), 'hex'), 'CN=Test', der, '{test}', now(), now()
      FROM (SELECT int4send(n) AS der FROM generate_series(1, 5000) n) made`;
    const ctx = await testCtx(base);
    base.clock.advance(-86_400_000);
    const key = keyNamed('Used long ago');
    await record(ctx, key, 'live');
    const listed = await listSealCertificates(base);
    expect(listed).toHaveLength(5000);
    expect(listed[0]).toEqual({ fingerprint: key.fingerprint, modes: ['live'] });
    await base.db.sealCertificate.deleteMany();
  });
});

describe('the test key', () => {
  /** Another process: it has its own connections, so it has not opened the key yet. */
  const processOf = ({ databaseUrl }: TestBase, secrets: Secrets) => {
    const db = createDb(databaseUrl, { max: 1 });
    return testSealKey({ db, secrets }).finally(() => closeDb(db));
  };

  test('is the same in all processes of an installation, and replaced when it cannot be decrypted', async () => {
    const base = await testBase();
    const keys = await Promise.all(Array.from({ length: 4 }, () => processOf(base, base.secrets)));
    expect(new Set(keys.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    expect(keys[0]!.subject).toBe('CN=Countersign TEST seal (not for production)');
    const other = createSecrets('another-secret-for-tests-of-thirty-two-characters');
    const replaced = await processOf(base, other);
    expect(replaced.fingerprint).not.toBe(keys[0]!.fingerprint);
    expect((await processOf(base, other)).fingerprint).toBe(replaced.fingerprint);
  });
});
