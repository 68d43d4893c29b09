/** Which validation data proves a chain of certificates to be good. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Holder, type Pki, revocationList, startPki } from '../../../../test/support/pki.ts';
import { type Certificate, readCertificate } from '../pki/certificate.ts';
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
