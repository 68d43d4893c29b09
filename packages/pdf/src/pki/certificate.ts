/** The parts of a certificate that node:crypto's X509Certificate lacks (RFC 5280, 4.1 and 4.2): names and extensions as DER. */
import { createHash, type X509Certificate } from 'node:crypto';
import { parseCertificate } from '../cms/check-signed-data.ts';
import { type Asn1, DerError, readDer, readOctets, readOid } from '../cms/der.ts';
import { OID } from '../cms/oids.ts';

export interface Certificate {
  x509: X509Certificate;
  raw: Buffer;
  /** SHA-256 of the DER in hexadecimal, which identifies the certificate. */
  id: string;
  /** Octets of the INTEGER. */
  serial: Buffer;
  /** Names and public key bits as the DER of their elements, the key without the count of unused bits. */
  issuer: Buffer;
  subject: Buffer;
  publicKeyBits: Buffer;
  /** The algorithm of its issuer's signature. */
  signatureAlgorithm: Asn1;
  /** Values by their identifiers. */
  extensions: ReadonlyMap<string, Buffer>;
  criticalExtensions: readonly string[];
  isCa: boolean;
  /** Named as its own issuer, with this key or another (3.2). */
  isSelfIssued: boolean;
  /** Named as its own issuer and signed with its own key. */
  isSelfSigned: boolean;
  /** Extended key usage OCSPSigning (RFC 6960, 4.2.2.2). */
  mayAnswerOcsp: boolean;
  /** id-pkix-ocsp-nocheck (RFC 6960, 4.2.2.2.1): its revocation need not be checked. */
  isExemptFromRevocation: boolean;
  /** False if there is a key usage without cRLSign. */
  maySignCrls: boolean;
  /** http and https addresses of its OCSP responder, its issuer's certificate and the list that would name it. */
  ocspUrls: string[];
  issuerUrls: string[];
  crlUrls: string[];
  /** All names of the places where that list is, as hexadecimal DER. */
  crlPoints: string[];
}

const EXTENSION = {
  keyUsage: '2.5.29.15',
  crlDistributionPoints: '2.5.29.31',
  authorityInformation: '1.3.6.1.5.5.7.1.1',
  ocspNoCheck: OID.ocspNoCheck,
} as const;

const KEPT = 64;
const LARGEST_KEPT = 16_384;
const kept = new Map<string, Certificate>();

/**
 * Reads a certificate in DER or PEM. Throws a DerError if it cannot be read or its key cannot be used. Caches the last
 * ones, because every seal has the same few.
 */
export function readCertificate(bytes: Uint8Array): Certificate {
  if (bytes.length > LARGEST_KEPT) return parse(bytes);
  const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  let certificate = kept.get(key);
  if (!certificate) {
    certificate = parse(bytes);
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value!);
    kept.set(key, certificate);
  }
  return certificate;
}

function parse(bytes: Uint8Array): Certificate {
  const x509 = parseCertificate(bytes);
  if (!x509) throw new DerError('a certificate cannot be read');
  const raw = Buffer.from(x509.raw);
  const [body, signatureAlgorithm] = readDer(raw).children;
  const all = body?.children ?? [];
  const [serial, , issuer, , subject, key] = all[0]?.tag === 0xa0 ? all.slice(1) : all;
  if (!signatureAlgorithm || !serial || !issuer || !subject || !key?.children[1])
    throw new DerError('a certificate lacks a member');
  const listed = all.find((element) => element.tag === 0xa3)?.children[0];
  const extensions = extensionsOf(listed);
  const usages: readonly string[] = x509.keyUsage ?? [];
  const access = accessUrls(extensions.get(EXTENSION.authorityInformation));
  const usageBits = extensions.get(EXTENSION.keyUsage);
  const points = distributionPoints(extensions.get(EXTENSION.crlDistributionPoints));
  return {
    x509,
    raw,
    id: createHash('sha256').update(raw).digest('hex'),
    serial: serial.content,
    issuer: issuer.raw,
    subject: subject.raw,
    publicKeyBits: key.children[1].content.subarray(1),
    signatureAlgorithm,
    extensions,
    criticalExtensions: criticalOf(listed),
    isCa: x509.ca,
    isSelfIssued: issuer.raw.equals(subject.raw),
    isSelfSigned: issuer.raw.equals(subject.raw) && x509.verify(x509.publicKey),
    mayAnswerOcsp: usages.includes(OID.ocspSigning),
    isExemptFromRevocation: extensions.has(EXTENSION.ocspNoCheck),
    maySignCrls: !usageBits || ((readDer(usageBits).content[1] ?? 0) & 0x02) !== 0,
    ocspUrls: access.filter(({ method }) => method === OID.ocsp).map(({ url }) => url),
    issuerUrls: access.filter(({ method }) => method === OID.caIssuers).map(({ url }) => url),
    crlUrls: points.flatMap(pointUrls),
    crlPoints: points.flatMap(pointNames),
  };
}

