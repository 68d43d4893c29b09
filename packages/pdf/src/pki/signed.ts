/** The signature of an authority over what it publishes. */
import { verifyValue } from '../cms/check-signed-data.ts';
import { type Asn1, bitString, DerError, nothing, readDer, readOid, sequence } from '../cms/der.ts';
import { OID } from '../cms/oids.ts';
import type { Certificate } from './certificate.ts';

/** MD5 and SHA-1 with RSA, SHA-1 with ECDSA: others can be given a signature made with these. */
const WEAK = ['1.2.840.113549.1.1.4', '1.2.840.113549.1.1.5', '1.2.840.10045.4.1'];

/**
 * The parts of what an authority has signed: SEQUENCE of the signed part, the algorithm, the signature and sometimes
 * more. Throws a DerError unless it is encoded in the one way of DER, so that none of it can be changed unnoticed.
 */
export function signedParts(bytes: Uint8Array): {
  body: Asn1;
  algorithm: Asn1;
  signature: Asn1;
  more: Asn1[];
} {
  const [body, algorithm, signature, ...more] = readDer(bytes).children;
  if (!body || !algorithm || signature?.tag !== 0x03) throw new DerError('nothing is signed there');
  const parts = [body, algorithm, ...more].map((part) => part.raw);
  parts.splice(2, 0, bitString(signature.content.subarray(1)));
  requireEncoding(bytes, sequence(...parts));
  return { body, algorithm, signature, more };
}

/** Throws a DerError unless the bytes are these. */
export function requireEncoding(bytes: Uint8Array, expected: Buffer): void {
  if (!expected.equals(bytes)) throw new DerError('it is not encoded in DER');
}

/** Whether the holder of the certificate signed these bytes, with an algorithm that is still worth something. */
export function isSignedBy(
  holder: Certificate,
  algorithm: Asn1,
  bytes: Uint8Array,
  signature: Asn1,
): boolean {
  const [id, parameters, ...others] = algorithm.children;
  const isPlain =
    others.length === 0 && (!parameters || parameters.raw.equals(nothing()) || isPss(algorithm));
  if (!isPlain || WEAK.includes(readOid(id))) return false;
  return verifyValue(holder.x509.publicKey, algorithm, 'sha256', [bytes], signature.content.subarray(1));
}

const isPss = (algorithm: Asn1): boolean => readOid(algorithm.children[0]) === OID.rsaPss;
