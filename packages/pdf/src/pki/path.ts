/**
 * Certification paths (RFC 5280, section 6): from a certificate up to one that the caller trusts. Hostile files can
 * contain thousands of certificates that sign each other, so the search gives up at fixed limits.
 */
import { readSignatureAlgorithm, weaknessOfDigest, weaknessOfKey } from '../cms/algorithms.ts';
import { DerError, readDer, readOid, readSequence } from '../cms/der.ts';
import { OID } from '../cms/oids.ts';
import { type Certificate, commonNameOf, isValidAt } from './certificate.ts';
import { isSameName, NameConstraints, namesOf } from './names.ts';
import { PolicyState } from './policies.ts';

/** What a certificate is used for; the key usages have to fit. */
export type CertificatePurpose = 'signing' | 'time_stamping';

export interface PathQuestion {
  leaf: Certificate;
  /** Trusted certificates. If the leaf is one of them, it needs no issuer. */
  anchors: readonly Certificate[];
  /** Certificates that may lead to an anchor. */
  pool: readonly Certificate[];
  /** When every certificate of the path has to be valid. */
  at: Date;
  purpose: CertificatePurpose;
}

export type PathAnswer =
  /** Leaf first, anchor last. */
  | { path: Certificate[]; problem: null }
  /** Why there is no path: the first reason that was found. */
  | { path: null; problem: string };

/** The longest path, leaf and anchor included. */
export const MAX_PATH = 8;
/** Limits of the search: certificates considered, signatures checked, steps made. */
const MAX_POOL = 200;
const MAX_SIGNATURES = 100;
const MAX_STEPS = 300;

const EXTENSION = {
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  extendedKeyUsage: '2.5.29.37',
} as const;

/** Extensions that may be critical: this file or policies.ts applies them, or they are only informative. */
const UNDERSTOOD = new Set<string>([
  ...Object.values(EXTENSION),
  '2.5.29.14', // subject key identifier
  '2.5.29.18', // alternative names of the issuer
  '2.5.29.31', // CRL distribution points
  '2.5.29.32', // policies
  '2.5.29.33',
  '2.5.29.35', // authority key identifier
  '2.5.29.36',
  '2.5.29.54',
  '1.3.6.1.5.5.7.1.1', // authority information access
  OID.ocspNoCheck,
]);

const ANY_EXTENDED_KEY_USAGE = '2.5.29.37.0';

/** Extended key usages of certificates that sign documents, as readers of PDF take them. */
const SIGNING_USAGES = new Set<string>([
  ANY_EXTENDED_KEY_USAGE,
  OID.emailProtection,
  OID.documentSigning,
  '1.3.6.1.5.5.7.3.36', // document signing, RFC 9336
  '1.2.840.113583.1.1.5', // authentic documents, Adobe
  '1.3.6.1.5.5.7.3.3', // code signing, which Acrobat accepts
]);

/** Key usage bits in the first octet (4.2.1.3). */
const SIGNATURE_BITS = 0x80 | 0x40;
const CERTIFICATE_SIGN_BIT = 0x04;

/** Looks for a valid path. Certificates that cannot be read never make it throw. */
export function findPath(question: PathQuestion): PathAnswer {
  const { leaf, anchors } = question;
  const ofLeaf = faultOfCertificate(leaf, question.at);
  if (ofLeaf) return { path: null, problem: ofLeaf };
  if (anchors.some(({ id }) => id === leaf.id)) return { path: [leaf], problem: null };
  const search: Search = {
    question,
    trusted: new Set(anchors.map(({ id }) => id)),
    candidates: withoutRepetition([...anchors, ...question.pool.slice(0, MAX_POOL)]),
    signed: new Map(),
    steps: 0,
    problem: leaf.isSelfSigned ? `${commonNameOf(leaf)} is self-signed and not trusted` : null,
  };
  const path = extend([leaf], search);
  return path ? { path, problem: null } : { path: null, problem: search.problem ?? 'no path was found' };
}

interface Search {
  question: PathQuestion;
  trusted: ReadonlySet<string>;
  /** Anchors first. */
  candidates: readonly Certificate[];
  /** Whether one certificate has signed another, by both ids. */
  signed: Map<string, boolean>;
  steps: number;
  problem: string | null;
}

function withoutRepetition(certificates: Certificate[]): Certificate[] {
  return [...new Map(certificates.map((one) => [one.id, one])).values()];
}

