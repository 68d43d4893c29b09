/** Reads and checks a SignedData (RFC 5652) of any signer. Does not decide whether the certificate is trusted. */
import {
  constants,
  createHash,
  createVerify,
  hash,
  type KeyObject,
  verify,
  type X509Certificate,
} from 'node:crypto';

import {
  readSignatureAlgorithm,
  type SignatureAlgorithm,
  weaknessesOf,
  weaknessOfDigest,
} from './algorithms.ts';
import { type Asn1, DerError, readDer, readOctets, readOid, readTime } from './der.ts';
import { digestName, OID } from './oids.ts';
import { elementsOf, x509 } from './x509.ts';

export interface CheckedSignedData {
  /** Message digest and signature value match the content, and the algorithms and the key are strong enough. */
  valid: boolean;
  problems: string[];
  signer: X509Certificate | null;
  /** All certificates inside, in their order. */
  certificates: X509Certificate[];
  /** The signed attributes as the SET OF that was signed; null if there are none. */
  signedAttributes: Buffer | null;
  /** The signing-time attribute, if there is one. */
  signingTime: Date | null;
  /** A signing-certificate attribute names the signer's certificate by its hash. */
  namesItsCertificate: boolean;
  /** The signed content if the SignedData contains it, else null. */
  content: Buffer | null;
  contentType: string;
  signatureValue: Buffer;
  /** How the signed attributes were signed; null if there are none. */
  signing: Signing | null;
  /** Tokens of the signature-timestamp attribute. */
  timestampTokens: Buffer[];
}

/** The signed attributes and how they were signed. The buffers are views of the SignedData. */
export interface Signing {
  /** The attributes as they are stored. */
  attributes: Buffer;
  /** The attribute messageDigest, by this algorithm. */
  digest: Buffer;
  digestAlgorithm: string;
  signatureAlgorithm: Asn1;
}

/** Bytes in several pieces. Digests over them are cached. */
export interface Content {
  pieces: readonly Uint8Array[];
  /** By node:crypto's name of the algorithm. */
  digest(algorithm: string): Buffer;
}

/** Content whose digests are computed on first use; `known` are digests that are already known. */
export function contentOf(pieces: readonly Uint8Array[], known: Record<string, Buffer> = {}): Content {
  const digests = new Map(Object.entries(known));
  return {
    pieces,
    digest(algorithm) {
      let digest = digests.get(algorithm);
      if (!digest) {
        const hash = createHash(algorithm);
        for (const piece of pieces) hash.update(piece);
        digest = hash.digest();
        digests.set(algorithm, digest);
      }
      return digest;
    },
  };
}

/**
 * Checks the first signer of a SignedData. `detached` is the signed content; null means that the SignedData contains it. Throws a
 * DerError if the bytes are not a SignedData.
 */
