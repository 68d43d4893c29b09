import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../../test/support/properties.ts';
import type { SealSigner } from '../ports/seal.ts';
import { sampleSigner } from '../testing/sample-seal.ts';
import { isValidByPattern, keepPattern } from './check-pattern.ts';
import { checkSignedData, contentOf } from './check-signed-data.ts';
import { signDigest } from './signed-data.ts';

const contentNamed = (text: string) => contentOf([Buffer.from(text)]);
const writtenAs = (value: Buffer): Buffer => Buffer.from(`<${value.toString('hex')}00>`, 'latin1');

async function signed(text: string, signer: SealSigner): Promise<Buffer> {
  return writtenAs(await signDigest(createHash('sha256').update(text).digest(), signer, null));
}

/** The full check, as `self-check` makes it; what passes is kept. */
function checkInFull(written: Buffer, text: string): boolean {
  const value = Buffer.from(written.toString('latin1', 1, written.length - 1), 'hex');
  const checked = checkSignedData(value, contentNamed(text));
  keepPattern(written, value, checked);
  return checked.valid;
}

const rsa = sampleSigner('rsa2048');
let first: Buffer;
let second: Buffer;
beforeAll(async () => {
  [first, second] = [await signed('first', rsa), await signed('second', rsa)];
});
// The newest few are kept.
beforeEach(() => expect(checkInFull(first, 'first')).toBe(true));

describe('a signature value of the same form as an earlier one', () => {
  test('is valid for its content only', () => {
    expect(isValidByPattern(first, contentNamed('first'))).toBe(true);
    expect(isValidByPattern(second, contentNamed('second'))).toBe(true);
    expect(isValidByPattern(second, contentNamed('first'))).toBe(false);
  });

  test('is not valid with any octet changed or encoded differently', () => {
    fc.assert(
      fc.property(fc.nat(second.length - 1), fc.nat(255), (at, code) => {
        fc.pre(second[at] !== code);
        const changed = Buffer.from(second);
        changed[at] = code;
        expect(isValidByPattern(changed, contentNamed('second'))).toBe(false);
      }),
      runs(2000),
    );
    const signature = second.toString('latin1', second.length - 3 - 2 * 256, second.length - 3);
    const upper = Buffer.from(second);
    upper.write(signature.toUpperCase(), second.length - 3 - 2 * 256, 'latin1');
    expect(isValidByPattern(upper, contentNamed('second'))).toBe(false);
    expect(isValidByPattern(Buffer.from(second.subarray(0, -3)), contentNamed('second'))).toBe(false);
  });

  test('of another or an unchecked key goes to the full check', async () => {
    const stranger = sampleSigner('rsa2048');
    const theirs = await signed('theirs', stranger);
    expect(isValidByPattern(theirs, contentNamed('theirs'))).toBe(false);
    expect(checkInFull(theirs, 'ours')).toBe(false);
    expect(isValidByPattern(theirs, contentNamed('theirs'))).toBe(false);
  });

  test('may be of any of several keys in turn', async () => {
    const signers = [rsa, ...Array.from({ length: 3 }, () => sampleSigner('rsa2048'))];
    for (const signer of signers) expect(checkInFull(await signed('a', signer), 'a')).toBe(true);
    for (const signer of signers) {
      const next = await signed('b', signer);
      expect(isValidByPattern(next, contentNamed('b'))).toBe(true);
      expect(isValidByPattern(next, contentNamed('a'))).toBe(false);
    }
  });

  test('may be made on a curve, if its length equals that of an earlier one', async () => {
    const curve = sampleSigner('p256');
    const lengths = new Set<number>();
    for (let n = 0; n < 40; n++) {
      const written = await signed(`${n}`, curve);
      expect(isValidByPattern(written, contentNamed(`${n}`))).toBe(lengths.has(written.length));
      if (!lengths.has(written.length)) expect(checkInFull(written, `${n}`)).toBe(true);
      lengths.add(written.length);
    }
  });

  test('is remembered only if it is valid, has no timestamp, is in lower case and has its octets in one piece', async () => {
    const signer = sampleSigner('rsa2048');
    const digest = createHash('sha256').update('c').digest();
    const value = await signDigest(digest, signer, null);
    const written = Buffer.from(`<${value.toString('hex')}>`, 'latin1');
    const isKept = (other = written) => isValidByPattern(other, contentNamed('c'));
    const checked = checkSignedData(value, contentNamed('c'));
    expect(checked.valid).toBe(true);

    const wrong = Buffer.from(value);
    wrong[wrong.length - 1]! ^= 1;
    expect(checkInFull(Buffer.from(`<${wrong.toString('hex')}>`, 'latin1'), 'c')).toBe(false);
    expect(isKept()).toBe(false);

    const upper = Buffer.from(written.toString('latin1').toUpperCase(), 'latin1');
    keepPattern(upper, value, checked);
    const mixed = Buffer.from(upper);
    mixed.write(digest.toString('hex'), written.indexOf(digest.toString('hex')), 'latin1');
    const { signatureValue } = checked;
    mixed.write(signatureValue.toString('hex'), mixed.length - 1 - 2 * signatureValue.length, 'latin1');
    expect([isKept(upper), isKept(mixed)]).toEqual([false, false]);

    const elsewhere = Buffer.from(
      new ArrayBuffer(signatureValue.buffer.byteLength),
      signatureValue.byteOffset,
      signatureValue.length,
    );
    elsewhere.set(signatureValue);
    keepPattern(written, value, { ...checked, signatureValue: elsewhere });
    expect(isKept()).toBe(false);
    keepPattern(written, value, { ...checked, timestampTokens: [Buffer.of(0x30, 0)] });
    expect(isKept()).toBe(false);
    keepPattern(written, value, checked);
    expect(isKept()).toBe(true);
  });
});
