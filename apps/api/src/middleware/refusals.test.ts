import { expect, test } from '@jest/globals';
import { createRefusals } from './refusals.ts';

const empty = { allowed: false, tokens: 0.5 };

test('a refusal is remembered until the next token, and only for its workspace', () => {
  let now = 1000;
  const refusals = createRefusals(100, () => now);
  refusals.remember('w', empty, 10);
  expect([refusals.find('w'), refusals.find('other')]).toEqual([empty, null]);
  now += 49;
  expect(refusals.find('w')).toEqual(empty);
  now += 1;
  expect(refusals.find('w')).toBeNull();
});

test('a refusal is remembered for the longest time at most, and an allowed request is not', () => {
  let now = 0;
  const refusals = createRefusals(100, () => now);
  refusals.remember('w', empty, 0.001);
  refusals.remember('v', { allowed: true, tokens: 0 }, 10);
  expect(refusals.find('v')).toBeNull();
  now = 99;
  expect(refusals.find('w')).toEqual(empty);
  now = 100;
  expect(refusals.find('w')).toBeNull();
});
