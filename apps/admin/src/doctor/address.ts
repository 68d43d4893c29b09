/** The check of PUBLIC_URL: it answers, and it is this installation. */
import type { Db } from '@countersign/db/client';
import { readResponse } from '@countersign/pdf/http/read-response';
import { type Finding, fail, ok, warn } from './check.ts';

const timeoutMs = 5000;
/** More certificates than this are neither published completely nor compared. */
const maxCertificates = 5000;
const maxBytes = 32 * 1024 * 1024;
/** The published list may be cached, so newer certificates may be missing in it. */
const cachedMs = 86_400_000;

/** `open` calls back with the database, or with null if it cannot be used. It is opened only if the address answers. */
export async function checkAddress(
  publicUrl: string,
  open: (compare: (db: Db | null) => Promise<Finding>) => Promise<Finding>,
): Promise<Finding> {
  try {
    const response = await fetch(`${publicUrl}/readyz`, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
    });
    await response.body?.cancel();
    if (!response.ok) return warn(`${publicUrl}/readyz answers ${response.status}`, 'see the log of the API');
  } catch {
    return warn(`${publicUrl} does not answer from here`, 'start the API, or correct PUBLIC_URL');
  }
  return open(async (db) => {
    if (!db || !(await isOther(publicUrl, db))) return ok(`${publicUrl} is up and ready`);
    return fail(
      `${publicUrl} is another installation: the seal certificates that it publishes are not those of this database`,
      'correct PUBLIC_URL, or the address of the database: links in emails would lead to the other installation',
    );
  });
}

/**
 * Whether the address publishes other seal certificates than those in the database. Those for test documents are different in every
 * installation, also if the key for live documents is the same. False if the list cannot be had or nothing was sealed yet.
 */
async function isOther(publicUrl: string, db: Db): Promise<boolean> {
  const lists = await Promise.all([published(publicUrl, 'live'), published(publicUrl, 'test')]);
  if (lists.some((list) => list === null)) return false;
  const there = new Set(lists.flatMap((list) => list ?? []));
  // Read after the list, so that it contains everything that was published then.
  const here = await db.sealCertificate.findMany({
    select: { fingerprint: true, firstUsedAt: true },
    take: maxCertificates,
  });
  if (there.size >= maxCertificates || here.length >= maxCertificates) return false;
  const known = new Set(here.map(({ fingerprint }) => fingerprint));
  const isOld = ({ firstUsedAt }: { firstUsedAt: Date }) => firstUsedAt.getTime() < Date.now() - cachedMs;
  return (
    [...there].some((one) => !known.has(one)) || here.some((one) => isOld(one) && !there.has(one.fingerprint))
  );
}

/** Fingerprints of the published certificates; null if they cannot be read. */
async function published(publicUrl: string, mode: 'live' | 'test'): Promise<string[] | null> {
  try {
    const response = await fetch(`${publicUrl}/verify/certificates.pem?mode=${mode}`, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
    });
    const text = await readResponse(response, maxBytes, () => new Error('too many certificates'));
    if (!response.ok || !/^application\/x-pem-file/.test(response.headers.get('Content-Type') ?? ''))
      return null;
    return [...text.toString().matchAll(/^SHA-256: ([0-9a-f]{64})$/gm)].map(
      ([, fingerprint]) => fingerprint!,
    );
  } catch {
    return null;
  }
}
