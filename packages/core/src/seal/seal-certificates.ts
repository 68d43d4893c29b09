/** The certificates that this installation has sealed with (table seal_certificate), which verdicts accept as its own. */
import { X509Certificate } from 'node:crypto';
import type { Mode } from '@countersign/contract/common';
import type { Db } from '@countersign/db/client';
import type { Base, SqlCtx, Tx } from '../ctx.ts';
import type { SealKey } from './keys.ts';

/** Seals within this time only read the row, so they do not wait for each other. */
const refreshMinutes = 10;
/** For this long, a process does not read a row again after it was committed. `last_used_at` may be behind by the sum of both times. */
// Equal mutants: the statement itself skips a row that is recent enough, so another time only changes how often it runs.
const trustedMs = 5 * 60_000;
/** Until when (`performance.now()`), by fingerprint and mode. */
const committed = new WeakMap<Db, Map<string, number>>();

/** Workspaces may have keys of their own. Those of live documents count first, then the most recently used. */
const maxCertificates = 5000;

/** What verdicts need to know about a seal certificate. */
export interface KnownCertificate {
  /** SHA-256 of the DER in lower-case hexadecimal. */
  fingerprint: string;
  modes: Mode[];
}

/** Whether this process knows that the use of the key for this mode is recorded, so that `recordSealCertificate` is not needed. */
export function isSealCertificateRecorded(db: Db, key: SealKey, mode: Mode): boolean {
  return (committed.get(db)?.get(`${mode} ${key.fingerprint}`) ?? 0) > performance.now();
}

/** Call it after the commit of the transaction that recorded the certificate. */
export function noteSealCertificate(db: Db, key: SealKey, mode: Mode): void {
  const known = committed.get(db) ?? new Map<string, number>();
  committed.set(db, known.set(`${mode} ${key.fingerprint}`, performance.now() + trustedMs));
}

/**
 * Records that a document of this mode was sealed with the key. Call it last in the transaction of the seal, so that a row
 * lock is held only until the commit.
 */
export async function recordSealCertificate(tx: SqlCtx, key: SealKey, mode: Mode): Promise<void> {
  const at = tx.now();
  // ON CONFLICT locks the row even if nothing changes, so rows that are recent enough are skipped before.
  await tx.db.$executeRaw`
    INSERT INTO seal_certificate AS known (fingerprint, subject, der, modes, first_used_at, last_used_at)
    SELECT ${key.fingerprint}, ${key.subject}, decode(${Buffer.from(key.signer.certificates[0]!).toString('hex')}, 'hex'),
      ARRAY[${mode}::mode], ${at}::timestamptz, ${at}::timestamptz
    WHERE NOT EXISTS (
      SELECT FROM seal_certificate WHERE fingerprint = ${key.fingerprint} AND ${mode}::mode = ANY (modes)
        AND last_used_at > ${at}::timestamptz - ${refreshMinutes} * interval '1 minute')
    ON CONFLICT (fingerprint) DO UPDATE SET
      last_used_at = greatest(known.last_used_at, excluded.last_used_at),
      modes = CASE WHEN known.modes @> excluded.modes THEN known.modes ELSE known.modes || excluded.modes END`;
}

/** The certificates that verdicts accept as this installation's own. */
export async function listSealCertificates({ db }: Pick<Base, 'db'>): Promise<KnownCertificate[]> {
  return db.$queryRaw<KnownCertificate[]>`
    SELECT fingerprint, modes::text[] AS modes FROM seal_certificate
    ORDER BY 'live' = ANY (modes) DESC, last_used_at DESC, fingerprint LIMIT ${maxCertificates}`;
}

/**
 * The certificates used to seal documents of a mode, as a PEM bundle, the most recently used first. Subject, fingerprint and
 * times of use precede each one as text, which PEM readers skip (RFC 7468, section 2).
 */
export async function sealCertificatesPem(
  { db }: { db: Pick<Tx, 'sealCertificate'> },
  mode: Mode,
): Promise<string> {
  const rows = await db.sealCertificate.findMany({
    where: { modes: { has: mode } },
    orderBy: [{ lastUsedAt: 'desc' }, { fingerprint: 'asc' }],
    take: maxCertificates,
  });
  const entries = rows.map(({ subject, fingerprint, der, firstUsedAt }) =>
    [
      `Subject: ${onOneLine(subject)}`,
      `SHA-256: ${fingerprint}`,
      `Mode: ${mode}`,
      `First used: ${firstUsedAt.toISOString()}`,
      new X509Certificate(der).toString(),
    ].join('\n'),
  );
  return entries.join('\n');
}

/** Prevents a subject from starting a PEM block of its own. */
const onOneLine = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').replaceAll('-----', '?');
