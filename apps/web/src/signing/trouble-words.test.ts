import { apiErrorOf, UnreachableError } from '@countersign/client/errors';
import { expect, test } from '@jest/globals';
import { loadWords } from './languages.ts';
import { wordTrouble } from './trouble-words.ts';
import { english } from './words.ts';

/** What the service answers after too many requests. */
const limited = (seconds: number) =>
  apiErrorOf(
    new Response('{"type":"https://example.test/errors/rate-limited","status":429}', {
      status: 429,
      headers: { 'Content-Type': 'application/problem+json', 'Retry-After': String(seconds) },
    }),
  );

test.each([
  [1, 'in 1 second'],
  [90, 'in 90 seconds'],
  [91, 'in 2 minutes'],
  [5400, 'in 90 minutes'],
  [28_800, 'in 8 hours'],
])('after too many requests, waiting for %d s is %j', async (seconds, when) => {
  const text = wordTrouble(await limited(seconds), english);
  expect(text).toBe(`There were too many requests. Please try again ${when}.`);
});

test.each([
  ['de', 'in 8 Stunden'],
  ['pl', 'za 8 godzin'],
  ['ja', '8 時間後に'],
] as const)('in %s the wait is %j', async (tag, when) => {
  expect(wordTrouble(await limited(28_800), await loadWords(tag))).toContain(when);
});

test('no answer and a failure of the service differ', async () => {
  const failed = await apiErrorOf(new Response('', { status: 500 }));
  const { trouble } = english;
  expect(wordTrouble(new UnreachableError('no answer'), english)).toBe(trouble.unreachable);
  expect(wordTrouble(failed, english)).toBe(trouble.server);
});
