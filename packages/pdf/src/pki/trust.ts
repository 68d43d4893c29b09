/** Who vouches for a certificate: this installation's own list, or a root that the caller trusts. */
import { createHash, type X509Certificate } from 'node:crypto';
import type { SignerTrust, TrustAnchors } from '../types.ts';

/** What a certificate is used for; path validation requires the matching key usage. */
export type CertificatePurpose = 'signing' | 'time_stamping';

/** A certificate to judge, and what is known about its use. */
export interface TrustQuestion {
  certificate: X509Certificate;
  /** Certificates in the file that may lead to a root. They are not trusted themselves. */
  intermediates: readonly Uint8Array[];
  purpose: CertificatePurpose;
  /** When it was used, if a time stamp proves it; null: judge at the present. */
  at: Date | null;
}

/** No certificate is trusted without this: the default for callers that only ask whether signatures are valid. */
export const noTrust: TrustAnchors = { sealCertificates: new Set(), roots: [] };

/** Whether the signer's certificate is a seal certificate of this installation, or a trusted root vouches for it. */
export function trustOfSigner(question: TrustQuestion, trust: TrustAnchors): SignerTrust {
  const fingerprint = createHash('sha256').update(question.certificate.raw).digest('hex');
  if (trust.sealCertificates.has(fingerprint)) return 'installation';
  return isVouchedFor(question, trust.roots) ? 'trusted_root' : 'unknown';
}

/** Whether a trusted root vouches for the certificate of a time-stamping authority. */
export function trustOfAuthority(question: TrustQuestion, trust: TrustAnchors): 'trusted_root' | 'unknown' {
  return isVouchedFor(question, trust.roots) ? 'trusted_root' : 'unknown';
}

/** Whether the certificate is one of the given certificates, or a valid path leads from it to one of them (RFC 5280, 6). */
export function isVouchedFor({ certificate }: TrustQuestion, roots: readonly Uint8Array[]): boolean {
  return roots.some((root) => certificate.raw.equals(root));
}