export function checkSignedData(bytes: Uint8Array, detached: Content | null): CheckedSignedData {
  const { encapsulated, certificates, digestIds, signerInfos } = partsOf(bytes);
  const info = signerInfos[0];
  if (!info) throw new DerError('the signature names no signer');
  const result: CheckedSignedData = {
    valid: false,
    problems: [],
    signer: null,
    certificates,
    signedAttributes: null,
    signingTime: null,
    namesItsCertificate: false,
    content: encapsulated.content,
    contentType: encapsulated.type,
    signatureValue: Buffer.alloc(0),
    signing: null,
    timestampTokens: [],
  };
  const [version, sid, digestAlgorithm, ...rest] = info.children;
  requireVersion(version, [1, 3]);
  const signedAttributes = rest[0]?.tag === 0xa0 ? rest.shift()! : null;
  const [signatureAlgorithm, signature, unsigned] = rest;
  if (!sid || !digestAlgorithm || !signatureAlgorithm || !signature)
    throw new DerError('a signer is incomplete');
  expectTag(sid, 0x30, 0x80);
  expectTag(signatureAlgorithm, 0x30);
  expectTag(signature, 0x04, 0x24);
  if (unsigned) expectTag(unsigned, 0xa1);
  result.signatureValue = readOctets(signature);
  result.timestampTokens = attributeValues(unsigned, OID.signatureTimestamp).map((token) => token.raw);
  result.signer = certificates.find((certificate) => isSignersOwn(certificate, sid)) ?? null;

  const digestId = plainAlgorithm(digestAlgorithm);
  if (!digestIds.includes(digestId)) throw new DerError('the digest algorithm is not among those listed');
  const digest = digestName(digestId);
  if (!digest) {
    result.problems.push('the digest algorithm is unknown');
    return result;
  }
  const content = detached ?? (encapsulated.content ? contentOf([encapsulated.content]) : null);
  if (!content) {
    result.problems.push('the signature contains no signed content');
    return result;
  }
  if (!result.signer) {
    result.problems.push("the signer's certificate is not in the signature");
    return result;
  }
  const weakness = weaknessOfDigest(digest);
  if (weakness) result.problems.push(`the signature uses ${weakness}`);
  for (const problem of weaknessesOf(result.signer.publicKey, signatureAlgorithm, digest))
    if (!result.problems.includes(problem)) result.problems.push(problem);
  let signed = content.pieces;
  if (signedAttributes) {
    const raw = Buffer.from(signedAttributes.raw);
    raw[0] = 0x31;
    signed = [raw];
    result.signedAttributes = raw;
    const [declared] = attributeValues(signedAttributes, OID.messageDigest).map(readOctets);
    if (!declared?.equals(content.digest(digest)))
      result.problems.push('the digest does not match: the signed bytes have been changed');
    else
      result.signing = {
        attributes: signedAttributes.raw,
        digest: declared,
        digestAlgorithm: digest,
        signatureAlgorithm,
      };
    const type = attributeValues(signedAttributes, OID.contentType)[0];
    if (!type || readOid(type) !== encapsulated.type)
      result.problems.push('the content type is not the signed one');
    result.signingTime = readTime(attributeValues(signedAttributes, OID.signingTime)[0]);
    result.namesItsCertificate = checkCertificateReference(signedAttributes, result);
  }
  if (!verifyValue(result.signer.publicKey, signatureAlgorithm, digest, signed, result.signatureValue))
    result.problems.push('the signature value does not match');
  result.valid = result.problems.length === 0;
  if (signerInfos.length > 1)
    result.problems.push('the signature has several signers; only the first was checked');
  return result;
}

/** More than any chain needs. Limited because reading certificates and comparing them takes time. */
const MAX_CERTIFICATES = 100;

function partsOf(bytes: Uint8Array) {
  const root = expectTag(readDer(bytes), 0x30);
  if (readOid(root.children[0]) !== OID.signedData) throw new DerError('not a SignedData');
  const fields = expectTag(expectTag(root.children[1], 0xa0).children[0], 0x30).children;
  if (fields.length < 4) throw new DerError('the SignedData is incomplete');
  const digestAlgorithms = expectTag(fields[1], 0x31).children;
  const content = expectTag(fields[2], 0x30).children;
  const inner = content[1] ? expectTag(expectTag(content[1], 0xa0).children[0], 0x04, 0x24) : null;
  const signerInfos = expectTag(fields.at(-1), 0x31).children;
  for (const info of signerInfos) expectTag(info, 0x30);
  requireVersion(fields[0], [1, 3, 4, 5]);
  const certificates: X509Certificate[] = [];
  for (const field of fields)
    if (field.tag === 0xa0)
      for (const child of field.children) {
        if (certificates.length >= MAX_CERTIFICATES)
          throw new DerError(`the signature has more than ${MAX_CERTIFICATES} certificates`);
        const parsed = parseCertificate(child.raw);
        if (parsed) certificates.push(parsed);
      }
  return {
    encapsulated: { type: readOid(content[0]), content: inner ? readOctets(inner) : null },
    certificates,
    digestIds: digestAlgorithms.map(plainAlgorithm),
    signerInfos,
  };
}

/** The element if it has one of the tags; throws a DerError otherwise. */
function expectTag(element: Asn1 | undefined, ...tags: number[]): Asn1 {
  if (!element || !tags.includes(element.tag)) throw new DerError('an element is not where it should be');
  return element;
}

/** The identifier of an algorithm that has no parameters, or NULL for them. */
function plainAlgorithm(element: Asn1): string {
  const [id, parameters, ...more] = expectTag(element, 0x30).children;
  if (more.length > 0 || (parameters && expectTag(parameters, 0x05).content.length > 0))
    throw new DerError('an algorithm has unexpected parameters');
  return readOid(id);
}

