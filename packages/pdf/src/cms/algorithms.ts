/**
 * Which algorithms and keys are strong enough for a valid signature. This is the only place for this rule. Everything here has
 * at least 112 bits of security (NIST SP 800-57 part 1, 5.6.1; ETSI TS 119 312). A signature with a weaker one can
 * verify correctly although somebody else forged it.
 */
import type { KeyObject } from 'node:crypto';
import { type Asn1, DerError, readDer, readOid } from './der.ts';
import { digestName, OID } from './oids.ts';

export const MIN_RSA_BITS = 2048;

/** By node:crypto's name; the reason completes "the signature uses ...". */
const WEAK_DIGESTS: Record<string, string> = {
  md5: 'MD5, which is broken',
  sha1: 'SHA-1, which is broken',
  ripemd160: 'RIPEMD-160, which is too short',
};

/** Named curves of at least 224 bits: NIST, secp256k1 and Brainpool. */
const STRONG_CURVES = new Set([
  '1.3.132.0.33',
  '1.2.840.10045.3.1.7',
  '1.3.132.0.34',
  '1.3.132.0.35',
  '1.3.132.0.10',
  ...[5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map((number) => `1.3.36.3.3.2.8.1.1.${number}`),
]);

type Scheme = 'rsa' | 'rsa-pss' | 'ec' | 'ed25519' | 'ed448';

/** Signature algorithms, with the digest that the identifier fixes; null leaves the digest to the signer. */
const SCHEMES: Record<string, [Scheme, string | null]> = {
  [OID.rsaEncryption]: ['rsa', null],
  [OID.rsaPss]: ['rsa-pss', null],
  '1.2.840.113549.1.1.4': ['rsa', 'md5'],
  '1.2.840.113549.1.1.5': ['rsa', 'sha1'],
  '1.2.840.113549.1.1.11': ['rsa', 'sha256'],
  '1.2.840.113549.1.1.12': ['rsa', 'sha384'],
  '1.2.840.113549.1.1.13': ['rsa', 'sha512'],
  '1.2.840.113549.1.1.14': ['rsa', 'sha224'],
  '2.16.840.1.101.3.4.3.14': ['rsa', 'sha3-256'],
  '2.16.840.1.101.3.4.3.15': ['rsa', 'sha3-384'],
  '2.16.840.1.101.3.4.3.16': ['rsa', 'sha3-512'],
  '1.2.840.10045.2.1': ['ec', null],
  '1.2.840.10045.4.1': ['ec', 'sha1'],
  '1.2.840.10045.4.3.1': ['ec', 'sha224'],
  '1.2.840.10045.4.3.2': ['ec', 'sha256'],
  '1.2.840.10045.4.3.3': ['ec', 'sha384'],
  '1.2.840.10045.4.3.4': ['ec', 'sha512'],
  '2.16.840.1.101.3.4.3.10': ['ec', 'sha3-256'],
  '2.16.840.1.101.3.4.3.11': ['ec', 'sha3-384'],
  '2.16.840.1.101.3.4.3.12': ['ec', 'sha3-512'],
  '1.3.101.112': ['ed25519', null],
  '1.3.101.113': ['ed448', null],
};

export interface SignatureAlgorithm {
  scheme: Scheme;
  /** The digest that the identifier or the parameters fix, by node:crypto's name; null leaves it to the signer. */
  digest: string | null;
  /** RSASSA-PSS only (RFC 4055, 3.1). */
  pss: { maskDigest: string; saltLength: number } | null;
}

/** Reads an AlgorithmIdentifier of a signature; null for an unknown one. Throws a DerError for wrong parameters. */
export function readSignatureAlgorithm(algorithm: Asn1): SignatureAlgorithm | null {
  const [id, parameters, ...more] = algorithm.children;
  if (more.length > 0) throw new DerError('an algorithm has unexpected parameters');
  const known = SCHEMES[readOid(id)];
  if (!known) return null;
  const [scheme, digest] = known;
  if (scheme === 'rsa-pss') return readPss(parameters);
  const isPlain = !parameters || (parameters.tag === 0x05 && parameters.content.length === 0);
  // With id-ecPublicKey, some signers repeat the curve of their key as a parameter.
  if (!isPlain && !(scheme === 'ec' && digest === null && parameters.tag === 0x06))
    throw new DerError('an algorithm has unexpected parameters');
  return { scheme, digest, pss: null };
}

/** RSASSA-PSS-params. Absent members have defaults; for both digests that is SHA-1. */
function readPss(parameters: Asn1 | undefined): SignatureAlgorithm | null {
  const field = (tag: number) => parameters?.children.find((one) => one.tag === tag)?.children[0];
  const [hash, mask, salt, trailer] = [0xa0, 0xa1, 0xa2, 0xa3].map(field);
  if (mask && readOid(mask.children[0]) !== OID.mgf1) return null;
  if (trailer && !isNumber(trailer, 1)) return null;
  const digest = hash ? digestName(readOid(hash.children[0])) : 'sha1';
  const maskDigest = mask ? digestName(readOid(mask.children[1]?.children[0])) : 'sha1';
  if (salt && (salt.tag !== 0x02 || salt.content.length === 0 || salt.content.length > 4))
    throw new DerError('an algorithm has unexpected parameters');
  const saltLength = salt ? salt.content.readUIntBE(0, salt.content.length) : 20;
  return digest && maskDigest ? { scheme: 'rsa-pss', digest, pss: { maskDigest, saltLength } } : null;
}

const isNumber = (element: Asn1, value: number): boolean =>
  element.tag === 0x02 && element.content.equals(Buffer.of(value));

/** Why a digest algorithm, by node:crypto's name, proves nothing; null if it is strong. */
export const weaknessOfDigest = (name: string): string | null => WEAK_DIGESTS[name] ?? null;

const knownWeaknesses = new WeakMap<KeyObject, string | null>();

/** Why a public key proves nothing, as in "the key is ..."; null if it is strong. */
export function weaknessOfKey(key: KeyObject): string | null {
  let weakness = knownWeaknesses.get(key);
  if (weakness === undefined) {
    weakness = findWeakness(key);
    knownWeaknesses.set(key, weakness);
  }
  return weakness;
}

function findWeakness(key: KeyObject): string | null {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type === 'rsa' || type === 'rsa-pss') {
    const bits = details?.modulusLength ?? 0;
    if (bits < MIN_RSA_BITS) return `RSA with ${bits} bits, at least ${MIN_RSA_BITS} are needed`;
    // With the exponent 1 every value is its own signature.
    const exponent = details?.publicExponent ?? 0n;
    return exponent < 3n || exponent % 2n === 0n ? `RSA with the unusable exponent ${exponent}` : null;
  }
  if (type === 'ec') {
    const parameters = readDer(key.export({ type: 'spki', format: 'der' })).children[0]?.children[1];
    // Explicit parameters can describe a known curve with another base point, chosen so that its author knows the key.
    if (parameters?.tag !== 0x06) return 'on an elliptic curve with parameters of its own';
    const name = details?.namedCurve ?? 'unknown';
    return STRONG_CURVES.has(readOid(parameters))
      ? null
      : `on the elliptic curve ${name}, which is too small or unknown`;
  }
  if (type === 'ed25519' || type === 'ed448') return null;
  return `of the kind ${type?.toUpperCase() ?? 'unknown'}, which is not accepted`;
}

/**
 * Why a signature value proves nothing, whether or not it is right: each reason as a sentence. `digest` is what the
 * signer uses where the algorithm fixes none.
 */
export function weaknessesOf(key: KeyObject, algorithm: Asn1, digest: string): string[] {
  const found = new Set<string>();
  const ofKey = weaknessOfKey(key);
  if (ofKey) found.add(`the key is ${ofKey}`);
  const read = readSignatureAlgorithm(algorithm);
  if (!read) return [...found, 'the signature algorithm is unknown'];
  const digests = [read.digest ?? digest, ...(read.pss ? [read.pss.maskDigest] : [])];
  for (const one of digests) {
    const weakness = weaknessOfDigest(one);
    if (weakness) found.add(`the signature uses ${weakness}`);
  }
  return [...found];
}
