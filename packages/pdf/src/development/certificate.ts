/** A self-signed certificate (RFC 5280) for development and for trial seals. Verifiers report its signer as unknown. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { bitString, nothing, octetString, oid, sequence, setOf, utf8String } from '../cms/der.ts';
import { OID } from '../cms/oids.ts';
import { extension, issueCertificate } from './issue-certificate.ts';

export interface DevelopmentCertificate {
  /** PKCS#8. */
  keyPem: string;
  certificatePem: string;
}

/**
 * Creates a key and its self-signed certificate, valid from an hour before `now` for `days` days, with key usage
 * digitalSignature and nonRepudiation, for document signing or timestamping.
 */
export function makeDevelopmentCertificate(options: {
  commonName: string;
  organization?: string;
  key?: 'p256' | 'rsa2048';
  purpose?: 'document-signing' | 'timestamping';
  days?: number;
  now?: Date;
}): DevelopmentCertificate {
  const { commonName, organization, key = 'p256', days = 3650, now = new Date() } = options;
  const stampsTimes = options.purpose === 'timestamping';
  const pair =
    key === 'p256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' });
  const algorithm =
    key === 'p256' ? sequence(oid(OID.ecdsaWithSha256)) : sequence(oid(OID.sha256WithRsa), nothing());
  const subject = sequence(
    ...(organization ? [setOf(sequence(oid('2.5.4.10'), utf8String(organization)))] : []),
    setOf(sequence(oid('2.5.4.3'), utf8String(commonName))),
  );
  const keyId = createHash('sha1').update(publicKey).digest();
  const certificate = issueCertificate(
    {
      issuer: subject,
      subject,
      publicKey,
      notBefore: new Date(now.getTime() - 3_600_000),
      notAfter: new Date(now.getTime() + days * 86_400_000),
      extensions: [
        extension('2.5.29.19', sequence(), true),
        extension('2.5.29.15', bitString(Buffer.of(0xc0), 6), true),
        stampsTimes
          ? extension('2.5.29.37', sequence(oid(OID.timeStamping)), true)
          : extension('2.5.29.37', sequence(oid(OID.documentSigning), oid(OID.emailProtection))),
        extension('2.5.29.14', octetString(keyId)),
      ],
    },
    { algorithm, sign: (body) => sign('sha256', body, pair.privateKey) },
  );
  return {
    keyPem: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificatePem: pem('CERTIFICATE', certificate),
  };
}

/** PEM encoding (RFC 7468). */
function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
