import type { FieldOut } from '@countersign/client/generated/api';
import { expect, test } from '@jest/globals';
import { markersOf } from './marker-places.ts';

const field = (page: number, y: number) => ({ id: `${page}-${y}`, page, y }) as FieldOut;

test('every page with open fields has one marker, which leads to its first field', () => {
  const markers = markersOf([field(1, 0.5), field(4, 0.2), field(4, 0.8)], 5, 700);
  expect(markers.map(({ field, count }) => [field.id, count])).toEqual([
    ['1-0.5', 1],
    ['4-0.2', 2],
  ]);
  expect(markers.map(({ at }) => at)).toEqual([0.1, 0.64]);
});

test('a very long document has at most 24 markers, whose counts add up to all fields', () => {
  const waiting = Array.from({ length: 500 }, (_, index) => field(index + 1, 0.1));
  const markers = markersOf(waiting, 500, 700);
  expect(markers.length).toBeLessThanOrEqual(24);
  expect(markers.reduce((sum, { count }) => sum + count, 0)).toBe(500);
  expect(markers[1]!.page).toBe(22);
});

test.each([900, 700, 300])('markers on a rail of %d pixels do not overlap and stay on it', (height) => {
  // The end of one page and the beginning of the next, all through the document.
  const waiting = Array.from({ length: 60 }, (_, index) => field(index + 1, index % 2 ? 0.02 : 0.98));
  for (const fields of [waiting, waiting.slice(-6), waiting.slice(0, 6)]) {
    const places = markersOf(fields, 60, height).map(({ at }) => at * height);
    for (let index = 1; index < places.length; index += 1)
      expect(places[index]! - places[index - 1]!).toBeGreaterThan(25.9);
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...places)).toBeLessThanOrEqual(height);
  }
});