/** The first valid path that begins with these certificates, leaf first, or null. */
function extend(begun: Certificate[], search: Search): Certificate[] | null {
  const below = begun.at(-1)!;
  const refuse = (problem: string) => {
    search.problem ??= problem;
  };
  let found = false;
  for (const issuer of search.candidates) {
    if (!isNamedIssuer(below, issuer) || begun.some((one) => isSameHolder(one, issuer))) continue;
    found = true;
    if (begun.length >= MAX_PATH) {
      refuse(`the path from ${commonNameOf(begun[0]!)} is too long`);
      return null;
    }
    const isAnchor = search.trusted.has(issuer.id);
    const fault =
      faultOfCertificate(issuer, search.question.at) ??
      faultOfAuthority(issuer, isAnchor) ??
      weaknessOfSignature(below);
    if (fault) {
      refuse(fault);
      continue;
    }
    if (search.signed.size >= MAX_SIGNATURES || search.steps >= MAX_STEPS) {
      search.problem = `there are too many certificates around ${commonNameOf(begun[0]!)}`;
      return null;
    }
    if (!hasSigned(issuer, below, search)) {
      refuse(`the certificate of ${commonNameOf(below)} is not signed by ${commonNameOf(issuer)}`);
      continue;
    }
    search.steps += 1;
    const path = [...begun, issuer];
    if (isAnchor) {
      const problem = faultOfPath(path, search.question.purpose);
      if (!problem) return path;
      refuse(problem);
      continue;
    }
    const whole = extend(path, search);
    if (whole) return whole;
  }
  if (!found) refuse(`the issuer of ${commonNameOf(below)} is not known`);
  return null;
}

