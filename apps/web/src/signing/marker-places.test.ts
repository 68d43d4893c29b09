import type { FieldOut } from '@countersign/client/generated/api';
import { expect, test } from '@jest/globals';
import { markersOf } from './marker-places.ts';

const field = (page: number, y: number) => ({ id: `${page}-${y}`, page, y }) as FieldOut;

test('every page with open fields has one marker, which leads to its first field', () => {
  const markers = markersOf([field(1, 0.5), field(4, 0.2), field(4, 0.8)], 5);
  expect(markers.map(({ field, count }) => [field.id, count])).toEqual([
    ['1-0.5', 1],
    ['4-0.2', 2],
  ]);
  expect(markers.map(({ at }) => at)).toEqual([0.1, 0.64]);
});

test('a very long document has at most 24 markers, whose counts add up to all fields', () => {
  const waiting = Array.from({ length: 500 }, (_, index) => field(index + 1, 0.1));
  const markers = markersOf(waiting, 500);
  expect(markers.length).toBeLessThanOrEqual(24);
  expect(markers.reduce((sum, { count }) => sum + count, 0)).toBe(500);
  expect(markers[1]!.page).toBe(22);
});
