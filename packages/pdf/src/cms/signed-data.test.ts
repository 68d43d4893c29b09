import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { SealSigner } from '../ports/seal.ts';
import { sampleSigner } from '../testing/sample-seal.ts';
import { checkSignedData, contentOf } from './check-signed-data.ts';
import { withLowS } from './ecdsa-low-s.ts';
import { assembleSignedData, largestSignedData, signDigest } from './signed-data.ts';
import { x509 } from './x509.ts';

/** A signer that notes what it has signed and how. */
function noting({ certificates, sign }: SealSigner) {
  const noted: Array<{ signedAttributes: Uint8Array; value: Uint8Array }> = [];
  const signer: SealSigner = {
    certificates,
    async sign(signedAttributes) {
      const value = await sign(signedAttributes);
      noted.push({ signedAttributes: Buffer.from(signedAttributes), value });
      return value;
    },
  };
  return { signer, noted };
}

describe('a SignedData', () => {
  test.each(['rsa2048', 'p256'] as const)(
    'is the one encoding of its parts, with every one of many signatures: %s',
    async (kind) => {
      const { signer, noted } = noting(sampleSigner(kind));
      const [own] = signer.certificates;
      for (let n = 0; n < 20; n++) {
        const content = randomBytes(n);
        const bytes = await signDigest(createHash('sha256').update(content).digest(), signer, null);
        const { signedAttributes, value } = noted.at(-1)!;
        const parts = {
          type: '1.2.840.113549.1.7.1',
          inside: null,
          signer: own!,
          token: null,
          signedAttributes,
          value: withLowS(value, x509(own!).publicKey),
        };
        const certificates = [...signer.certificates].sort(Buffer.compare);
        expect(bytes.equals(assembleSignedData({ ...parts, certificates }))).toBe(true);
        expect(checkSignedData(bytes, contentOf([content])).problems).toEqual([]);
        expect(bytes.length).toBeLessThanOrEqual(largestSignedData(signer.certificates));
      }
    },
  );

  test('does not change when the next one is made', async () => {
    const signer = sampleSigner('rsa2048');
    const [first, second] = ['first', 'second'].map((text) => createHash('sha256').update(text).digest());
    const one = await signDigest(first!, signer, null);
    const before = Buffer.from(one);
    const two = await signDigest(second!, signer, null);
    expect(one.equals(before)).toBe(true);
    expect(two.equals(one)).toBe(false);
  });

  test('contains the certificates that the signer has now', async () => {
    const { sign, certificates } = sampleSigner('rsa2048');
    const own = certificates[0]!;
    const others = [sampleSigner('rsa2048'), sampleSigner('p256')].map((signer) => signer.certificates[0]!);
    const digest = createHash('sha256').digest();
    for (const chain of [[own], [own, others[0]!], [own, others[1]!], [own, ...others], [own]]) {
      const bytes = await signDigest(digest, { certificates: chain, sign }, null);
      const found = checkSignedData(bytes, contentOf([])).certificates.map(({ raw }) => raw.toString('hex'));
      expect(found.sort()).toEqual(chain.map((one) => Buffer.from(one).toString('hex')).sort());
    }
  });
});
