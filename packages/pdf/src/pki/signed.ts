/** Signatures of authorities over revocation lists and OCSP responses. */
import { weaknessesOf } from '../cms/algorithms.ts';
import { verifyValue } from '../cms/check-signed-data.ts';
import { type Asn1, bitString, DerError, readDer, sequence } from '../cms/der.ts';
import type { Certificate } from './certificate.ts';

/**
 * Splits a SEQUENCE of the signed part, the algorithm, the signature and sometimes more. Throws a DerError unless the
 * encoding is DER, because with several possible encodings the bytes could be changed unnoticed.
 */
export function signedParts(bytes: Uint8Array): {
  body: Asn1;
  algorithm: Asn1;
  signature: Asn1;
  more: Asn1[];
} {
  const [body, algorithm, signature, ...more] = readDer(bytes).children;
  if (!body || !algorithm || signature?.tag !== 0x03)
    throw new DerError('the revocation data has no signature');
  const parts = [body, algorithm, ...more].map((part) => part.raw);
  parts.splice(2, 0, bitString(signature.content.subarray(1)));
  requireEncoding(bytes, sequence(...parts));
  return { body, algorithm, signature, more };
}

/** Throws a DerError unless the bytes are these. */
export function requireEncoding(bytes: Uint8Array, expected: Buffer): void {
  if (!expected.equals(bytes)) throw new DerError('the revocation data is not encoded in DER');
}

/** Whether the holder of the certificate signed these bytes, with a key and an algorithm that are strong enough. */
export function isSignedBy(
  holder: Certificate,
  algorithm: Asn1,
  bytes: Uint8Array,
  signature: Asn1,
): boolean {
  const key = holder.x509.publicKey;
  return (
    weaknessesOf(key, algorithm, 'sha256').length === 0 &&
    verifyValue(key, algorithm, 'sha256', [bytes], signature.content.subarray(1))
  );
}
