import { expect, test } from '@jest/globals';
import { printExactMoment, printMoment } from './moments.ts';

test('only the exact time of an event has seconds', () => {
  expect(printExactMoment('2026-11-21T06:00:41.000Z')).toMatch(/^\d+ Nov 2026, \d\d:\d\d:41 \S+$/);
  expect(printMoment('2026-11-21T06:00:41.000Z')).toMatch(/^\d+ Nov 2026, \d\d:\d\d \S+$/);
  expect([printExactMoment(null), printMoment(null)]).toEqual(['–', '–']);
});
