/**
 * A detached CAdES signature (RFC 5652, RFC 5035; ETSI EN 319 142-1, 6.3 for what PAdES allows): content-type,
 * message-digest and signing-certificate-v2 are signed. There is no signing-time: /M or the timestamp has the time.
 */
import { hash, type X509Certificate } from 'node:crypto';
import type { RequestToken } from '../ports/authorities.ts';
import { SealError } from '../ports/errors.ts';
import type { SealSigner } from '../ports/seal.ts';
import { der, integer, nothing, octetString, oid, sequence, setOf } from './der.ts';
import { withLowS } from './ecdsa-low-s.ts';
import { OID } from './oids.ts';
import { elementsOf, x509 } from './x509.ts';

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

const DIGEST_BYTES = 32;
const LARGEST_MODULUS = 16_384;
/** On P-521. */
const LARGEST_ECDSA_VALUE = 3 + 2 * (2 + 67);

/**
 * The DER of a SignedData over content with this SHA-256 digest, with the signer's certificates inside and, if `stamp` is
 * given, a timestamp token over the signature value. Passes on what `signer` and `stamp` throw.
 */
export async function signDigest(
  digest: Uint8Array,
  signer: SealSigner,
  stamp: RequestToken | null,
): Promise<Buffer> {
  const form = formOf(signer.certificates);
  const attributes = attributesToSign(signer.certificates, digest);
  const value = withLowS(await signer.sign(attributes), x509(form.parts.signer).publicKey);
  if (stamp) {
    const token = await stamp(sha256(value));
    return assembleSignedData({ ...form.parts, signedAttributes: attributes, value, token });
  }
  const blank = blankOf(form, value.length);
  const bytes = Buffer.from(blank.bytes);
  bytes.set(digest, blank.digestAt);
  bytes.set(value, bytes.length - value.length);
  return bytes;
}

/** The DER of the attributes that the key of the first certificate has to sign, for content with this SHA-256 digest. */
export function attributesToSign(certificates: readonly Uint8Array[], digest: Uint8Array): Buffer {
  const form = formOf(certificates);
  const attributes = Buffer.from(form.attributes);
  attributes.set(digest, form.digestAt);
  return attributes;
}

/**
 * The DER of a SignedData from the result of `attributesToSign` and the signature value over it, with a timestamp token over
 * the value if `stamp` is given. Passes on what `stamp` throws.
 */
export async function completeSignedData(
  certificates: readonly Uint8Array[],
  attributes: Uint8Array,
  value: Uint8Array,
  stamp: RequestToken | null,
): Promise<Buffer> {
  const { parts } = formOf(certificates);
  const token = stamp && (await stamp(sha256(value)));
  return assembleSignedData({ ...parts, signedAttributes: attributes, value, token });
}

/** What all signatures of a key have in common. */
interface Form {
  parts: Omit<SignedDataParts, 'signedAttributes' | 'value' | 'token'>;
  given: readonly Uint8Array[];
  /** With zeros in place of the digest. */
  attributes: Buffer;
  digestAt: number;
  /** By the length of the signature value: RSA has one length, ECDSA a few. */
  blanks: Map<number, Blank>;
  longestValue: number;
}

/** A SignedData with zeros in place of the digest and of the signature value, which is at its end. */
interface Blank {
  bytes: Buffer;
  digestAt: number;
}

/** By the signer's own certificate. */
const forms = new WeakMap<Uint8Array, Form>();

function formOf(certificates: readonly Uint8Array[]): Form {
  const [signer] = certificates;
  if (!signer) throw new SealError('the seal key comes without a certificate');
  const known = forms.get(signer);
  const isSame = known?.given.every((certificate, at) => certificate === certificates[at]);
  if (known && isSame && known.given.length === certificates.length) return known;
  const digest = Buffer.alloc(DIGEST_BYTES);
  const attributes = signedAttributesOf(signer, { type: OID.data, digest });
  const attribute = messageDigest(digest);
  const form: Form = {
    parts: { type: OID.data, inside: null, certificates: certificates.toSorted(Buffer.compare), signer },
    given: [...certificates],
    attributes,
    digestAt: attributes.indexOf(attribute) + attribute.length - DIGEST_BYTES,
    blanks: new Map(),
    longestValue: largestValue(signer),
  };
  forms.set(signer, form);
  return form;
}

function blankOf({ parts, attributes, digestAt, blanks }: Form, valueLength: number): Blank {
  let blank = blanks.get(valueLength);
  if (blank === undefined) {
    const value = Buffer.alloc(valueLength);
    const bytes = assembleSignedData({ ...parts, signedAttributes: attributes, value, token: null });
    // Without the first octet, because the stored attributes have the tag [0] instead of that of a SET OF.
    blank = { bytes, digestAt: bytes.lastIndexOf(attributes.subarray(1)) - 1 + digestAt };
    blanks.set(valueLength, blank);
  }
  return blank;
}

/** The DER of a SignedData that carries its content, as a timestamp token does (RFC 3161, 2.4.2). */
export async function signContent(type: string, content: Uint8Array, signer: SealSigner): Promise<Buffer> {
  const certificate = signer.certificates[0];
  if (!certificate) throw new SealError('the seal key comes without a certificate');
  const signedAttributes = signedAttributesOf(certificate, { type, digest: sha256(content) });
  return assembleSignedData({
    type,
    inside: content,
    certificates: signer.certificates.toSorted(Buffer.compare),
    signer: certificate,
    signedAttributes,
    value: withLowS(await signer.sign(signedAttributes), x509(certificate).publicKey),
    token: null,
  });
}

