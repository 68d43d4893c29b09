/**
 * Fetches proof that certificates are good: OCSP responses (RFC 6960, appendix A), else revocation lists, and missing
 * issuer certificates (RFC 5280, 4.2.2.1), from the addresses in the certificates.
 */

import { DerError, readDer } from '../cms/der.ts';
import { readResponse } from '../http/read-response.ts';
import {
  type Certificate,
  commonNameOf,
  isIssuedBy,
  isValidAt,
  readCertificate,
} from '../pki/certificate.ts';
import { readCrl } from '../pki/crl.ts';
import { ocspRequest, readOcspResponse } from '../pki/ocsp.ts';
import { isMadeBy, type RevocationStatus } from '../pki/status.ts';
import type { RevocationSource } from '../ports/authorities.ts';
import { RevocationError } from '../ports/errors.ts';
import { faultOfStatus, isListedGood, MAX_CHAIN, MAX_RESPONDERS, memberId } from './validation-data.ts';

export interface RevocationSourceOptions {
  /** Limit per address. */
  timeoutMs?: number;
  maxBytes?: number;
  /** How long a response is cached while it is current, in milliseconds; failures for a sixth of it. */
  keepMs?: number;
  now?: () => Date;
}

/** Per kind and certificate. More addresses would let one certificate delay a seal. */
const MAX_ADDRESSES = 3;

interface Evidence extends RevocationStatus {
  kind: 'ocsps' | 'crls';
  bytes: Buffer;
  /** A responder whose certificate must be checked too. */
  responder: Certificate | null;
}

/** A source that uses HTTP: 5 s and 1 MiB per address, responses cached for at most 10 minutes. */
export function httpRevocationSource(options: RevocationSourceOptions = {}): RevocationSource {
  const { timeoutMs = 5000, maxBytes = 1 << 20, keepMs = 600_000, now = () => new Date() } = options;
  const fetched = keptFor<Evidence>(keepMs, now, ({ nextUpdate }) => nextUpdate);
  const issuers = keptFor<Certificate>(keepMs, now, () => null);
  const get = (url: string, body?: Buffer) => download(url, { timeoutMs, maxBytes, body });

  const issuerOf = (certificate: Certificate, pool: readonly Certificate[]): Promise<Certificate> => {
    const known = pool.find((one) => isIssuedBy(certificate, one));
    if (known) return Promise.resolve(known);
    return issuers(certificate.id, async () => {
      let cause: unknown;
      for (const url of certificate.issuerUrls.slice(0, MAX_ADDRESSES)) {
        try {
          const found = certificatesIn(await get(url)).find((one) => isIssuedBy(certificate, one));
          if (found) return found;
        } catch (error) {
          cause = error;
        }
      }
      throw new RevocationError(`the issuer of ${commonNameOf(certificate)} is missing`, { cause });
    });
  };

  const fromResponder = async (
    url: string,
    certificate: Certificate,
    issuer: Certificate,
  ): Promise<Evidence | null> => {
    const bytes = exact(await get(url, ocspRequest(certificate, issuer)));
    const answer = readOcspResponse(bytes, certificate, issuer);
    if (answer?.isDelegated && !isValidAt(answer.responder, now()))
      throw new DerError('the certificate of the OCSP responder is outside its time of validity');
    const responder =
      answer?.isDelegated && !answer.responder.isExemptFromRevocation ? answer.responder : null;
    return answer && { ...answer, kind: 'ocsps', bytes, responder };
  };

  const fromList = async (
    url: string,
    certificate: Certificate,
    issuer: Certificate,
  ): Promise<Evidence | null> => {
    const bytes = exact(await get(url));
    const list = readCrl(bytes, certificate, issuer);
    return list && { ...list, kind: 'crls', bytes, responder: null };
  };

  /** The evidence, unless it does not prove the certificate good now: then throws a RevocationError. */
  const usable = (found: Evidence | null, certificate: Certificate): Evidence => {
    if (!found) throw new RevocationError('it does not cover the certificate');
    const fault = faultOfStatus(found, certificate, now());
    // A signed "revoked" is final, even if another source would disagree.
    if (fault) throw new RevocationError(fault, { revoked: found.status === 'revoked' });
    if (!isMadeBy(found, now())) throw new RevocationError('it is from the future');
    return found;
  };

  const evidenceFor = (certificate: Certificate, issuer: Certificate): Promise<Evidence> =>
    fetched(certificate.id, async () => {
      const faults: string[] = [];
      const attempts = [
        ...certificate.ocspUrls.slice(0, MAX_ADDRESSES).map((url) => ({ url, get: fromResponder })),
        ...certificate.crlUrls.slice(0, MAX_ADDRESSES).map((url) => ({ url, get: fromList })),
      ];
      for (const { url, get } of attempts)
        try {
          return usable(await get(url, certificate, issuer), certificate);
        } catch (error) {
          if (error instanceof RevocationError && error.revoked) throw error;
          faults.push(error instanceof Error ? error.message : String(error));
        }
      const why = faults.length > 0 ? faults.join('; ') : 'it names neither an OCSP responder nor a list';
      throw new RevocationError(`there is no revocation status of ${commonNameOf(certificate)}: ${why}`);
    });

  const attest = async (
    certificate: Certificate,
    issuer: Certificate,
    into: Gathered,
    left: number,
  ): Promise<void> => {
    const { kind, bytes, responder } = await evidenceFor(certificate, issuer);
    // If the list was renewed since another certificate was looked up in it, the first copy is enough.
    if (kind === 'crls' && isListedGood(certificate, issuer, [...into.crls.values()], now())) return;
    into[kind].set(memberId(bytes), bytes);
    if (!responder) return;
    if (left === 0)
      throw new RevocationError(`too many responders vouch for each other, at ${commonNameOf(responder)}`);
    into.certificates.set(responder.id, responder.raw);
    await attest(responder, issuer, into, left - 1);
  };

  const walk = async (
    certificate: Certificate,
    pool: readonly Certificate[],
    into: Gathered,
    left: number,
  ): Promise<void> => {
    const name = commonNameOf(certificate);
    if (left === 0) throw new RevocationError(`the chain of ${name} is too long`);
    if (!isValidAt(certificate, now())) throw new RevocationError(`${name} is outside its time of validity`);
    into.certificates.set(certificate.id, certificate.raw);
    if (certificate.isSelfSigned) return;
    const issuer = await issuerOf(certificate, pool);
    await attest(certificate, issuer, into, MAX_RESPONDERS);
    await walk(issuer, pool, into, left - 1);
  };

  return {
    async gather(chains) {
      const into: Gathered = { certificates: new Map(), ocsps: new Map(), crls: new Map() };
      for (const chain of chains) {
        const pool = readable(chain);
        const [leaf] = pool;
        if (!leaf) throw new RevocationError('there is no certificate to gather revocation data for');
        if (leaf.isSelfSigned)
          throw new RevocationError(`${commonNameOf(leaf)} is self-signed, so no authority can vouch for it`);
        await walk(leaf, pool, into, MAX_CHAIN);
      }
      return {
        certificates: [...into.certificates.values()],
        ocsps: [...into.ocsps.values()],
        crls: [...into.crls.values()],
      };
    },
  };
}

