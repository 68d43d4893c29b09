/** The two encodings of ECDSA signature values. */
import { integer, sequence } from './der.ts';

/** PKCS#11 and JSON Web Algorithms return r and s concatenated; CMS needs a SEQUENCE (RFC 5753, 7.2). */
export function ecdsaInDer(value: Uint8Array): Buffer {
  const half = value.length / 2;
  return sequence(integer(value.subarray(0, half)), integer(value.subarray(half)));
}
