import { expect, test } from '@jest/globals';
import { hasPasskeys, relyingParty } from './relying-party.ts';

test.each([
  ['https://sign.example.test', 'sign.example.test'],
  ['https://sign.example.test:8443', 'sign.example.test'],
  ['https://localhost', 'localhost'],
  ['http://localhost:3000', 'localhost'],
])('at %s passkeys belong to the host %s', (publicUrl, id) => {
  expect(hasPasskeys({ publicUrl })).toBe(true);
  expect(relyingParty({ publicUrl })).toEqual({ id, name: 'Countersign', origin: publicUrl });
});

test.each([
  'http://sign.example.test',
  'https://192.0.2.1',
  'http://127.0.0.1:3000',
  'https://[2001:db8::1]',
])('at %s no browser offers passkeys', (publicUrl) => {
  expect(hasPasskeys({ publicUrl })).toBe(false);
  expect(() => relyingParty({ publicUrl })).toThrow(expect.objectContaining({ slug: 'not-found' }));
});
