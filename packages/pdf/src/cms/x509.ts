/** A cache of parsed certificates (RFC 5280). Every seal needs the same few, above all that of the seal key. */
import { X509Certificate } from 'node:crypto';
import { type Asn1, readDer } from './der.ts';

const KEPT = 64;
const LARGEST_KEPT = 16_384;
/** The most recently used one first. */
const parsed: Array<{ der: Buffer; certificate: X509Certificate }> = [];
/** The decoded DER of each certificate. */
const elements = new WeakMap<X509Certificate, Asn1>();

/** The certificate with this DER; the same object for the same bytes while it is cached. Throws if it cannot be parsed. */
export function x509(der: Uint8Array): X509Certificate {
  if (der.length > LARGEST_KEPT) return new X509Certificate(der);
  const at = parsed.findIndex((one) => one.der.length === der.length && one.der.equals(der));
  const known = parsed[at] ?? { der: Buffer.from(der), certificate: new X509Certificate(der) };
  if (at === 0) return known.certificate;
  if (at > 0) parsed.splice(at, 1);
  else if (parsed.length >= KEPT) parsed.pop();
  parsed.unshift(known);
  return known.certificate;
}

/** The elements of a certificate's DER, decoded once. Throws a DerError. */
export function elementsOf(certificate: X509Certificate): Asn1 {
  let root = elements.get(certificate);
  if (root === undefined) {
    root = readDer(certificate.raw);
    elements.set(certificate, root);
  }
  return root;
}
