import { createPrivateKey, verify, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { makeDevelopmentCertificate } from '../development/certificate.ts';
import { SealError } from '../ports/errors.ts';
import { signerFromPem, signerFromPkcs12 } from './local.ts';

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));
const commonNames = (certificates: Uint8Array[]) =>
  certificates.map((bytes) => /CN=(.*)/.exec(new X509Certificate(bytes).subject)![1]);

describe('a seal key from PKCS#12', () => {
  test.each(['seal-rsa.p12', 'seal-rsa-legacy.p12', 'seal-ec.p12'])(
    '%s signs so that its own certificate verifies, again and again, with the chain behind it',
    async (name) => {
      const signer = signerFromPkcs12(fixture(name), 'fixture');
      expect(commonNames(signer.certificates)).toEqual([
        `Fixture ${name.includes('ec') ? 'ec' : 'rsa'}`,
        'Fixture CA',
      ]);
      const { publicKey } = new X509Certificate(signer.certificates[0]!);
      for (const text of ['once', 'twice']) {
        const value = await signer.sign(Buffer.from(text));
        expect(verify('sha256', Buffer.from(text), publicKey, value)).toBe(true);
      }
    },
  );

  test('a wrong passphrase and a file of another type throw a SealError', () => {
    expect(() => signerFromPkcs12(fixture('seal-ec.p12'), 'wrong')).toThrow(SealError);
    expect(() => signerFromPkcs12(Buffer.from('not a store'), 'fixture')).toThrow(SealError);
  });
});

describe('a seal key from PEM', () => {
  const first = makeDevelopmentCertificate({ commonName: 'First' });
  const second = makeDevelopmentCertificate({ commonName: 'Second', key: 'rsa2048' });

  test('the certificate that belongs to the key comes first, whatever its position in the file', () => {
    const signer = signerFromPem(first.keyPem, second.certificatePem + first.certificatePem);
    expect(commonNames(signer.certificates)).toEqual(['First']);
  });

  test('a key without its certificate is refused', () => {
    expect(() => signerFromPem(first.keyPem, second.certificatePem)).toThrow('none of the certificates');
    expect(() => signerFromPem(first.keyPem, '')).toThrow(SealError);
    expect(() => signerFromPem('nonsense', first.certificatePem)).toThrow(SealError);
  });
});

describe('the development certificate', () => {
  test.each(['p256', 'rsa2048'] as const)(
    'of the kind %s is self-signed, valid now, and fits its key',
    (key) => {
      const now = new Date('2026-11-20T12:00:00Z');
      const made = makeDevelopmentCertificate({
        commonName: 'Ünïcode & Söhne',
        organization: 'Org',
        key,
        days: 10,
        now,
      });
      const certificate = new X509Certificate(made.certificatePem);
      expect(certificate.subject).toBe('O=Org\nCN=Ünïcode & Söhne');
      expect(certificate.verify(certificate.publicKey)).toBe(true);
      expect(certificate.checkPrivateKey(createPrivateKey(made.keyPem))).toBe(true);
      expect(certificate.validFromDate).toEqual(new Date('2026-11-20T11:00:00Z'));
      expect(certificate.validToDate).toEqual(new Date('2026-11-30T12:00:00Z'));
      expect(certificate.ca).toBe(false);
    },
  );

  test('for timestamping has only that purpose', () => {
    const made = makeDevelopmentCertificate({ commonName: 'Clock', purpose: 'timestamping' });
    expect(new X509Certificate(made.certificatePem).keyUsage).toEqual(['1.3.6.1.5.5.7.3.8']);
  });
});
