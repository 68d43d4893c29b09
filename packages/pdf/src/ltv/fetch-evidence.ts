/** Fetches issuers of certificates, and proof that certificates are good, from the addresses in the certificates. */

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
import { RevocationError } from '../ports/errors.ts';
import type { Download } from './download.ts';
import { faultOfStatus } from './validation-data.ts';

/** Proof that a certificate is good: an OCSP response or a revocation list. */
export interface Evidence extends RevocationStatus {
  kind: 'ocsps' | 'crls';
  bytes: Buffer;
  /** A responder whose certificate must be checked too. */
  responder: Certificate | null;
}

/** How to reach authorities, and the time at which evidence must be current. */
export interface Access {
  get: Download;
  now: () => Date;
}

/** Per kind and certificate. More addresses would let one certificate delay a seal. */
const MAX_ADDRESSES = 3;

/** The issuer (RFC 5280, 4.2.2.1). Throws a RevocationError if no address has it. */
export async function fetchIssuer(certificate: Certificate, { get }: Access): Promise<Certificate> {
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
}

/**
 * An OCSP response (RFC 6960, appendix A), otherwise a revocation list, that proves the certificate good now. Throws a
 * RevocationError with the faults of all addresses, and at once if the certificate is revoked.
 */
export async function fetchEvidence(
  certificate: Certificate,
  issuer: Certificate,
  access: Access,
): Promise<Evidence> {
  const faults: string[] = [];
  const attempts = [
    ...certificate.ocspUrls.slice(0, MAX_ADDRESSES).map((url) => ({ url, fetchFrom: fetchResponse })),
    ...certificate.crlUrls.slice(0, MAX_ADDRESSES).map((url) => ({ url, fetchFrom: fetchList })),
  ];
  for (const { url, fetchFrom } of attempts)
    try {
      const found = await fetchFrom(url, certificate, issuer, access);
      return usable(found, certificate, access.now());
    } catch (error) {
      if (error instanceof RevocationError && error.revoked) throw error;
      faults.push(error instanceof Error ? error.message : String(error));
    }
  const why = faults.length > 0 ? faults.join('; ') : 'it names neither an OCSP responder nor a list';
  throw new RevocationError(`there is no revocation status of ${commonNameOf(certificate)}: ${why}`);
}

async function fetchResponse(
  url: string,
  certificate: Certificate,
  issuer: Certificate,
  { get, now }: Access,
): Promise<Evidence | null> {
  const bytes = exact(await get(url, ocspRequest(certificate, issuer)));
  const answer = readOcspResponse(bytes, certificate, issuer);
  if (answer?.isDelegated && !isValidAt(answer.responder, now()))
    throw new DerError('the certificate of the OCSP responder is outside its time of validity');
  const responder = answer?.isDelegated && !answer.responder.isExemptFromRevocation ? answer.responder : null;
  return answer && { ...answer, kind: 'ocsps', bytes, responder };
}

async function fetchList(
  url: string,
  certificate: Certificate,
  issuer: Certificate,
  { get }: Access,
): Promise<Evidence | null> {
  const bytes = exact(await get(url));
  const list = readCrl(bytes, certificate, issuer);
  return list && { ...list, kind: 'crls', bytes, responder: null };
}

/** The evidence if it proves the certificate good at that time. Otherwise throws a RevocationError. */
function usable(found: Evidence | null, certificate: Certificate, now: Date): Evidence {
  if (!found) throw new RevocationError('the revocation data does not cover the certificate');
  const fault = faultOfStatus(found, certificate, now);
  // A signed "revoked" is final, even if another source would disagree.
  if (fault) throw new RevocationError(fault, { revoked: found.status === 'revoked' });
  if (!isMadeBy(found, now)) throw new RevocationError('the revocation data is dated in the future');
  return found;
}

/** One certificate in DER or PEM, or those in a SignedData without signers (RFC 5280, 4.2.2.1). */
function certificatesIn(bytes: Buffer): Certificate[] {
  if (bytes[0] !== 0x30) return [readCertificate(bytes)];
  const root = readDer(bytes);
  if (root.children[0]?.tag !== 0x06) return [readCertificate(root.raw)];
  const fields = root.children[1]?.children[0]?.children ?? [];
  return readableCertificates(
    (fields.find((field) => field.tag === 0xa0)?.children ?? []).map((one) => one.raw),
  );
}

/** The first element of the bytes: servers may append more, which is dropped. */
const exact = (bytes: Buffer): Buffer => Buffer.from(readDer(bytes).raw);

/** The certificates that can be read. Throws a RevocationError if the first one cannot. */
export function readableCertificates(chain: readonly Uint8Array[]): Certificate[] {
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
