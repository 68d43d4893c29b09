import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../../test/support/properties.ts';
import { displayedSize, type PageGeometry, placementMatrix } from './geometry.ts';

/** Converts user space to fractions of the displayed page, origin top-left, as a viewer does (8.3.2.3). */
function displayed({ box, rotate }: PageGeometry, x: number, y: number): [number, number] {
  const [fx, fy] = [(x - box.x) / box.w, (y - box.y) / box.h];
  switch (rotate) {
    case 90:
      return [fy, fx];
    case 180:
      return [1 - fx, fy];
    case 270:
      return [1 - fy, 1 - fx];
    default:
      return [fx, 1 - fy];
  }
}

const geometry = fc.record({
  box: fc.record({
    x: fc.double({ min: -500, max: 500, noNaN: true }),
    y: fc.double({ min: -500, max: 500, noNaN: true }),
    w: fc.double({ min: 10, max: 2000, noNaN: true }),
    h: fc.double({ min: 10, max: 2000, noNaN: true }),
  }),
  rotate: fc.constantFrom(0, 90, 180, 270) as fc.Arbitrary<PageGeometry['rotate']>,
});
const fraction = fc.double({ min: 0, max: 1, noNaN: true });

describe('placement', () => {
  test('every corner of the drawing is at the matching corner of the rectangle, upright as displayed', () => {
    fc.assert(
      fc.property(geometry, fraction, fraction, fraction, fraction, (page, x, y, w, h) => {
        const { matrix, width, height } = placementMatrix(page, { x, y, w, h });
        const [a, b, c, d, e, f] = matrix;
        for (const [cornerX, cornerY] of [
          [0, 0],
          [1, 0],
          [0, 1],
          [1, 1],
        ] as const) {
          const [px, py] = [cornerX * width, cornerY * height];
          const [shownX, shownY] = displayed(page, a * px + c * py + e, b * px + d * py + f);
          expect(shownX).toBeCloseTo(x + cornerX * w, 6);
          expect(shownY).toBeCloseTo(y + (1 - cornerY) * h, 6);
        }
      }),
      runs(100),
    );
  });

  test('drawing keeps its size and is not mirrored', () => {
    fc.assert(
      fc.property(geometry, (page) => {
        const [a, b, c, d] = placementMatrix(page, { x: 0.1, y: 0.1, w: 0.5, h: 0.5 }).matrix;
        expect(a * d - b * c).toBe(1);
      }),
      runs(100),
    );
  });

  test('a page rotated by 90 degrees swaps width and height', () => {
    const box = { x: 0, y: 0, w: 300, h: 200 };
    expect(displayedSize({ box, rotate: 90 })).toEqual({ width: 200, height: 300, rotate: 90 });
    expect(displayedSize({ box, rotate: 180 })).toEqual({ width: 300, height: 200, rotate: 180 });
  });
});
