import { expect, test } from '@jest/globals';
import { monthOf, resetsOn } from './month.ts';

test.each([
  ['2026-01-31T23:59:59.999Z', '2026-01-01', '2026-02-01'],
  ['2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01'],
  ['2027-01-01T00:00:00.000Z', '2027-01-01', '2027-02-01'],
  ['2026-07-01T01:00:00.000+02:00', '2026-06-01', '2026-07-01'],
])('%s counts in the month from %s and the allowance resets on %s', (moment, month, reset) => {
  expect(monthOf(new Date(moment)).toISOString().slice(0, 10)).toBe(month);
  expect(resetsOn(new Date(moment))).toBe(reset);
});