function isNamedIssuer(certificate: Certificate, issuer: Certificate): boolean {
  try {
    return isSameName(certificate.issuer, issuer.subject);
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}

/** The same name and key, in the same or another certificate. A path with one of them twice goes in a circle. */
const isSameHolder = (one: Certificate, other: Certificate): boolean =>
  one.publicKeyBits.equals(other.publicKeyBits) && one.subject.equals(other.subject);

function hasSigned(issuer: Certificate, below: Certificate, { signed }: Search): boolean {
  const key = `${issuer.id} ${below.id}`;
  let isRight = signed.get(key);
  if (isRight === undefined) {
    isRight = below.x509.verify(issuer.x509.publicKey);
    signed.set(key, isRight);
  }
  return isRight;
}

/** What is wrong with a certificate, regardless of its place in the path; null if nothing is. */
export function faultOfCertificate(certificate: Certificate, at: Date): string | null {
  const name = commonNameOf(certificate);
  if (!isValidAt(certificate, at)) return `the certificate of ${name} is outside its time of validity`;
  const weakness = weaknessOfKey(certificate.x509.publicKey);
  if (weakness) return `the key of ${name} is ${weakness}`;
  const unknown = certificate.criticalExtensions.find((id) => !UNDERSTOOD.has(id));
  return unknown ? `the certificate of ${name} has the unknown critical extension ${unknown}` : null;
}

/** Why the signature of an authority over this certificate proves nothing; null if it is strong. */
export function weaknessOfSignature(certificate: Certificate): string | null {
  const name = commonNameOf(certificate);
  const read = orNull(() => readSignatureAlgorithm(certificate.signatureAlgorithm));
  if (!read) return `the certificate of ${name} is signed with an unknown algorithm`;
  for (const digest of [read.digest, read.pss?.maskDigest]) {
    const weakness = digest ? weaknessOfDigest(digest) : null;
    if (weakness) return `the certificate of ${name} is signed with ${weakness}`;
  }
  return null;
}

/** Why a certificate is not that of an authority; null if it is. A trusted root of version 1 needs no extension for that (6.1.4 k). */
function faultOfAuthority(certificate: Certificate, isAnchor: boolean): string | null {
  const name = commonNameOf(certificate);
  const constraints = orNull(() => basicConstraintsOf(certificate));
  const isOldRoot = isAnchor && certificate.extensions.size === 0 && certificate.isSelfSigned;
  if (!constraints?.ca && !isOldRoot) return `${name} is not a certificate authority`;
  const usage = orNull(() => keyUsageOf(certificate));
  return usage === null || (usage & CERTIFICATE_SIGN_BIT) !== 0
    ? null
    : `${name} may not sign certificates (key usage)`;
}

/** What the rules for whole paths (6.1.3 to 6.1.5) find wrong; null if nothing is. Leaf first, anchor last. */
function faultOfPath(path: readonly Certificate[], purpose: CertificatePurpose): string | null {
  const [anchor, ...below] = path.toReversed() as [Certificate, ...Certificate[]];
  const names = new NameConstraints();
  const policies = new PolicyState(below.length);
  try {
    // Constraints in the anchor itself count as well, as in most validators (RFC 5937).
    let room = basicConstraintsOf(anchor).pathLength;
    let fault = constrain(names, anchor);
    for (const [index, certificate] of below.entries()) {
      if (fault) return fault;
      const isLast = index === below.length - 1;
      const name = commonNameOf(certificate);
      if (isLast || !certificate.isSelfIssued) {
        const own = namesOf(certificate.subject, certificate.extensions.get(EXTENSION.subjectAltName));
        if (!names.permit(own)) return `the name constraints of an authority do not permit ${name}`;
      }
      if (!policies.follow(certificate, isLast)) return `${name} has no policy where one is required`;
      fault = faultOfUsage(certificate, purpose, isLast);
      if (isLast) continue;
      if (!certificate.isSelfIssued) {
        if (room <= 0) return `the path below ${commonNameOf(anchor)} is longer than an authority allows`;
        room -= 1;
      }
      room = Math.min(room, basicConstraintsOf(certificate).pathLength);
      fault ??= constrain(names, certificate);
    }
    return fault;
  } catch (error) {
    if (error instanceof DerError) return `a certificate cannot be read: ${error.message}`;
    throw error;
  }
}

function constrain(names: NameConstraints, certificate: Certificate): string | null {
  const extension = certificate.extensions.get(EXTENSION.nameConstraints);
  const fault = extension ? names.add(extension) : null;
  return fault && `${commonNameOf(certificate)} ${fault}`;
}

/** Key usage of the leaf, and extended key usage. The latter also limits for what an authority may issue certificates. */
export function faultOfUsage(
  certificate: Certificate,
  purpose: CertificatePurpose,
  isLeaf: boolean,
): string | null {
  const name = commonNameOf(certificate);
  const isStamping = purpose === 'time_stamping';
  if (isLeaf) {
    const usage = keyUsageOf(certificate);
    if (usage !== null && (usage & SIGNATURE_BITS) === 0) return `${name} may not sign (key usage)`;
    if (isStamping && !maySolelyStamp(certificate))
      return `${name} has no certificate for timestamping alone (extended key usage)`;
  }
  const purposes = extendedKeyUsageOf(certificate);
  if (purposes === null) return null;
  const fits = (id: string) =>
    isStamping ? id === OID.timeStamping || id === ANY_EXTENDED_KEY_USAGE : SIGNING_USAGES.has(id);
  if (purposes.some(fits)) return null;
  const what = isStamping ? 'timestamping' : 'signing documents';
  return `the certificate of ${name} is not for ${what} (extended key usage)`;
}

/** RFC 3161, 2.3: the extended key usage is critical and names timestamping alone. */
export function maySolelyStamp(certificate: Certificate): boolean {
  const purposes = extendedKeyUsageOf(certificate);
  return (
    purposes?.length === 1 &&
    purposes[0] === OID.timeStamping &&
    certificate.criticalExtensions.includes(EXTENSION.extendedKeyUsage)
  );
}

/** The first octet of the key usage; null without the extension. */
function keyUsageOf({ extensions }: Certificate): number | null {
  const value = extensions.get(EXTENSION.keyUsage);
  if (!value) return null;
  const bits = readDer(value);
  if (bits.tag !== 0x03) throw new DerError('a key usage cannot be read');
  return bits.content[1] ?? 0;
}

function extendedKeyUsageOf({ extensions }: Certificate): string[] | null {
  const value = extensions.get(EXTENSION.extendedKeyUsage);
  return value ? readSequence(value).map(readOid) : null;
}

function basicConstraintsOf({ extensions }: Certificate): { ca: boolean; pathLength: number } {
  const value = extensions.get(EXTENSION.basicConstraints);
  const fields = value ? readSequence(value) : [];
  const ca = fields[0]?.tag === 0x01 && fields[0].content[0] !== 0;
  const limit = fields.find(({ tag }) => tag === 0x02);
  if (limit && (limit.content.length === 0 || limit.content[0]! >= 128))
    throw new DerError('a path length cannot be read');
  const pathLength = !limit || limit.content.length > 4 ? Number.POSITIVE_INFINITY : numberOf(limit.content);
  return { ca, pathLength };
}

const numberOf = (octets: Buffer): number => octets.readUIntBE(0, octets.length);

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}
