/** A self-signed certificate (RFC 5280) for trying things out; readers will call it unknown, and rightly so. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  bitString,
  boolean,
  der,
  integer,
  nothing,
  octetString,
  oid,
  sequence,
  setOf,
  time,
  utf8String,
} from './cms/der.ts';

export interface DevelopmentCertificate {
  /** PKCS#8. */
  keyPem: string;
  certificatePem: string;
}

/**
 * Makes a key and a certificate for it: valid from an hour before `now` for `days` days, key usage
 * digitalSignature and nonRepudiation.
 */
export function makeDevelopmentCertificate(options: {
  commonName: string;
  organization?: string;
  key?: 'p256' | 'rsa2048';
  days?: number;
  now?: Date;
}): DevelopmentCertificate {
  const { commonName, organization, key = 'p256', days = 3650, now = new Date() } = options;
  const pair =
    key === 'p256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' });
  const algorithm =
    key === 'p256' ? sequence(oid('1.2.840.10045.4.3.2')) : sequence(oid('1.2.840.113549.1.1.11'), nothing());
  const subject = sequence(
    ...(organization ? [setOf(sequence(oid('2.5.4.10'), utf8String(organization)))] : []),
    setOf(sequence(oid('2.5.4.3'), utf8String(commonName))),
  );
  const serial = randomBytes(16);
  serial[0] = (serial[0]! & 0x7f) | 0x40;
  const keyId = createHash('sha1').update(publicKey).digest();
  const extension = (id: string, critical: boolean, value: Uint8Array): Buffer =>
    sequence(oid(id), ...(critical ? [boolean(true)] : []), octetString(value));
  const body = sequence(
    der(0xa0, integer(2)),
    integer(serial),
    algorithm,
    subject,
    sequence(time(new Date(now.getTime() - 3_600_000)), time(new Date(now.getTime() + days * 86_400_000))),
    subject,
    publicKey,
    der(
      0xa3,
      sequence(
        extension('2.5.29.19', true, sequence()),
        extension('2.5.29.15', true, bitString(Buffer.of(0xc0), 6)),
        extension('2.5.29.37', false, sequence(oid('1.3.6.1.4.1.311.10.3.12'), oid('1.3.6.1.5.5.7.3.4'))),
        extension('2.5.29.14', false, octetString(keyId)),
      ),
    ),
  );
  const signature = sign('sha256', body, pair.privateKey);
  return {
    keyPem: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificatePem: pem('CERTIFICATE', sequence(body, algorithm, bitString(signature))),
  };
}

/** Base64 between the lines that name it (RFC 7468). */
function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