interface Gathered {
  certificates: Map<string, Uint8Array>;
  ocsps: Map<string, Uint8Array>;
  crls: Map<string, Uint8Array>;
}

/** The readable certificates; the first must be readable. */
function readable(chain: readonly Uint8Array[]): Certificate[] {
  return chain.flatMap((bytes, index) => {
    try {
      return readCertificate(bytes);
    } catch (cause) {
      if (!(cause instanceof DerError)) throw cause;
      if (index === 0) throw new RevocationError(cause.message, { cause });
      return [];
    }
  });
}

/** One certificate in DER or PEM, or those in a SignedData without signers (RFC 5280, 4.2.2.1). */
function certificatesIn(bytes: Buffer): Certificate[] {
  if (bytes[0] !== 0x30) return [readCertificate(bytes)];
  const root = readDer(bytes);
  if (root.children[0]?.tag !== 0x06) return [readCertificate(root.raw)];
  const fields = root.children[1]?.children[0]?.children ?? [];
  return readable((fields.find((field) => field.tag === 0xa0)?.children ?? []).map((one) => one.raw));
}

/** The first element of the bytes: servers may append more, which is dropped. */
const exact = (bytes: Buffer): Buffer => Buffer.from(readDer(bytes).raw);

/**
 * GET, or POST of an OCSP request. Throws for any status except 200, and beyond the limits. Redirects are not
 * followed: the address comes from a certificate, and a redirect could target the internal network.
 */
async function download(
  url: string,
  { timeoutMs, maxBytes, body }: { timeoutMs: number; maxBytes: number; body?: Buffer | undefined },
): Promise<Buffer> {
  const { origin, pathname } = new URL(url);
  const named = `${origin}${pathname}`;
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
      ...(body && {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { 'Content-Type': 'application/ocsp-request', Accept: 'application/ocsp-response' },
      }),
    });
    if (!response.ok) {
      await response.body?.cancel();
      const isRedirect = response.status >= 300 && response.status < 400;
      const why = isRedirect ? ', and redirects are not followed' : '';
      throw new RevocationError(`${named} answered ${response.status}${why}`);
    }
    return await readResponse(
      response,
      maxBytes,
      () => new RevocationError(`${named} sent more than ${maxBytes} bytes`),
    );
  } catch (cause) {
    if (cause instanceof RevocationError) throw cause;
    throw new RevocationError(`${named} cannot be reached`, { cause });
  }
}

/**
 * Computes values by key, once for concurrent callers, and caches them for at most `keepMs` and not beyond `endOf`.
 * Failures are cached for a sixth of that, so that a hanging authority does not delay every seal.
 */
function keptFor<T>(keepMs: number, now: () => Date, endOf: (value: T) => Date | null) {
  const kept = new Map<string, { value: Promise<T>; until: number }>();
  return (key: string, make: () => Promise<T>): Promise<T> => {
    const at = now().getTime();
    const known = kept.get(key);
    if (known && at < known.until) return known.value;
    const entry = { value: make(), until: Number.POSITIVE_INFINITY };
    kept.set(key, entry);
    entry.value.then(
      (value) => {
        entry.until = Math.min(at + keepMs, endOf(value)?.getTime() ?? Number.POSITIVE_INFINITY);
      },
      () => {
        entry.until = at + keepMs / 6;
      },
    );
    return entry.value;
  };
}
