/** The signature of an authority over what it publishes. */
import { verifyValue } from '../cms/check-signed-data.ts';
import { type Asn1, readOid } from '../cms/der.ts';
import type { Certificate } from './certificate.ts';

/** MD5 and SHA-1 with RSA, SHA-1 with ECDSA: others can be given a signature made with these. */
const WEAK = ['1.2.840.113549.1.1.4', '1.2.840.113549.1.1.5', '1.2.840.10045.4.1'];

/** Whether the holder of the certificate signed these bytes, with an algorithm that is still worth something. */
export function isSignedBy(
  holder: Certificate,
  algorithm: Asn1,
  bytes: Uint8Array,
  signature: Asn1,
): boolean {
  if (signature.tag !== 0x03 || WEAK.includes(readOid(algorithm.children[0]))) return false;
  return verifyValue(holder.x509.publicKey, algorithm, 'sha256', [bytes], signature.content.subarray(1));
}
