/** Reading and checking a SignedData (RFC 5652), whoever made it. Trust in the certificate is not judged here. */
import { constants, createHash, createVerify, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { type Asn1, DerError, readDer, readOctets, readOid, readTime } from './der.ts';
import { digestName, OID } from './oids.ts';

export interface CheckedSignedData {
  /** Message digest and signature value are right for the content. */
  valid: boolean;
  problems: string[];
  signer: X509Certificate | null;
  /** The signing-time attribute, if there is one. */
  signingTime: Date | null;
  /** A signing-certificate attribute names the signer's certificate by its hash. */
  namesItsCertificate: boolean;
  /** The signed content where it lies inside, else null. */
  content: Buffer | null;
  contentType: string;
  signatureValue: Buffer;
  /** Tokens of the signature-time-stamp attribute. */
  timestampTokens: Buffer[];
}

/** Bytes in pieces, and their digests so that none is computed twice. */
export interface Content {
  pieces: readonly Uint8Array[];
  /** By node:crypto's name of the algorithm. */
  digest(algorithm: string): Buffer;
}

/** Content whose digests are computed when first asked for; `known` are digests at hand. */
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
 * Checks the first signer of a SignedData. `detached` is the signed content; null takes what lies inside. Throws a
 * DerError if the bytes are not a SignedData.
 */
export function checkSignedData(bytes: Uint8Array, detached: Content | null): CheckedSignedData {
  const { encapsulated, certificates, signerInfos } = partsOf(bytes);
  const info = signerInfos[0];
  if (!info) throw new DerError('the signature names no signer');
  const result: CheckedSignedData = {
    valid: false,
    problems: [],
    signer: null,
    signingTime: null,
    namesItsCertificate: false,
    content: encapsulated.content,
    contentType: encapsulated.type,
    signatureValue: Buffer.alloc(0),
    timestampTokens: [],
  };
  const [, sid, digestAlgorithm, ...rest] = info.children;
  const signedAttributes = rest[0]?.tag === 0xa0 ? rest.shift()! : null;
  const [signatureAlgorithm, signature, unsigned] = rest;
  if (!sid || !digestAlgorithm || !signatureAlgorithm || !signature)
    throw new DerError('a signer is incomplete');
  result.signatureValue = readOctets(signature);
  result.timestampTokens = attributeValues(unsigned, OID.signatureTimestamp).map((token) => token.raw);
  result.signer = certificates.find((certificate) => isSignersOwn(certificate, sid)) ?? null;

  const digest = digestName(readOid(digestAlgorithm.children[0]));
  if (!digest) {
    result.problems.push('the digest algorithm is unknown');
    return result;
  }
  const content = detached ?? (encapsulated.content ? contentOf([encapsulated.content]) : null);
  if (!content) {
    result.problems.push('the signature has nothing to sign');
    return result;
  }
  if (!result.signer) {
    result.problems.push("the signer's certificate is not in the signature");
    return result;
  }
  let signed = content.pieces;
  if (signedAttributes) {
    const raw = Buffer.from(signedAttributes.raw);
    raw[0] = 0x31;
    signed = [raw];
    const declared = attributeValues(signedAttributes, OID.messageDigest)[0];
    if (!declared || !readOctets(declared).equals(content.digest(digest)))
      result.problems.push('the digest does not match: the signed bytes have been changed');
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

function partsOf(bytes: Uint8Array) {
  const root = readDer(bytes);
  if (readOid(root.children[0]) !== OID.signedData) throw new DerError('not a SignedData');
  const fields = root.children[1]?.children[0]?.children ?? [];
  const content = fields[2]?.children ?? [];
  const inner = content[1]?.children[0];
  const set = fields.at(-1);
  if (fields.length < 4 || set?.tag !== 0x31) throw new DerError('the SignedData is incomplete');
  const certificates: X509Certificate[] = [];
  for (const field of fields)
    if (field.tag === 0xa0)
      for (const child of field.children) {
        const parsed = parseCertificate(child.raw);
        if (parsed) certificates.push(parsed);
      }
  return {
    encapsulated: { type: readOid(content[0]), content: inner ? readOctets(inner) : null },
    certificates,
    signerInfos: set.children,
  };
}

/** A certificate, or null if it cannot be parsed. */
export function parseCertificate(bytes: Uint8Array): X509Certificate | null {
  try {
    return new X509Certificate(bytes);
  } catch {
    return null;
  }
}

/** Serial number and issuer, or the subject key identifier, name this certificate (5.3). */
function isSignersOwn(certificate: X509Certificate, sid: Asn1): boolean {
  const all = readDer(certificate.raw).children[0]?.children ?? [];
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

function attributeValues(attributes: Asn1 | null | undefined, type: string): Asn1[] {
  const found = attributes?.children.find((attribute) => readOid(attribute.children[0]) === type);
  return found?.children[1]?.children ?? [];
}

/** ESS signing-certificate, version 1 (SHA-1) or 2 (RFC 5035); a wrong hash is a problem, absence is not. */
function checkCertificateReference(attributes: Asn1, result: CheckedSignedData): boolean {
  const v2 = attributeValues(attributes, OID.signingCertificateV2)[0]?.children[0]?.children[0]?.children;
  const v1 = attributeValues(attributes, OID.signingCertificate)[0]?.children[0]?.children[0]?.children;
  const fields = v2 ?? v1;
  if (!fields) return false;
  const named = fields[0]?.tag === 0x30 ? digestName(readOid(fields[0].children[0])) : v2 ? 'sha256' : 'sha1';
  const hash = fields.find((field) => field.tag === 0x04);
  const matches =
    !!named && !!hash && createHash(named).update(result.signer!.raw).digest().equals(hash.content);
  if (!matches) result.problems.push('the signature was made for another certificate');
  return matches;
}

const DIGEST_IN_SIGNATURE: Record<string, string> = {
  '1.2.840.113549.1.1.4': 'md5',
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.113549.1.1.14': 'sha224',
  '1.2.840.10045.4.1': 'sha1',
  '1.2.840.10045.4.3.1': 'sha224',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};

function verifyValue(
  key: KeyObject,
  algorithm: Asn1,
  digest: string,
  pieces: readonly Uint8Array[],
  value: Buffer,
): boolean {
  const id = readOid(algorithm.children[0]);
  try {
    if (key.asymmetricKeyType === 'ed25519' || key.asymmetricKeyType === 'ed448')
      return verify(null, Buffer.concat(pieces), key, value);
    if (id === OID.rsaPss) {
      const parameters = algorithm.children[1]?.children ?? [];
      const hashField = parameters.find((field) => field.tag === 0xa0)?.children[0]?.children[0];
      const saltField = parameters.find((field) => field.tag === 0xa2)?.children[0];
      const verifier = createVerify(hashField ? (digestName(readOid(hashField)) ?? digest) : 'sha1');
      for (const piece of pieces) verifier.update(piece);
      const saltLength = saltField
        ? saltField.content.readUIntBE(0, Math.min(4, saltField.content.length))
        : 20;
      return verifier.verify({ key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }, value);
    }
    const verifier = createVerify(DIGEST_IN_SIGNATURE[id] ?? digest);
    for (const piece of pieces) verifier.update(piece);
    return verifier.verify(key, value);
  } catch {
    return false;
  }
}
