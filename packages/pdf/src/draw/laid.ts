/** Drawings that are laid out first, so that it is known where their ink will be: a white plate covers nothing else. */
import type { FaceSession } from '../text/faces.ts';
import type { LaidLine } from '../text/layout.ts';
import type { Canvas } from './canvas.ts';

/** A rectangle in points; origin bottom-left. */
export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Laid {
  /** Rectangles that hold the ink; none if nothing visible is drawn. */
  ink(): Rect[];
  draw(canvas: Canvas): void;
}

/** A line with its left end at x and its baseline at y; `size` is in points. */
export interface PlacedLine {
  line: LaidLine;
  x: number;
  y: number;
  size: number;
}

/** Gaps within a line that belong to its ink, in em: up to two spaces between words. */
const WORD_GAP = 0.8;

/** Where glyphs are visible: spaces at the ends of a line, wide gaps and blank lines are left out. */
export function inkOfLines(session: FaceSession, lines: readonly PlacedLine[]): Rect[] {
  return lines.flatMap((line) => inkOfLine(session, line));
}

function inkOfLine(session: FaceSession, { line, x, y, size }: PlacedLine): Rect[] {
  const ink: Rect[] = [];
  let pen = x;
  for (const run of line.runs) {
    const face = session.face(run.file);
    const unit = run.scale * size;
    let at = pen;
    for (const { glyph, advance, dx, dy } of face ? run.glyphs : []) {
      const { xBearing, yBearing, width, height } = face!.extents(glyph);
      if (width !== 0 && height !== 0) {
        const [left, bottom] = [at + (dx + xBearing) * unit, y + (dy + yBearing + height) * unit];
        const box = { x: left, y: bottom, w: width * unit, h: -height * unit };
        const last = ink.at(-1);
        if (last && left - (last.x + last.w) <= WORD_GAP * size) ink[ink.length - 1] = around(last, box);
        else ink.push(box);
      }
      at += advance * unit;
    }
    pen += run.width * size;
  }
  return ink;
}

/** The smallest rectangle that holds both. */
function around(one: Rect, other: Rect): Rect {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.w, other.x + other.w);
  const top = Math.max(one.y + one.h, other.y + other.h);
  return { x, y, w: right - x, h: top - y };
}
