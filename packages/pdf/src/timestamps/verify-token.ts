/** Verifies a timestamp token that is kept outside of a PDF file. */
import { DerError } from '../cms/der.ts';
import { subjectOf } from '../pki/certificate.ts';
import { findTrust } from '../pki/trust.ts';
import { faultsOfToken, readTimestampToken } from './token.ts';

export type VerifiedToken =
  | { valid: true; time: Date; authority: string; trust: 'trusted_root' | 'unknown' }
  | { valid: false; problem: string };

/**
 * Whether the token is a valid timestamp (RFC 3161) over this SHA-256 digest, and whether one of the root certificates (DER) vouches
 * for its authority at the time that it states.
 */
export function verifyToken(
  bytes: Uint8Array,
  sha256: Buffer,
  roots: readonly Uint8Array[],
  now = new Date(),
): VerifiedToken {
  try {
    const token = readTimestampToken(bytes);
    const faults = faultsOfToken(token, now);
    if (token.digest !== 'sha256' || !token.imprint.equals(sha256)) faults.push('it is for something else');
    const { signer, certificates } = token.signedData;
    if (faults.length > 0 || !signer) return { valid: false, problem: faults.join('; ') };
    const { trust } = findTrust(
      {
        certificate: signer,
        intermediates: certificates.map(({ raw }) => raw),
        purpose: 'time_stamping',
        provenAt: token.time,
        claimedAt: null,
        now,
      },
      { sealCertificates: new Set(), roots },
    );
    return {
      valid: true,
      time: token.time,
      authority: subjectOf(signer),
      trust: trust === 'trusted_root' ? trust : 'unknown',
    };
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return { valid: false, problem: `it cannot be read: ${error.message}` };
  }
}
