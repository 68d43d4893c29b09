/** Parsed certificates (RFC 5280). A worker meets the same few, above all the seal key's own, with every document. */
import { X509Certificate } from 'node:crypto';

const KEPT = 64;
const LARGEST_KEPT = 16_384;
const parsed = new Map<string, X509Certificate>();

/** The certificate with this DER; the same object for the same bytes while it is kept. Throws if it cannot be parsed. */
export function x509(der: Uint8Array): X509Certificate {
  if (der.length > LARGEST_KEPT) return new X509Certificate(der);
  const key = Buffer.from(der.buffer, der.byteOffset, der.byteLength).toString('latin1');
  let certificate = parsed.get(key);
  if (certificate === undefined) {
    certificate = new X509Certificate(der);
    if (parsed.size >= KEPT) parsed.delete(parsed.keys().next().value!);
    parsed.set(key, certificate);
  }
  return certificate;
}