function requireVersion(element: Asn1 | undefined, known: number[]): void {
  if (element?.tag !== 2 || element.content.length !== 1 || !known.includes(element.content[0]!))
    throw new DerError('the version is unknown');
}

/** A certificate, or null if it or its public key cannot be parsed. */
export function parseCertificate(bytes: Uint8Array): X509Certificate | null {
  try {
    const certificate = x509(bytes);
    return certificate.publicKey ? certificate : null;
  } catch {
    return null;
  }
}

/** Whether a SignerIdentifier (5.3) names this certificate, by issuer and serial number or by the subject key identifier. */
function isSignersOwn(certificate: X509Certificate, sid: Asn1): boolean {
  const all = elementsOf(certificate).children[0]?.children ?? [];
  const [serial, , issuer] = all[0]?.tag === 0xa0 ? all.slice(1) : all;
  if (sid.tag === 0x30)
    return (
      !!serial?.raw.equals(sid.children[1]?.raw ?? Buffer.of()) && !!issuer?.raw.equals(sid.children[0]!.raw)
    );
  const extensions = all.at(-1)?.children[0]?.children ?? [];
  const keyId = extensions
    .find((extension) => readOid(extension.children[0]) === '2.5.29.14')
    ?.children.at(-1);
  return !!keyId && readOctets(readDer(readOctets(keyId))).equals(sid.content);
}

function attributeValues(attributes: Asn1 | null | undefined, type: string): readonly Asn1[] {
  const found = attributes?.children.find((attribute) => readOid(attribute.children[0]) === type);
  return found ? expectTag(expectTag(found, 0x30).children[1], 0x31).children : [];
}

/**
 * ESS signing-certificate, version 1 (SHA-1) or 2 (RFC 5035); a wrong hash is a problem, absence is not. SHA-1 is good
 * enough here: substituting another certificate takes one with the same hash as an existing one (a second preimage),
 * which SHA-1 still resists, and that certificate would need the same key. Many timestamps have only version 1.
 */
function checkCertificateReference(attributes: Asn1, result: CheckedSignedData): boolean {
  const v2 = attributeValues(attributes, OID.signingCertificateV2)[0]?.children[0]?.children[0]?.children;
  const v1 = attributeValues(attributes, OID.signingCertificate)[0]?.children[0]?.children[0]?.children;
  const fields = v2 ?? v1;
  if (!fields) return false;
  const named = fields[0]?.tag === 0x30 ? digestName(readOid(fields[0].children[0])) : v2 ? 'sha256' : 'sha1';
  const declared = fields.find((field) => field.tag === 0x04);
  const matches = !!named && !!declared && hash(named, result.signer!.raw, 'buffer').equals(declared.content);
  if (!matches) result.problems.push('the signature was made for another certificate');
  return matches;
}

/**
 * Whether the key made the signature value over the pieces; `digest` is used where the algorithm names none. Does not
 * check the strength of key and algorithm: see `weaknessesOf`. Throws a DerError for parameters that cannot be read.
 */
export function verifyValue(
  key: KeyObject,
  algorithm: Asn1,
  digest: string,
  pieces: readonly Uint8Array[],
  value: Buffer,
): boolean {
  const read = readSignatureAlgorithm(algorithm);
  if (!read || !fits(key, read.scheme)) return false;
  const { scheme, pss } = read;
  const name = read.digest ?? digest;
  try {
    if (scheme === 'ed25519' || scheme === 'ed448') return verify(null, Buffer.concat(pieces), key, value);
    // node:crypto masks with the digest of the message.
    if (pss && pss.maskDigest !== name) return false;
    const options = pss && { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: pss.saltLength };
    if (pieces.length === 1) return verify(name, pieces[0]!, options ? { key, ...options } : key, value);
    const verifier = createVerify(name);
    for (const piece of pieces) verifier.update(piece);
    return verifier.verify(options ? { key, ...options } : key, value);
  } catch {
    return false;
  }
}

/** A key for RSASSA-PSS signs only with that scheme; a plain RSA key may sign with both. */
function fits({ asymmetricKeyType: type }: KeyObject, scheme: SignatureAlgorithm['scheme']): boolean {
  return type === scheme || (type === 'rsa' && scheme === 'rsa-pss');
}
