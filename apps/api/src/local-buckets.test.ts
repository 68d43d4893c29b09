import { expect, test } from '@jest/globals';
import { createLocalBuckets } from './local-buckets.ts';

/** Buckets with a rate of two tokens a second and a burst of ten, on a clock that the test moves. */
function buckets(most = 100) {
  const clock = { at: 5000 };
  const { take, charge } = createLocalBuckets({ rate: 2, burst: 10, most, now: () => clock.at });
  return { clock, take, charge };
}

test('a bucket allows its burst, refuses without taking tokens, and refills at its rate up to the burst', () => {
  const { clock, take } = buckets();
  expect(Array.from({ length: 10 }, () => take('a').allowed)).toEqual(Array(10).fill(true));
  expect(take('a')).toEqual({ allowed: false, tokens: 0 });
  clock.at += 400;
  expect(take('a')).toMatchObject({ allowed: false });
  clock.at += 100;
  expect(take('a')).toEqual({ allowed: true, tokens: 0 });
  clock.at += 3_600_000;
  expect(take('a')).toEqual({ allowed: true, tokens: 9 });
});

test('a higher cost takes more tokens; a cost above the burst takes the whole bucket', () => {
  const { clock, take } = buckets();
  expect(take('a', 7)).toEqual({ allowed: true, tokens: 3 });
  expect(take('a', 4)).toEqual({ allowed: false, tokens: 3 });
  expect(take('a', 3)).toEqual({ allowed: true, tokens: 0 });
  clock.at += 5000;
  expect(take('a', 50)).toEqual({ allowed: true, tokens: 0 });
});

test('buckets are independent, and the least recently used one is evicted first', () => {
  const { take } = buckets(2);
  expect(take('a', 10).tokens).toBe(0);
  expect(take('b', 10).tokens).toBe(0);
  expect(take('a').allowed).toBe(false);
  expect(take('c')).toEqual({ allowed: true, tokens: 9 });
  expect(take('a').allowed).toBe(false);
  expect(take('b')).toEqual({ allowed: true, tokens: 9 });
});

test('a charge takes more than the bucket holds, at most its burst more', () => {
  const { clock, take, charge } = buckets();
  charge('a', 4);
  expect(take('a')).toEqual({ allowed: true, tokens: 5 });
  charge('a', 8);
  expect(take('a')).toEqual({ allowed: false, tokens: -3 });
  charge('a', 1000);
  clock.at += 5000;
  expect(take('a')).toEqual({ allowed: false, tokens: 0 });
  clock.at += 500;
  expect(take('a')).toEqual({ allowed: true, tokens: 0 });
});
