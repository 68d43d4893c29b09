/** Secrets during a rotation of SECRET_KEY: earlier values stay valid, and every encrypted value names its key. */
import { describe, expect, test } from '@jest/globals';
import { createSecrets, isAmong } from './secrets.ts';

const [oldKey, newKey, third] = ['o', 'n', 't'].map((letter) => letter.repeat(40)) as [
  string,
  string,
  string,
];
const plain = Buffer.from('whsec_something');

describe('encryption at rest', () => {
  test('a value decrypts only with its key, in its context, and unchanged', () => {
    for (const secrets of [createSecrets(oldKey), createSecrets(oldKey, [newKey])]) {
      const sealed = secrets.encrypt(plain, 'a');
      expect(secrets.decrypt(sealed, 'a')).toEqual(plain);
      expect(() => secrets.decrypt(sealed, 'b')).toThrow();
      for (const at of [0, 1, 6, 20, sealed.length - 1]) {
        const changed = sealed.slice();
        changed[at]! ^= 1;
        expect(() => secrets.decrypt(changed, 'a')).toThrow();
      }
      expect(() => secrets.decrypt(sealed.slice(0, 20), 'a')).toThrow('not an encrypted value');
    }
  });

  test('during a rotation every process reads what every other writes', () => {
    const steps = [
      createSecrets(oldKey),
      createSecrets(oldKey, [newKey]),
      createSecrets(newKey, [oldKey]),
    ] as const;
    // Consecutive stages of a rotation run at the same time while processes are replaced.
    for (const [before, after] of [
      [steps[0], steps[1]],
      [steps[1], steps[2]],
    ] as const) {
      expect(after.decrypt(before.encrypt(plain, 'a'), 'a')).toEqual(plain);
    }
    expect(steps[1].decrypt(steps[2].encrypt(plain, 'a'), 'a')).toEqual(plain);
    const last = createSecrets(newKey);
    expect(last.decrypt(steps[2].encrypt(plain, 'a'), 'a')).toEqual(plain);
    expect(() => last.decrypt(steps[1].encrypt(plain, 'a'), 'a')).toThrow('SECRET_KEY');
    expect(() => last.decrypt(steps[0].encrypt(plain, 'a'), 'a')).toThrow('SECRET_KEY');
  });

  test('a value starts with the name of its key', () => {
    const { encrypt, currentPrefix } = createSecrets(newKey, [oldKey]);
    expect(encrypt(plain, 'a').slice(0, 5)).toEqual(currentPrefix);
    expect(createSecrets(newKey).encrypt(plain, 'a').slice(0, 5)).toEqual(currentPrefix);
    expect(createSecrets(newKey).currentPrefix).toEqual(currentPrefix);
    expect(createSecrets(third).currentPrefix).not.toEqual(currentPrefix);
    // The same key given twice counts as one key.
    expect(createSecrets(newKey, [newKey]).rotates).toBe(false);
  });
});

describe('derived values', () => {
  test('are made with the current key, and valid with every accepted one', () => {
    const before = createSecrets(oldKey).mac('signing-link', 'text');
    const during = createSecrets(newKey, [oldKey]);
    expect(isAmong(during.macs('signing-link', 'text'), before)).toBe(true);
    expect(during.mac('signing-link', 'text')).toEqual(createSecrets(newKey).mac('signing-link', 'text'));
    expect(isAmong(during.macs('signing-link', 'other text'), before)).toBe(false);
    expect(isAmong(during.macs('one-time-code', 'text'), before)).toBe(false);
    expect(isAmong(createSecrets(newKey, [third]).macs('signing-link', 'text'), before)).toBe(false);
  });
});
