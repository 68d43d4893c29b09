import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../../../test/support/properties.ts';
import type { Box } from './draft.ts';
import { align, freePlace, type Handle, keepOnPage, naturalRect, resize, snap } from './geometry.ts';

const a4 = { width: 595, height: 842 };
const share = fc.double({ min: -2, max: 3, noNaN: true });
const rects = fc.record({
  x: fc.double({ min: 0, max: 0.5, noNaN: true }),
  y: fc.double({ min: 0, max: 0.5, noNaN: true }),
  w: fc.double({ min: 0.05, max: 0.5, noNaN: true }),
  h: fc.double({ min: 0.05, max: 0.5, noNaN: true }),
});
const handles: Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];
const isOnPage = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }) =>
  x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= 1 + 1e-9 && y + h <= 1 + 1e-9;

describe('a field', () => {
  test('never leaves its page and never vanishes, however it is moved or resized', () => {
    fc.assert(
      fc.property(rects, share, share, fc.constantFrom(...handles), (rect, dx, dy, handle) => {
        expect(isOnPage(keepOnPage({ ...rect, x: rect.x + dx, y: rect.y + dy }))).toBe(true);
        expect(isOnPage(resize(rect, handle, dx, dy, a4))).toBe(true);
      }),
      runs(100),
    );
  });

  test('keeps the edges that are not dragged', () => {
    const rect = { x: 0.2, y: 0.2, w: 0.2, h: 0.1 };
    const pulled = resize(rect, 'nw', -0.1, 0.02, a4);
    expect([pulled.x, pulled.y].map((value) => value.toFixed(3))).toEqual(['0.100', '0.220']);
    expect(pulled.x + pulled.w).toBeCloseTo(0.4);
    expect(pulled.y + pulled.h).toBeCloseTo(0.3);
    expect(resize(rect, 'e', 0.1, 0.5, a4)).toMatchObject({ y: 0.2, h: expect.closeTo(0.1) });
  });

  test('has the same size in points on every page', () => {
    for (const sheet of [a4, { width: 1190, height: 842 }]) {
      const { w, h } = naturalRect('signature', sheet);
      expect([Math.round(w * sheet.width), Math.round(h * sheet.height)]).toEqual([170, 44]);
    }
  });

  test('snaps to the nearest edge within reach only', () => {
    const neighbour = { x: 0.3, y: 0.3, w: 0.2, h: 0.05 };
    const reach = { x: 0.01, y: 0.01 };
    const near = snap({ x: 0.304, y: 0.6, w: 0.1, h: 0.05 }, [neighbour], reach);
    expect(near.dx).toBeCloseTo(-0.004);
    expect(near.guides).toEqual([{ axis: 'x', at: 0.3 }]);
    expect(snap({ x: 0.32, y: 0.6, w: 0.1, h: 0.05 }, [neighbour], reach)).toEqual({
      dx: 0,
      dy: 0,
      guides: [],
    });
  });

  test('is placed where no other field is, as long as there is room', () => {
    const wanted = { x: 0.3, y: 0.3, w: 0.2, h: 0.05 };
    const place = freePlace(wanted, [wanted]);
    expect(place.y).toBeGreaterThanOrEqual(0.35);
    expect(freePlace(wanted, [{ x: 0, y: 0, w: 1, h: 1 }])).toEqual(wanted);
  });
});

test('fields are aligned page by page', () => {
  const box = (key: string, page: number, x: number, w: number): Box => ({
    ...{ key, page, x, w, y: 0.1, h: 0.05, type: 'text', person: 'p', name: '' },
    ...{ required: true, read_only: false, prefill_value: '', settings: {} },
    ...{ visible_if: null, required_if: null },
  });
  const boxes = [box('a', 1, 0.2, 0.1), box('b', 1, 0.4, 0.2), box('c', 2, 0.5, 0.1)];
  expect(align(boxes, 'left').map(({ x }) => x)).toEqual([0.2, 0.2, 0.5]);
  expect(align(boxes, 'right').map(({ x, w }) => (x + w).toFixed(2))).toEqual(['0.60', '0.60', '0.60']);
  expect(align(boxes, 'same-size').map(({ w }) => w)).toEqual([0.1, 0.1, 0.1]);
});