function signedAttributesOf(certificate: Uint8Array, content: { type: string; digest: Uint8Array }): Buffer {
  return setOf(
    sequence(oid(OID.contentType), setOf(oid(content.type))),
    messageDigest(content.digest),
    signingCertificateV2(certificate),
  );
}

const messageDigest = (digest: Uint8Array): Buffer =>
  sequence(oid(OID.messageDigest), setOf(octetString(digest)));

/** The largest result of `signDigest` with these certificates (the signer's own first) and without a token, in bytes. */
export function largestSignedData(certificates: readonly Uint8Array[]): number {
  const form = formOf(certificates);
  return blankOf(form, form.longestValue).bytes.length;
}

/** The largest signature value in bytes: the size of the RSA modulus, or two integers of the curve's size in DER (RFC 3279, 2.2.3). */
function largestValue(certificate: Uint8Array): number {
  const { asymmetricKeyType, asymmetricKeyDetails: details } = x509(certificate).publicKey;
  if (asymmetricKeyType === 'rsa') return Math.ceil((details?.modulusLength ?? LARGEST_MODULUS) / 8);
  return LARGEST_ECDSA_VALUE;
}

/** Everything that determines the bytes of a SignedData of ours. */
export interface SignedDataParts {
  type: string;
  inside: Uint8Array | null;
  certificates: readonly Uint8Array[];
  signer: Uint8Array;
  /** The SET OF that is signed. */
  signedAttributes: Uint8Array;
  value: Uint8Array;
  token: Uint8Array | null;
}

/** Every seal has exactly this encoding of its parts, so any difference was made after sealing. */
export function assembleSignedData(parts: SignedDataParts): Buffer {
  const { issuer, serial } = issuerAndSerial(parts.signer);
  // The attributes are signed as a SET OF, but stored with the implicit tag [0] (5.4).
  const stored = Buffer.from(parts.signedAttributes);
  stored[0] = 0xa0;
  const signerInfo = sequence(
    integer(1),
    sequence(issuer, serial),
    sequence(oid(OID.sha256)),
    stored,
    signatureAlgorithm(parts.signer),
    octetString(parts.value),
    ...(parts.token ? [der(0xa1, sequence(oid(OID.signatureTimestamp), setOf(parts.token)))] : []),
  );
  const signedData = sequence(
    // Version 3 if the content is not plain data (5.1).
    integer(parts.type === OID.data ? 1 : 3),
    setOf(sequence(oid(OID.sha256))),
    sequence(oid(parts.type), ...(parts.inside ? [der(0xa0, octetString(parts.inside))] : [])),
    der(0xa0, ...parts.certificates),
    setOf(signerInfo),
  );
  return sequence(oid(OID.signedData), der(0xa0, signedData));
}

/** The issuer name and serial number of a certificate, as their DER (RFC 5280, 4.1). */
export function issuerAndSerial(certificate: Uint8Array): { issuer: Buffer; serial: Buffer } {
  const fields = elementsOf(x509(certificate)).children[0]?.children ?? [];
  const [serial, , issuer] = fields[0]?.tag === 0xa0 ? fields.slice(1) : fields;
  if (!serial || !issuer) throw new SealError('the certificate of the seal key cannot be read');
  return { issuer: issuer.raw, serial: serial.raw };
}

/** The attribute by certificate. */
const certificateAttributes = new WeakMap<X509Certificate, Buffer>();

/** The attribute signing-certificate-v2: ESSCertIDv2 with SHA-256, which is the default and therefore absent (RFC 5035, 4). */
function signingCertificateV2(certificate: Uint8Array): Buffer {
  const parsed = x509(certificate);
  let attribute = certificateAttributes.get(parsed);
  if (attribute === undefined) {
    const { issuer, serial } = issuerAndSerial(certificate);
    const issuerSerial = sequence(sequence(der(0xa4, issuer)), serial);
    const named = sequence(sequence(sequence(octetString(sha256(certificate)), issuerSerial)));
    attribute = sequence(oid(OID.signingCertificateV2), setOf(named));
    certificateAttributes.set(parsed, attribute);
  }
  return attribute;
}

function signatureAlgorithm(certificate: Uint8Array): Buffer {
  const type = x509(certificate).publicKey.asymmetricKeyType;
  if (type === 'rsa') return sequence(oid(OID.rsaEncryption), nothing());
  if (type === 'ec') return sequence(oid(OID.ecdsaWithSha256));
  throw new SealError(`a seal key of the kind ${type ?? 'unknown'} is not supported; use RSA or ECDSA`);
}

/**
 * SHA-256 over the certificates of a SignedData in the order of their bytes, in hexadecimal. The signature does not cover them, so a
 * seal record contains this digest. Otherwise a certificate whose issuer is absent could be altered unnoticed.
 */
export function certificatesDigest(certificates: readonly Uint8Array[]): string {
  return sha256(Buffer.concat(certificates.toSorted(Buffer.compare))).toString('hex');
}
