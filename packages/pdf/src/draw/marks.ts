/** Draws the value of a field, upright in [0,width] x [0,height] points. */

import type { FieldMark } from '../ports/marks.ts';
import { num } from '../text/show.ts';
import { black, type Canvas, white } from './canvas.ts';
import { fitText } from './fit-text.ts';
import { drawSignature } from './signature.ts';

const PLATE_OPACITY = 0.85;
const plain = { family: 'sans', weight: 400 } as const;
/** Distance of the Bézier control points of a quarter circle, as a fraction of the radius. */
const QUARTER = 0.5523;

/** Draws one mark. Text is fitted and never cut; check and radio marks are squares in the center of the box. */
export function drawMark(canvas: Canvas, mark: FieldMark, width: number, height: number): void {
  switch (mark.kind) {
    case 'text':
      drawText(canvas, mark.text, width, height);
      break;
    case 'check':
      drawCheck(canvas, width, height);
      break;
    case 'radio':
      drawDot(canvas, width, height);
      break;
    case 'signature':
      drawSignature(canvas, mark.value, width, height);
      break;
  }
}

/**
 * Draws a white plate, so that ink is visible on a dark page. The plate is translucent, unless the file must be
 * opaque, because it must not hide what others have signed.
 */
export function drawPlate(canvas: Canvas, width: number, height: number): void {
  if (!canvas.drawing.isOpaque) canvas.opacity(PLATE_OPACITY);
  canvas.fillColor(white).fillRect(0, 0, width, height);
}

function drawText(canvas: Canvas, text: string, width: number, height: number): void {
  const inset = Math.min(2, width * 0.05);
  const fitted = fitText(canvas.drawing.session, text, plain, width - 2 * inset, height);
  canvas.fillColor(black);
  fitted.lines.forEach((line, index) => {
    const x = line.rightToLeft ? width - inset - line.width * fitted.size : inset;
    canvas.text(line, x, fitted.baselines[index]!, fitted.size);
  });
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
