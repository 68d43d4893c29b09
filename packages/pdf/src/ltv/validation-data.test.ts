/** Which validation data proves a chain of certificates to be good. */
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type Holder,
  ocspResponse,
  type Pki,
  revocationList,
  startPki,
} from '../../../../test/support/pki.ts';
import { nothing } from '../cms/der.ts';
import { OID } from '../cms/oids.ts';
import { extension } from '../development/issue-certificate.ts';
import { type Certificate, readCertificate } from '../pki/certificate.ts';
import { ocspRequest } from '../pki/ocsp.ts';
import {
  authorityExtensions,
  extendedKeyUsage,
  keyUsage,
  type Made,
  makeCertificate,
} from '../testing/make-certificate.ts';
import { proveGood } from './validation-data.ts';

const NOW = new Date();
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const read = ({ certificate }: Pick<Holder, 'certificate'>): Certificate => readCertificate(certificate.raw);
const list = (by: Holder, from: number, to: number) =>
  revocationList(by, new Map<string, Date>(), at(from), at(to));

let pki: Pki;
beforeAll(async () => {
  pki = await startPki();
});
afterAll(() => pki.close());

describe('a revocation list that was made after a certificate ended', () => {
  const shortfallWith = (from: number) => {
    const ended = read(pki.sealHolder('p256', { notBefore: at(-20), notAfter: at(-6) }));
    const crls = [list(pki.intermediate, from, 24), list(pki.root, -13, 24)];
    return proveGood(ended, [read(pki.intermediate), read(pki.root)], { ocsps: [], crls }, at(-12)).shortfall;
  };

  test('does not prove it good, because authorities then leave revoked ones out', () => {
    expect(shortfallWith(-1)).toBe('the revocation data about Test Seal was made after it ended');
    expect(shortfallWith(-7)).toBeNull();
  });
});

describe('what signed with SHA-1', () => {
  const holderOf = ({ raw, privateKey }: Made): Holder => ({
    key: privateKey,
    certificate: new X509Certificate(raw),
    keyPem: '',
    chainPem: '',
  });
  const root = makeCertificate({ subject: 'Root', extensions: authorityExtensions() });
  const authorityBy = (digest: string) =>
    makeCertificate({ subject: 'Authority', issuer: root, digest, extensions: authorityExtensions() });

  test('an authority over another proves nothing', () => {
    const shortfallWith = (digest: string) => {
      const authority = authorityBy(digest);
      const leaf = makeCertificate({ subject: 'Signer', issuer: authority });
      const crls = [authority, root].map((by) => list(holderOf(by), -1, 1));
      const [own, ...pool] = [leaf, authority, root].map(({ raw }) => readCertificate(raw));
      return proveGood(own!, pool, { ocsps: [], crls }, NOW).shortfall;
    };
    expect(shortfallWith('sha1')).toBe('the certificate of Authority is signed with SHA-1, which is broken');
    expect(shortfallWith('sha256')).toBeNull();
  });

  test('an authority over its responder proves nothing', () => {
    const authority = authorityBy('sha256');
    const leaf = makeCertificate({ subject: 'Signer', issuer: authority });
    const shortfallWith = (digest: string) => {
      const responder = makeCertificate({
        subject: 'Responder',
        issuer: authority,
        digest,
        extensions: [
          keyUsage(0x80),
          extendedKeyUsage([OID.ocspSigning]),
          extension(OID.ocspNoCheck, nothing()),
        ],
      });
      const [own, ...pool] = [leaf, authority, root].map(({ raw }) => readCertificate(raw));
      const answer = ocspResponse(ocspRequest(own!, pool[0]!), holderOf(responder), {
        revoked: new Map<string, Date>(),
        unknown: false,
        thisUpdate: at(-1),
        nextUpdate: at(1),
      });
      return proveGood(own!, pool, { ocsps: [answer], crls: [list(holderOf(root), -1, 1)] }, NOW).shortfall;
    };
    expect(shortfallWith('sha1')).toBe('the certificate of Responder is signed with SHA-1, which is broken');
    expect(shortfallWith('sha256')).toBeNull();
  });
});