/** Values of an Extensions element by their identifiers; throws a DerError for one given twice. */
export function extensionsOf(extensions: Asn1 | undefined): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const extension of extensions?.children ?? []) {
    const id = readOid(extension.children[0]);
    if (found.has(id)) throw new DerError('an extension is given twice');
    found.set(id, readOctets(extension.children.at(-1)));
  }
  return found;
}

/** Identifiers of the critical extensions. */
export const criticalOf = (extensions: Asn1 | undefined): string[] =>
  (extensions?.children ?? [])
    .filter((extension) => extension.children[1]?.tag === 0x01 && extension.children[1].content[0] !== 0)
    .map((extension) => readOid(extension.children[0]));

/** Whether the issuer is an authority and signed the certificate, which names it as its issuer. */
export function isIssuedBy(certificate: Certificate, issuer: Certificate): boolean {
  return (
    issuer.isCa &&
    certificate.issuer.equals(issuer.subject) &&
    certificate.x509.checkIssued(issuer.x509) &&
    certificate.x509.verify(issuer.x509.publicKey)
  );
}

export const isValidAt = ({ x509 }: Pick<Certificate, 'x509'>, at: Date): boolean =>
  // Node 20 has the dates as text only.
  new Date(x509.validFrom) <= at && at <= new Date(x509.validTo);

/** The members of the subject, the first one first. Node.js gives undefined for an empty subject, which RFC 5280, 4.1.2.6 allows. */
const membersOf = ({ subject }: X509Certificate): string[] =>
  (subject as string | undefined)?.split('\n') ?? [];

/** The subject as in RFC 4514; empty if the certificate has none. */
export const subjectOf = (x509: X509Certificate): string => membersOf(x509).reverse().join(', ');

/** The name of a certificate in messages. */
export function commonNameOf({ x509 }: Certificate): string {
  const members = membersOf(x509);
  const own = members.find((member) => member.startsWith('CN='));
  return own?.slice('CN='.length) ?? (members.join(', ') || 'a holder without a name');
}

/** AccessDescriptions (4.2.2.1) whose location is an address on the web. */
function accessUrls(value: Buffer | undefined): Array<{ method: string; url: string }> {
  if (!value) return [];
  return readDer(value).children.flatMap((description) => {
    const url = webAddress(description.children[1]);
    return url ? [{ method: readOid(description.children[0]), url }] : [];
  });
}

/** Distribution points that hold all reasons and are issued by the certificate's issuer (4.2.1.13). */
function distributionPoints(value: Buffer | undefined): Asn1[] {
  if (!value) return [];
  return readDer(value).children.filter(
    (point) => !point.children.some((field) => field.tag === 0x81 || field.tag === 0xa2),
  );
}

/** The full name of a DistributionPoint, or of the point that a list is issued for. */
function fullNameOf(point: Asn1): readonly Asn1[] {
  const fullName = point.children.find((field) => field.tag === 0xa0)?.children[0];
  return fullName?.tag === 0xa0 ? fullName.children : [];
}

const pointUrls = (point: Asn1): string[] => fullNameOf(point).flatMap((one) => webAddress(one) ?? []);

/** The names of a point as hexadecimal DER. */
export const pointNames = (point: Asn1): string[] => fullNameOf(point).map((one) => one.raw.toString('hex'));

/** A GeneralName that is a URI of http or https, else null. */
function webAddress(element: Asn1 | undefined): string | null {
  const text = element?.tag === 0x86 ? element.content.toString('latin1') : '';
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null;
}

/** When the first of these certificates (DER) expires. */
export function endOfChain(chain: readonly Uint8Array[]): Date {
  return new Date(Math.min(...chain.map((bytes) => Date.parse(readCertificate(bytes).x509.validTo))));
}
