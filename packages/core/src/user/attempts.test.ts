/** Attempts to sign in that leave the service and come back. */
import { expect, test } from '@jest/globals';
import { testBase } from '../../../../test/support/base.ts';
import { newAttempt, storeAttempt, takeAttempt } from './attempts.ts';

test('an attempt can be taken once, with its secret, for its purpose, in its browser, within ten minutes', async () => {
  const base = await testBase();
  base.clock.stop();
  const ctx = { ...base, ip: null, userAgent: null, requestId: 'attempts' };
  const attempt = newAttempt(null);
  await storeAttempt(ctx, 'passkey_sign_in', attempt);
  const take = (changes: Partial<{ secret: string; browserToken: string | null }>) =>
    takeAttempt(ctx, 'passkey_sign_in', { ...attempt, ...changes });
  const other = newAttempt(null);
  for (const wrong of ['', 'x', other.secret]) expect(await take({ secret: wrong })).toBe(false);
  for (const wrong of [null, '', 'x', other.browserToken])
    expect(await take({ browserToken: wrong })).toBe(false);
  expect(await takeAttempt(ctx, 'single_sign_on', attempt)).toBe(false);
  base.clock.advance(600_000 - 1);
  expect((await Promise.all([take({}), take({})])).filter(Boolean)).toHaveLength(1);
  expect(await take({})).toBe(false);

  const late = newAttempt(attempt.browserToken);
  await storeAttempt(ctx, 'passkey_sign_in', late);
  base.clock.advance(600_000);
  expect(await takeAttempt(ctx, 'passkey_sign_in', late)).toBe(false);
});

test('a browser keeps its token during several attempts; a malformed one is replaced', () => {
  const { browserToken, secret } = newAttempt(null);
  const next = newAttempt(browserToken);
  expect([next.browserToken, next.secret === secret]).toEqual([browserToken, false]);
  for (const malformed of ['', 'x', `${browserToken}x`])
    expect(newAttempt(malformed).browserToken).toMatch(/^[\w-]{43}$/);
});
