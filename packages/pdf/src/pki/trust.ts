/**
 * Decides whether a certificate is trusted: as a seal certificate of this installation, or by a path to a root that the
 * caller trusts.
 *
 * The path must be valid at the time that a trusted timestamp proves. Without one, it must be valid now: a claimed time
 * proves nothing, and the key may have been stolen since. A certificate that is trusted directly (by its fingerprint, or
 * as one of the roots) identifies the signer even after it has expired, if the proven or claimed time is within its
 * validity.
 */
import type { X509Certificate } from 'node:crypto';
import { weaknessOfKey } from '../cms/algorithms.ts';
import { DerError } from '../cms/der.ts';
import type { SignerTrust, TrustAnchors } from '../ports/verify-report.ts';
import { type Certificate, commonNameOf, isIssuedBy, isValidAt, readCertificate } from './certificate.ts';
import { type CertificatePurpose, findPath, MAX_PATH, weaknessOfSignature } from './path.ts';

/** A certificate, and what is known about its use. */
export interface TrustQuestion {
  certificate: X509Certificate;
  /** Certificates in the file that may lead to a root. They are not trusted themselves. */
  intermediates: readonly Uint8Array[];
  purpose: CertificatePurpose;
  /** When it was used, if a trusted timestamp proves it. For an authority: the time that it stamped. */
  provenAt: Date | null;
  /** When the signer says that it was used. */
  claimedAt: Date | null;
  now: Date;
}

/** Trusts no certificate: the default for callers that only check whether signatures are valid. */
export const noTrust: TrustAnchors = { sealCertificates: new Set(), roots: [] };

export interface FoundTrust {
  trust: SignerTrust;
  /** Why the certificate is unknown; null for one that is trusted. */
  problem: string | null;
}

const unknown = (problem: string): FoundTrust => ({ trust: 'unknown', problem });

/** Finds whether the certificate is a seal certificate of this installation, or leads to a trusted root. */
export function findTrust(question: TrustQuestion, trust: TrustAnchors): FoundTrust {
  const [leaf] = readable([question.certificate.raw]);
  if (!leaf) return unknown('the certificate cannot be read');
  const { provenAt, claimedAt, now } = question;
  const used = provenAt ?? claimedAt ?? now;
  const anchors = anchorsOf(trust);
  const isPinned = trust.sealCertificates.has(leaf.id);
  if (isPinned || anchors.some(({ id }) => id === leaf.id)) {
    if (!isValidAt(leaf, used)) return unknown(OUTSIDE);
    return { trust: isPinned ? 'installation' : 'trusted_root', problem: null };
  }
  if (claimedAt && !provenAt && !isValidAt(leaf, claimedAt)) return unknown(OUTSIDE);
  const pool = readable(question.intermediates.slice(0, MAX_INTERMEDIATES));
  const { problem } = findPath({ leaf, anchors, pool, at: provenAt ?? now, purpose: question.purpose });
  return problem === null ? { trust: 'trusted_root', problem } : unknown(problem);
}

const OUTSIDE = 'the time of signing is outside the validity of the certificate';

/** More than a genuine file has. */
const MAX_INTERMEDIATES = 200;

const parsedAnchors = new WeakMap<readonly Uint8Array[], Certificate[]>();

function anchorsOf({ roots }: TrustAnchors): Certificate[] {
  let anchors = parsedAnchors.get(roots);
  if (anchors === undefined) {
    anchors = readable(roots);
    parsedAnchors.set(roots, anchors);
  }
  return anchors;
}

/**
 * What is weak in the chain that comes with a signature: the key of each issuer, and the issuer's signature over each
 * certificate, the signer's included. The signature of a self-signed certificate does not count, because it proves
 * nothing anyway (RFC 5280, 6.1). For the signer's key, see `weaknessesOf`.
 */
export function weaknessesOfChain(signer: X509Certificate, others: readonly X509Certificate[]): string[] {
  const [leaf, ...pool] = readable([signer.raw, ...others.slice(0, MAX_INTERMEDIATES).map(({ raw }) => raw)]);
  const problems: string[] = [];
  let certificate = leaf;
  for (let left = MAX_PATH; certificate && left > 0; left--) {
    if (!certificate.isSelfSigned) {
      const weakness = weaknessOfSignature(certificate);
      if (weakness) problems.push(weakness);
    }
    const below: Certificate = certificate;
    const issuers = below.isSelfSigned ? [] : pool.filter((one) => isNamedBy(below, one));
    // If the issuer has several certificates, one strong one is enough.
    const strongFirst = issuers.toSorted((a, b) => Number(isWeak(a)) - Number(isWeak(b)));
    certificate = strongFirst.slice(0, MAX_ISSUERS).find((one) => isIssuedBy(below, one));
    const weakness = certificate && weaknessOfKey(certificate.x509.publicKey);
    if (certificate && weakness) problems.push(`the key of ${commonNameOf(certificate)} is ${weakness}`);
  }
  return problems;
}

const MAX_ISSUERS = 10;

const isNamedBy = (certificate: Certificate, issuer: Certificate): boolean =>
  certificate.issuer.equals(issuer.subject);

const isWeak = (one: Certificate): boolean =>
  weaknessOfKey(one.x509.publicKey) !== null || (!one.isSelfSigned && weaknessOfSignature(one) !== null);

function readable(certificates: readonly Uint8Array[]): Certificate[] {
  return certificates.flatMap((bytes) => {
    try {
      return [readCertificate(bytes)];
    } catch (error) {
      if (error instanceof DerError) return [];
      throw error;
    }
  });
}
