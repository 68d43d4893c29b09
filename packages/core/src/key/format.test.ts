import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../../test/support/properties.ts';
import { displayOfKey, generateKey, hashKey, modeOfKey } from './format.ts';

const mode = fc.constantFrom('live' as const, 'test' as const);
const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');

describe('an API key', () => {
  test('has the documented form and contains its mode', () => {
    fc.assert(
      fc.property(mode, (wanted) => {
        const key = generateKey(wanted);
        expect(key).toMatch(new RegExp(`^cs_${wanted}_[0-9A-Za-z]{38}$`));
        expect(modeOfKey(key)).toBe(wanted);
      }),
      runs(100),
    );
  });

  test('with any single character changed is refused by its checksum', () => {
    fc.assert(
      fc.property(mode, fc.nat(37), character, (wanted, index, other) => {
        const key = generateKey(wanted);
        const at = 'cs_live_'.length + index;
        fc.pre(key[at] !== other);
        expect(modeOfKey(key.slice(0, at) + other + key.slice(at + 1))).toBeNull();
      }),
      runs(1000),
    );
  });

  test('with two adjacent characters swapped, shortened, lengthened or of the other mode is refused', () => {
    fc.assert(
      fc.property(mode, fc.nat(36), (wanted, index) => {
        const key = generateKey(wanted);
        const at = 'cs_live_'.length + index;
        fc.pre(key[at] !== key[at + 1]);
        expect(modeOfKey(key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2))).toBeNull();
        expect(modeOfKey(key.slice(0, -1))).toBeNull();
        expect(modeOfKey(`${key}0`)).toBeNull();
        expect(modeOfKey(key.replace(wanted, wanted === 'live' ? 'test' : 'live'))).toBeNull();
      }),
      runs(100),
    );
  });

  test('any other text is not a key', () => {
    fc.assert(
      fc.property(fc.string(), (text) => modeOfKey(text) === null),
      runs(100),
    );
  });

  test('is shown as its prefix and last four characters, and stored as a hash of 32 bytes', () => {
    const key = generateKey('live');
    expect(displayOfKey(key)).toBe(`cs_live_…${key.slice(-4)}`);
    expect(hashKey(key)).toHaveLength(32);
    expect(hashKey(key)).toEqual(hashKey(key));
  });
});
