/** Which revocation data is accepted and which is not, also compared with OpenSSL where it is installed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Holder, type Pki, revocationList, startPki } from '../../../../test/support/pki.ts';
import { runs } from '../../../../test/support/properties.ts';
import { boolean, DerError, der, octetString, oid, sequence, utf8String } from '../cms/der.ts';
import { distinguishedName } from '../testing/make-certificate.ts';
import { type Certificate, isIssuedBy, readCertificate } from './certificate.ts';
import { readCrl } from './crl.ts';
import { ocspRequest, readOcspResponse } from './ocsp.ts';
import { isMadeBy, reaches } from './status.ts';

const NOW = new Date();
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
let pki: Pki;
let holder: Holder;
let leaf: Certificate;
let authority: Certificate;
let root: Certificate;
beforeAll(async () => {
  pki = await startPki();
  holder = pki.sealHolder('rsa2048');
  leaf = readCertificate(holder.certificate.raw);
  authority = readCertificate(pki.intermediate.certificate.raw);
  root = readCertificate(pki.root.certificate.raw);
});
afterAll(() => pki.close());

describe('a certificate', () => {
  test('gives its addresses, its issuer and its permitted uses', () => {
    const base = pki.tsaUrl.replace('/tsa', '');
    expect(leaf).toMatchObject({
      ocspUrls: [`${base}/ocsp/test-issuing-ca`],
      issuerUrls: [`${base}/issuer/test-issuing-ca`],
      crlUrls: [`${base}/crl/test-issuing-ca`],
      isCa: false,
      isSelfSigned: false,
      mayAnswerOcsp: false,
    });
    expect([isIssuedBy(leaf, authority), isIssuedBy(authority, root), isIssuedBy(leaf, root)]).toEqual([
      true,
      true,
      false,
    ]);
    expect([root.isSelfSigned, root.isCa, root.maySignCrls]).toEqual([true, true, true]);
    expect(() => readCertificate(Buffer.from('no certificate'))).toThrow(DerError);
  });
});

describe('a revocation list', () => {
  const list = (extensions: Buffer[] = [], revoked = new Map<string, Date>(), by = pki.intermediate) =>
    revocationList(by, revoked, at(-5), at(60), extensions);
  const extension = (id: string, value: Buffer, critical = true) =>
    sequence(oid(id), ...(critical ? [boolean(true)] : []), octetString(value));
  const scope = (...fields: Buffer[]) => extension('2.5.29.28', sequence(...fields));
  const yes = (tag: number) => der(tag, Buffer.of(255));
  const forAddress = (url: string) => scope(der(0xa0, der(0xa0, der(0x86, Buffer.from(url)))));

  test('reports a certificate as revoked if the list contains its serial number, otherwise as good', () => {
    expect(readCrl(list(), leaf, authority)).toMatchObject({ status: 'good' });
    const revoked = new Map([[holder.certificate.serialNumber.toLowerCase(), at(-10)]]);
    expect(readCrl(list([], revoked), leaf, authority)).toMatchObject({ status: 'revoked' });
    expect(readCrl(list([], new Map([['0102', at(-10)]])), leaf, authority)).toMatchObject({
      status: 'good',
    });
  });

  test('of another issuer, or for other certificates, gives no status', () => {
    expect(readCrl(list([], new Map(), pki.root), leaf, authority)).toBeNull();
    expect(readCrl(list([scope(yes(0x82))]), leaf, authority)).toBeNull();
    expect(readCrl(list([scope(yes(0x85))]), leaf, authority)).toBeNull();
    expect(readCrl(list([scope(yes(0x84))]), leaf, authority)).toBeNull();
    expect(readCrl(list([forAddress('http://else.test/1.crl')]), leaf, authority)).toBeNull();
    expect(readCrl(list([scope(yes(0x81))]), leaf, authority)).toMatchObject({ status: 'good' });
    expect(readCrl(list([forAddress(leaf.crlUrls[0]!)]), leaf, authority)).toMatchObject({ status: 'good' });
  });

  test('that covers other certificates only gives no status, however it names its place', () => {
    const place = (...names: Buffer[]) => scope(der(0xa0, der(0xa0, ...names)));
    const address = (url: string) => der(0x86, Buffer.from(url));
    const named = der(0xa4, distinguishedName({ cn: 'CRL 5' }));
    const others = [
      place(named),
      place(address('ldap://else.test/cn=5')),
      scope(der(0xa0, der(0xa1, sequence(oid('2.5.4.3'), utf8String('CRL 5'))))),
    ];
    for (const other of others) expect(readCrl(list([other]), leaf, authority)).toBeNull();
    const own = place(named, address(leaf.crlUrls[0]!));
    expect(readCrl(list([own]), leaf, authority)).toMatchObject({ status: 'good' });
  });

  test('with an unknown critical extension, such as that of a delta list, is rejected', () => {
    const delta = extension('2.5.29.27', Buffer.of(2, 1, 1));
    expect(() => readCrl(list([delta]), leaf, authority)).toThrow('unknown here');
  });

  test('with any bit changed is rejected', () => {
    const whole = list();
    fc.assert(
      fc.property(fc.nat(whole.length * 8 - 1), (bit) => {
        const changed = Buffer.from(whole);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        expect(statusOrNull(() => readCrl(changed, leaf, authority))).toBeNull();
      }),
      runs(300),
    );
  });
});

describe('the period of a response or list', () => {
  test.each([
    ['current', -5, 60, true, true],
    ['made in the future, within the tolerance for clocks', 4, 60, true, true],
    ['made in the future', 10, 60, true, false],
    ['ended, within the tolerance for clocks', -60, -4, true, true],
    ['ended', -60, -10, false, true],
    ['made recently, without an end', -30, null, true, true],
    ['made long ago, without an end', -120, null, false, true],
  ])('%s', (_, from, to, reachesNow, isMade) => {
    const data = { status: 'good' as const, thisUpdate: at(from), nextUpdate: to === null ? null : at(to) };
    expect([reaches(data, NOW), isMadeBy(data, NOW)]).toEqual([reachesNow, isMade]);
  });
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
(hasOpenssl ? describe : describe.skip)('OCSP with OpenSSL on the other side', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-ocsp-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const path = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };

  /** What OpenSSL's responder says to our request; `state` is a line of its database. */
  const answer = (state: 'V' | 'R' | 'none', signer: Holder = pki.intermediate) => {
    const serial = holder.certificate.serialNumber;
    const line = `${state}\t301231235959Z\t${state === 'R' ? '260101000000Z' : ''}\t${serial}\tunknown\t/CN=Seal\n`;
    writeFileSync(path('index'), state === 'none' ? '' : line);
    writeFileSync(path('ca.pem'), pki.intermediate.certificate.toString());
    writeFileSync(path('signer.pem'), signer.certificate.toString());
    writeFileSync(path('signer.key'), signer.keyPem);
    writeFileSync(path('request'), ocspRequest(leaf, authority));
    // biome-ignore format: one option a word
    openssl('ocsp', '-index', 'index', '-CA', 'ca.pem', '-rsigner', 'signer.pem', '-rkey', 'signer.key', '-reqin', 'request',
      '-respout', 'response', '-ndays', '1');
    return readFileSync(path('response'));
  };

  test('our request equals the one that OpenSSL makes', () => {
    writeFileSync(path('ca.pem'), pki.intermediate.certificate.toString());
    writeFileSync(path('leaf.pem'), holder.certificate.toString());
    openssl('ocsp', '-issuer', 'ca.pem', '-cert', 'leaf.pem', '-no_nonce', '-reqout', 'theirs');
    expect(ocspRequest(leaf, authority)).toEqual(readFileSync(path('theirs')));
  });

  test('the responses of OpenSSL are read', () => {
    expect(readOcspResponse(answer('V'), leaf, authority)).toMatchObject({
      status: 'good',
      isDelegated: false,
    });
    expect(readOcspResponse(answer('R'), leaf, authority)).toMatchObject({ status: 'revoked' });
    expect(readOcspResponse(answer('none'), leaf, authority)).toMatchObject({ status: 'unknown' });
  });

  test('a response about another certificate gives no status; one by another authority is rejected', () => {
    const other = readCertificate(pki.sealHolder().certificate.raw);
    expect(readOcspResponse(answer('V'), other, authority)).toBeNull();
    expect(() => readOcspResponse(answer('V', pki.stampIssuer), leaf, authority)).toThrow(
      'not authorized by the issuer',
    );
    expect(() => readOcspResponse(answer('V', holder), leaf, authority)).toThrow(
      'not authorized by the issuer',
    );
  });

  test('a response with any signed bit changed is rejected', () => {
    const whole = answer('V');
    const good = readOcspResponse(whole, leaf, authority)!;
    fc.assert(
      fc.property(fc.nat(whole.length * 8 - 1), (bit) => {
        const changed = Buffer.from(whole);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        const read = statusOrNull(() => readOcspResponse(changed, leaf, authority));
        // Additional certificates that are not needed may differ; the status may not.
        if (read)
          expect(read).toMatchObject({
            status: 'good',
            thisUpdate: good.thisUpdate,
            nextUpdate: good.nextUpdate,
          });
      }),
      runs(300),
    );
  });
});

function statusOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(DerError);
    return null;
  }
}
