import { expect, test } from '@jest/globals';
import type { PlacedMark } from '../ports/marks.ts';
import { areaOf, byPage } from './places.ts';

const mark: PlacedMark = { page: 1, x: 0.1, y: 0.2, w: 0.3, h: 0.05, mark: { kind: 'check' } };

test.each([
  [0, { x: 90, y: 430, w: 120, h: 30 }],
  [90, { x: 130, y: 40, w: 20, h: 180 }],
  [180, { x: 290, y: 100, w: 120, h: 30 }],
  [270, { x: 350, y: 340, w: 20, h: 180 }],
] as const)('the area of a mark on a page that is rotated by %i degrees', (rotate, expected) => {
  const area = areaOf(mark, { box: { x: 50, y: -20, w: 400, h: 600 }, rotate });
  for (const side of ['x', 'y', 'w', 'h'] as const)
    expect([side, area[side]]).toEqual([side, expect.closeTo(expected[side])]);
});

test('the areas of each page are listed in the order of the marks', () => {
  const areas = [1, 2, 3, 4].map((x) => ({ x, y: 0, w: 1, h: 1 }));
  const marks = [2, 1, 2, 2].map((page) => ({ ...mark, page }));
  expect([...byPage(marks, areas)]).toEqual([
    [2, [areas[0], areas[2], areas[3]]],
    [1, [areas[1]]],
  ]);
});
