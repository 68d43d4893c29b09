/** Issues X.509 certificates (RFC 5280, 4.1), for development, trial seals and tests. */
import { randomBytes } from 'node:crypto';
import { bitString, boolean, der, integer, octetString, oid, sequence, time } from '../cms/der.ts';

export interface CertificateFields {
  /** DER of the issuer's Name. */
  issuer: Buffer;
  /** DER of the subject's Name. */
  subject: Buffer;
  /** DER of the SubjectPublicKeyInfo. */
  publicKey: Buffer;
  notBefore: Date;
  notAfter: Date;
  /** Extension elements; null for a version 1 certificate. */
  extensions: readonly Buffer[] | null;
}

/** How the issuer signs: the DER of the AlgorithmIdentifier, and the signing function. */
export interface IssuerKey {
  algorithm: Buffer;
  sign(body: Buffer): Buffer;
}

/** An Extension element. `value` is the DER of the extension's content. */
export const extension = (id: string, value: Uint8Array, critical = false): Buffer =>
  sequence(oid(id), ...(critical ? [boolean(true)] : []), octetString(value));

/** Issues a certificate with a random serial number of 128 bits; returns its DER. */
export function issueCertificate(fields: CertificateFields, key: IssuerKey): Buffer {
  const { issuer, subject, publicKey, notBefore, notAfter, extensions } = fields;
  const serial = randomBytes(16);
  // Positive, and without leading zeros.
  serial[0] = (serial[0]! & 0x7f) | 0x40;
  const body = sequence(
    ...(extensions ? [der(0xa0, integer(2))] : []),
    integer(serial),
    key.algorithm,
    issuer,
    sequence(time(notBefore), time(notAfter)),
    subject,
    publicKey,
    ...(extensions ? [der(0xa3, sequence(...extensions))] : []),
  );
  return sequence(body, key.algorithm, bitString(key.sign(body)));
}
