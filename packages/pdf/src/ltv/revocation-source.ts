/**
 * Getting what shows certificates to be good: OCSP responses (RFC 6960, appendix A), else revocation lists, and the
 * issuers' certificates that are missing (RFC 5280, 4.2.2.1), from the addresses that the certificates name.
 */
import { DerError, readDer } from '../cms/der.ts';
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
import { faultOf, isListedGood, MAX_CHAIN, MAX_RESPONDERS, memberId } from './validation-data.ts';

export interface RevocationSourceOptions {
  /** For each address. */
  timeoutMs?: number;
  maxBytes?: number;
  /** How long an answer is used again, in milliseconds, if it is current that long; a failure for a sixth of it. */
  keepMs?: number;
  now?: () => Date;
}

/** Of each kind, for a certificate: more would let one hold up a seal. */
const MAX_ADDRESSES = 3;

interface Evidence extends RevocationStatus {
  kind: 'ocsps' | 'crls';
  bytes: Buffer;
  /** A responder whose certificate has to be shown good as well. */
  responder: Certificate | null;
}

/** A source that asks over HTTP: 5 s and 1 MiB for each address, answers kept for 10 minutes at most. */
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

  const evidenceFor = (certificate: Certificate, issuer: Certificate): Promise<Evidence> =>
    fetched(certificate.id, async () => {
      const faults: string[] = [];
      const attempts: Array<() => Promise<Evidence | null>> = [
        ...certificate.ocspUrls.slice(0, MAX_ADDRESSES).map((url) => async (): Promise<Evidence | null> => {
          const bytes = exact(await get(url, ocspRequest(certificate, issuer)));
          const answer = readOcspResponse(bytes, certificate, issuer);
          if (answer?.isDelegated && !isValidAt(answer.responder, now()))
            throw new DerError('the certificate of the OCSP responder is outside its time of validity');
          const responder =
            answer?.isDelegated && !answer.responder.isExemptFromRevocation ? answer.responder : null;
          return answer && { ...answer, kind: 'ocsps', bytes, responder };
        }),
        ...certificate.crlUrls.slice(0, MAX_ADDRESSES).map((url) => async (): Promise<Evidence | null> => {
          const bytes = exact(await get(url));
          const list = readCrl(bytes, certificate, issuer);
          return list && { ...list, kind: 'crls', bytes, responder: null };
        }),
      ];
      for (const attempt of attempts) {
        try {
          const found = await attempt();
          const fault = found ? faultOf(found, certificate, now()) : 'it does not speak of the certificate';
          // What an authority has signed is the last word: no list is asked whether it sees that otherwise.
          if (found?.status === 'revoked') throw new RevocationError(fault!, { revoked: true });
          if (found && !fault && isMadeBy(found, now())) return found;
          faults.push(fault ?? 'it is from the future');
        } catch (error) {
          if (error instanceof RevocationError && error.revoked) throw error;
          faults.push(error instanceof Error ? error.message : String(error));
        }
      }
      const why = faults.length > 0 ? faults.join('; ') : 'it names neither an OCSP responder nor a list';
      throw new RevocationError(`nothing says whether ${commonNameOf(certificate)} is revoked: ${why}`);
    });

  const attest = async (
    certificate: Certificate,
    issuer: Certificate,
    into: Gathered,
    left: number,
  ): Promise<void> => {
    const { kind, bytes, responder } = await evidenceFor(certificate, issuer);
    // Where the list has been renewed since another certificate was looked up in it, nothing needs the second one.
    if (kind === 'crls' && isListedGood(certificate, issuer, [...into.crls.values()], now())) return;
    into[kind].set(memberId(bytes), bytes);
    if (!responder) return;
    if (left === 0)
      throw new RevocationError(`responders answer for each other at ${commonNameOf(responder)}`);
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
          throw new RevocationError(`${commonNameOf(leaf)} is self-signed: no authority speaks for it`);
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

/** The certificates that can be read; the first has to be. */
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

/** One certificate in DER or PEM, or those of a SignedData without signers (RFC 5280, 4.2.2.1). */
function certificatesIn(bytes: Buffer): Certificate[] {
  if (bytes[0] !== 0x30) return [readCertificate(bytes)];
  const root = readDer(bytes);
  if (root.children[0]?.tag !== 0x06) return [readCertificate(root.raw)];
  const fields = root.children[1]?.children[0]?.children ?? [];
  return readable((fields.find((field) => field.tag === 0xa0)?.children ?? []).map((one) => one.raw));
}

/** The one element that the bytes begin with: what a server puts after it is not kept. */
const exact = (bytes: Buffer): Buffer => Buffer.from(readDer(bytes).raw);

/**
 * GET, or POST of an OCSP request. Throws for anything but 200, and beyond the limits. A redirect is not followed: the
 * address comes from a certificate, and one that leads elsewhere could make us ask inside the own network.
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
    const chunks: Uint8Array[] = [];
    let total = 0;
    for await (const chunk of response.body ?? []) {
      total += chunk.length;
      if (total > maxBytes) throw new RevocationError(`${named} sent more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (cause) {
    if (cause instanceof RevocationError) throw cause;
    throw new RevocationError(`${named} cannot be reached`, { cause });
  }
}

/**
 * Makes values by key, each once however many ask at a time, and keeps them: at most `keepMs`, not beyond `endOf`, and a
 * failure for a sixth of that, so that an authority that hangs does not hold up every seal.
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
