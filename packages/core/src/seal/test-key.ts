/**
 * The key that seals test documents. The installation has one, kept in the database: a key for each process would add a certificate to the
 * list of seal certificates with every start.
 */
import type { Db } from '@countersign/db/client';
import { makeDevelopmentCertificate } from '@countersign/pdf/development/certificate';
import { signerFromPem } from '@countersign/pdf/keys/local';
import type { Base } from '../ctx.ts';
import { describeKey, type SealKey } from './keys.ts';

type Keeper = Pick<Base, 'db' | 'secrets'>;

/** The context that the encrypted key is bound to. */
export const testKeyContext = 'test-seal-key';

const opened = new WeakMap<Db, Promise<SealKey>>();

/** Opens the test key once for a process. The first call in an installation creates it. */
export function testSealKey(base: Keeper): Promise<SealKey> {
  const found = opened.get(base.db);
  if (found) return found;
  const pending = readOrCreate(base).then((pem) => describeKey(signerFromPem(pem, pem)));
  opened.set(base.db, pending);
  pending.catch(() => opened.delete(base.db));
  return pending;
}

/** PEM. A key that no accepted SECRET_KEY decrypts is replaced, as nothing depends on it. */
async function readOrCreate({ db, secrets }: Keeper): Promise<string> {
  const before = await db.testSealKey.findFirst();
  if (before) {
    try {
      return secrets.decrypt(before.sealed, testKeyContext).toString();
    } catch {
      // Replaced below.
    }
  }
  const { keyPem, certificatePem } = makeDevelopmentCertificate({
    commonName: 'Countersign TEST seal (not for production)',
  });
  const sealed = secrets.encrypt(Buffer.from(`${keyPem}\n${certificatePem}\n`), testKeyContext);
  // A key that another process has stored in the meantime stays.
  await db.$executeRaw`
    INSERT INTO test_seal_key AS k (sealed) VALUES (${sealed})
    ON CONFLICT (only_row) DO UPDATE SET sealed = excluded.sealed WHERE k.sealed = ${before?.sealed ?? null}`;
  const kept = await db.testSealKey.findFirstOrThrow();
  return secrets.decrypt(kept.sealed, testKeyContext).toString();
}
