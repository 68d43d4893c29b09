/** Draws the value of a field, upright in [0,width] x [0,height] points. */

import type { FieldMark } from '../ports/marks.ts';
import { num } from '../text/show.ts';
import { black, type Canvas, type Drawing, white } from './canvas.ts';
import { fitText } from './fit-text.ts';
import { inkOfLines, type Laid, type Rect } from './laid.ts';
import { laySignature } from './signature.ts';

const PLATE_OPACITY = 0.85;
/** How far a plate reaches beyond the ink, in points. */
const PLATE_MARGIN = 2;
const plain = { family: 'sans', weight: 400 } as const;
/** Distance of the Bézier control points of a quarter circle, as a fraction of the radius. */
const QUARTER = 0.5523;

/** Lays out one mark. Text is fitted and never cut; check and radio marks are squares in the center of the box. */
export function layMark(drawing: Drawing, mark: FieldMark, width: number, height: number): Laid {
  switch (mark.kind) {
    case 'text':
      return layFieldText(drawing, mark.text, width, height);
    case 'check':
      return { ink: () => middleSquare(width, height), draw: (canvas) => drawCheck(canvas, width, height) };
    case 'radio':
      return { ink: () => middleSquare(width, height), draw: (canvas) => drawDot(canvas, width, height) };
    case 'signature':
      return laySignature(drawing, mark.value, width, height);
  }
}

function middleSquare(width: number, height: number): Rect[] {
  const side = Math.min(width, height);
  return [{ x: (width - side) / 2, y: (height - side) / 2, w: side, h: side }];
}

/**
 * Draws a white plate behind ink, within the box, so that the ink is visible on a dark page. It must not hide what others have
 * signed: it covers only what the ink covers, with a small margin, and is translucent unless the file must be opaque.
 */
export function drawPlate(canvas: Canvas, ink: readonly Rect[], width: number, height: number): void {
  if (!canvas.drawing.isOpaque) canvas.opacity(PLATE_OPACITY);
  const plates = ink.map(({ x, y, w, h }) => {
    const [left, bottom] = [Math.max(x - PLATE_MARGIN, 0), Math.max(y - PLATE_MARGIN, 0)];
    const right = Math.min(x + w + PLATE_MARGIN, width);
    const top = Math.min(y + h + PLATE_MARGIN, height);
    return { x: left, y: bottom, w: Math.max(right - left, 0), h: Math.max(top - bottom, 0) };
  });
  canvas.fillColor(white).fillRects(plates);
}

function layFieldText({ session }: Drawing, text: string, width: number, height: number): Laid {
  const inset = Math.min(2, width * 0.05);
  const { lines, size, baselines } = fitText(session, text, plain, width - 2 * inset, height);
  const placed = lines.map((line, index) => ({
    line,
    x: line.rightToLeft ? width - inset - line.width * size : inset,
    y: baselines[index]!,
    size,
  }));
  return {
    ink: () => inkOfLines(session, placed),
    draw(canvas) {
      canvas.fillColor(black);
      for (const { line, x, y } of placed) canvas.text(line, x, y, size);
    },
  };
}

function drawCheck(canvas: Canvas, width: number, height: number): void {
  const side = Math.min(width, height) * 0.8;
  const left = (width - side) / 2;
  const bottom = (height - side) / 2;
  const point = (x: number, y: number): string => `${num(left + x * side)} ${num(bottom + y * side)}`;
  canvas
    .strokeColor(black)
    .raw(`1 J 1 j ${num(Math.max(side * 0.13, 0.4))} w`)
    .raw(`${point(0.1, 0.48)} m ${point(0.38, 0.17)} l ${point(0.92, 0.84)} l S`);
}

function drawDot(canvas: Canvas, width: number, height: number): void {
  const radius = Math.min(width, height) * 0.3;
  const arm = radius * QUARTER;
  const point = (x: number, y: number): string => `${num(width / 2 + x)} ${num(height / 2 + y)}`;
  canvas
    .fillColor(black)
    .raw(
      [
        `${point(radius, 0)} m`,
        `${point(radius, arm)} ${point(arm, radius)} ${point(0, radius)} c`,
        `${point(-arm, radius)} ${point(-radius, arm)} ${point(-radius, 0)} c`,
        `${point(-radius, -arm)} ${point(-arm, -radius)} ${point(0, -radius)} c`,
        `${point(arm, -radius)} ${point(radius, -arm)} ${point(radius, 0)} c f`,
      ].join('\n'),
    );
}
