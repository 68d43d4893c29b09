/** Geometry of fields on a page: sizes, snapping, alignment. Pure functions; lengths are fractions of the page. */
import type { FieldType } from '@countersign/contract/field';
import type { Sheet } from '../parts/use-pages.ts';
import type { Box } from './draft.ts';

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Size of a new field in points. */
const naturalSize: Record<FieldType, readonly [width: number, height: number]> = {
  signature: [170, 44],
  initials: [72, 36],
  name: [160, 22],
  email: [180, 22],
  date: [100, 22],
  text: [160, 22],
  number: [90, 22],
  checkbox: [18, 18],
  radio: [150, 44],
  dropdown: [150, 22],
};
/** Minimum width and height of a field in points. */
const minSize = 8;

/** The size of a new field on this page. */
export function naturalRect(type: FieldType, sheet: Sheet): { w: number; h: number } {
  const [width, height] = naturalSize[type];
  return { w: Math.min(0.9, width / sheet.width), h: Math.min(0.5, height / sheet.height) };
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Moves a rectangle back onto its page. */
export function keepOnPage<T extends Rect>(rect: T): T {
  const w = Math.min(rect.w, 1);
  const h = Math.min(rect.h, 1);
  return { ...rect, w, h, x: clamp(rect.x, 0, 1 - w), y: clamp(rect.y, 0, 1 - h) };
}

export type Handle = 'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w';

/** Resizes by dragging a handle. The opposite edge stays in place, and the result stays on the page. */
export function resize(rect: Rect, handle: Handle, dx: number, dy: number, sheet: Sheet): Rect {
  const least = { w: minSize / sheet.width, h: minSize / sheet.height };
  let { x, y } = rect;
  let right = rect.x + rect.w;
  let bottom = rect.y + rect.h;
  if (handle.includes('w')) x = clamp(x + dx, 0, right - least.w);
  if (handle.includes('e')) right = clamp(right + dx, x + least.w, 1);
  if (handle.includes('n')) y = clamp(y + dy, 0, bottom - least.h);
  if (handle.includes('s')) bottom = clamp(bottom + dy, y + least.h, 1);
  return { x, y, w: right - x, h: bottom - y };
}

export interface Guide {
  axis: 'x' | 'y';
  at: number;
}

/** The nearest line within reach to one of the given positions. */
function nearest(positions: readonly number[], lines: readonly number[], reach: number) {
  let best: { shift: number; line: number } | null = null;
  for (const position of positions) {
    for (const line of lines) {
      const shift = line - position;
      if (Math.abs(shift) <= reach && (!best || Math.abs(shift) < Math.abs(best.shift)))
        best = { shift, line };
    }
  }
  return best;
}

/** The shift that aligns a rectangle with edges or centers of its neighbors, or with the center of the page, within `reach`. */
export function snap(
  rect: Rect,
  neighbors: readonly Rect[],
  reach: { x: number; y: number },
): { dx: number; dy: number; guides: Guide[] } {
  const linesX = [0.5, ...neighbors.flatMap(({ x, w }) => [x, x + w / 2, x + w])];
  const linesY = [...neighbors.flatMap(({ y, h }) => [y, y + h / 2, y + h])];
  const byX = nearest([rect.x, rect.x + rect.w / 2, rect.x + rect.w], linesX, reach.x);
  const byY = nearest([rect.y, rect.y + rect.h / 2, rect.y + rect.h], linesY, reach.y);
  return {
    dx: byX?.shift ?? 0,
    dy: byY?.shift ?? 0,
    guides: [
      ...(byX ? [{ axis: 'x' as const, at: byX.line }] : []),
      ...(byY ? [{ axis: 'y' as const, at: byY.line }] : []),
    ],
  };
}

/** The smallest rectangle around all of them. */
export function around(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((one) => one.x));
  const y = Math.min(...rects.map((one) => one.y));
  const right = Math.max(...rects.map((one) => one.x + one.w));
  const bottom = Math.max(...rects.map((one) => one.y + one.h));
  return { x, y, w: right - x, h: bottom - y };
}

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'bottom' | 'same-size';

/** Aligns boxes with each other, page by page. `same-size` uses the size of the first box. */
export function align(boxes: readonly Box[], how: Alignment): Box[] {
  const first = boxes[0];
  if (!first) return [];
  return boxes.map((box) => {
    const whole = around(boxes.filter(({ page }) => page === box.page));
    return keepOnPage({ ...box, ...alignments[how](box, whole, first) });
  });
}

const alignments: Record<Alignment, (box: Rect, whole: Rect, first: Rect) => Partial<Rect>> = {
  left: (_box, whole) => ({ x: whole.x }),
  center: (box, whole) => ({ x: whole.x + (whole.w - box.w) / 2 }),
  right: (box, whole) => ({ x: whole.x + whole.w - box.w }),
  top: (_box, whole) => ({ y: whole.y }),
  bottom: (box, whole) => ({ y: whole.y + whole.h - box.h }),
  'same-size': (_box, _whole, first) => ({ w: first.w, h: first.h }),
};

/** True when the rectangles have points in common. */
export const overlap = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.w &&
  other.x < one.x + one.w &&
  one.y < other.y + other.h &&
  other.y < one.y + one.h;

/** A free place at or below the wanted one; the wanted place itself when there is no free one. */
export function freePlace(wanted: Rect, taken: readonly Rect[]): Rect {
  const start = keepOnPage(wanted);
  const step = wanted.h * 1.35;
  for (let y = start.y; y + wanted.h <= 1; y += step) {
    const place = { ...start, y };
    if (!taken.some((one) => overlap(one, place))) return place;
  }
  return start;
}

/** Distance of a copy from its original. */
const copyShift = 0.02;

/** The place of a copy, a little below and to the right of its original. */
export function offsetCopy<T extends Rect>(rect: T): T {
  return keepOnPage({ ...rect, x: rect.x + copyShift, y: rect.y + copyShift });
}
