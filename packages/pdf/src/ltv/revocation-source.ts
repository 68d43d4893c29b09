/** Gathers proof that certificates are good, for seals with revocation data (PAdES-B-LT). Responses are cached. */

import { type Certificate, commonNameOf, isIssuedBy, isValidAt } from '../pki/certificate.ts';
import type { RevocationSource } from '../ports/authorities.ts';
import { RevocationError } from '../ports/errors.ts';
import { download } from './download.ts';
import { type Evidence, fetchEvidence, fetchIssuer, readableCertificates } from './fetch-evidence.ts';
import { isListedGood, MAX_CHAIN, MAX_RESPONDERS, memberId } from './validation-data.ts';

export interface RevocationSourceOptions {
  /** Limit per address. */
  timeoutMs?: number;
  maxBytes?: number;
  /** How long a response is cached while it is current, in milliseconds; failures for a sixth of it. */
  keepMs?: number;
  now?: () => Date;
}

interface Gathered {
  certificates: Map<string, Uint8Array>;
  ocsps: Map<string, Uint8Array>;
  crls: Map<string, Uint8Array>;
}

/** A source that uses HTTP: 5 s and 1 MiB per address, responses cached for at most 10 minutes. */
export function httpRevocationSource(options: RevocationSourceOptions = {}): RevocationSource {
  const { timeoutMs = 5000, maxBytes = 1 << 20, keepMs = 600_000, now = () => new Date() } = options;
  const evidence = createCache<Evidence>(keepMs, now, ({ nextUpdate }) => nextUpdate);
  const issuers = createCache<Certificate>(keepMs, now, () => null);
  const access = {
    get: (url: string, body?: Buffer) => download(url, { timeoutMs, maxBytes, body }),
    now,
  };

  async function issuerOf(certificate: Certificate, pool: readonly Certificate[]): Promise<Certificate> {
    const known = pool.find((one) => isIssuedBy(certificate, one));
    return known ?? issuers(certificate.id, () => fetchIssuer(certificate, access));
  }

  /** Adds the evidence for a certificate, and that for the responders that signed evidence. */
  async function addEvidence(
    certificate: Certificate,
    issuer: Certificate,
    into: Gathered,
    respondersLeft: number,
  ): Promise<void> {
    const { kind, bytes, responder } = await evidence(certificate.id, () =>
      fetchEvidence(certificate, issuer, access),
    );
    // If the list was renewed since another certificate was looked up in it, the first copy is enough.
    if (kind === 'crls' && isListedGood(certificate, issuer, [...into.crls.values()], now())) return;
    into[kind].set(memberId(bytes), bytes);
    if (!responder) return;
    if (respondersLeft === 0)
      throw new RevocationError(`too many responders vouch for each other, at ${commonNameOf(responder)}`);
    into.certificates.set(responder.id, responder.raw);
    await addEvidence(responder, issuer, into, respondersLeft - 1);
  }

  /** Adds the certificate, its evidence and its issuers up to the root. */
  async function addChain(
    certificate: Certificate,
    pool: readonly Certificate[],
    into: Gathered,
    certificatesLeft: number,
  ): Promise<void> {
    const name = commonNameOf(certificate);
    if (certificatesLeft === 0) throw new RevocationError(`the chain of ${name} is too long`);
    if (!isValidAt(certificate, now())) throw new RevocationError(`${name} is outside its time of validity`);
    into.certificates.set(certificate.id, certificate.raw);
    if (certificate.isSelfSigned) return;
    const issuer = await issuerOf(certificate, pool);
    await addEvidence(certificate, issuer, into, MAX_RESPONDERS);
    await addChain(issuer, pool, into, certificatesLeft - 1);
  }

  return {
    async gather(chains) {
      const into: Gathered = { certificates: new Map(), ocsps: new Map(), crls: new Map() };
      for (const chain of chains) {
        const pool = readableCertificates(chain);
        const [leaf] = pool;
        if (!leaf) throw new RevocationError('there is no certificate to gather revocation data for');
        if (leaf.isSelfSigned)
          throw new RevocationError(`${commonNameOf(leaf)} is self-signed, so no authority can vouch for it`);
        await addChain(leaf, pool, into, MAX_CHAIN);
      }
      return {
        certificates: [...into.certificates.values()],
        ocsps: [...into.ocsps.values()],
        crls: [...into.crls.values()],
      };
    },
  };
}

/**
 * Computes values by key, once for concurrent callers, and caches them for at most `keepMs` and not beyond `endOf`.
 * Failures are cached for a sixth of that, so that a hanging authority does not delay every seal.
 */
function createCache<T>(keepMs: number, now: () => Date, endOf: (value: T) => Date | null) {
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
