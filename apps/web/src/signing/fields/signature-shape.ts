/** The shape of drawn signatures: paths, bounds and smoothing. Pure. */
import type { SignatureInput } from '@countersign/client/generated/api';
import { MAX_STROKE_POINTS } from '@countersign/contract/value-limits';

export type Drawing = Extract<SignatureInput, { mode: 'draw' }>;
export type Stroke = number[][];

/** The path data of a stroke: a curve through the middles between its points, or a dot (SVG 2, 9.3). */
export function strokePath(stroke: readonly (readonly number[])[]): string {
  const at = (index: number) => stroke[index] as readonly [number, number];
  const round = (value: number) => Math.round(value * 100) / 100;
  const [x0, y0] = at(0);
  let path = `M${round(x0)} ${round(y0)}`;
  if (stroke.length === 1) return `${path}l0.01 0`;
  for (let index = 1; index < stroke.length - 1; index++) {
    const [x, y] = at(index);
    const [nextX, nextY] = at(index + 1);
    path += `Q${round(x)} ${round(y)} ${round((x + nextX) / 2)} ${round((y + nextY) / 2)}`;
  }
  const [x, y] = at(stroke.length - 1);
  return `${path}L${round(x)} ${round(y)}`;
}

/** The number of widths in which pressure is drawn, as in the sealed file. */
const pressureLevels = 8;

export interface StrokePiece {
  /** Path data (SVG 2, 9.3). */
  path: string;
  /** The width as a factor of the width of the pen. */
  width: number;
}

/** A stroke in pieces of constant width. Without pressure it is one piece; with pressure a new piece begins where the width changes. */
export function strokePieces(stroke: Stroke): StrokePiece[] {
  if (stroke.every((point) => point[2] === undefined)) return [{ path: strokePath(stroke), width: 1 }];
  const widthOf = (point: readonly number[]) =>
    point[2] === undefined ? 1 : 0.5 + Math.round(point[2] * pressureLevels) / pressureLevels;
  const middle = (a: readonly number[], b: readonly number[]) => [(a[0]! + b[0]!) / 2, (a[1]! + b[1]!) / 2];
  const pieces: StrokePiece[] = [];
  let from = 0;
  for (let index = 1; index <= stroke.length; index++) {
    const ends = index === stroke.length;
    if (!ends && widthOf(stroke[index]!) === widthOf(stroke[from]!)) continue;
    const points = stroke.slice(from, index);
    // Pieces meet in the middle between their points, where the curve passes; round ends hide the joint.
    if (from > 0) points.unshift(middle(stroke[from - 1]!, stroke[from]!));
    if (!ends) points.push(middle(stroke[index - 1]!, stroke[index]!));
    pieces.push({ path: strokePath(points), width: widthOf(stroke[from]!) });
    from = index;
  }
  return pieces;
}

/** The box that the ink covers with a margin on each side, for showing a drawing without its empty surroundings. */
export function inkBox(drawing: Drawing, margin: number): { x: number; y: number; w: number; h: number } {
  const points = drawing.strokes.flat();
  const xs = points.map(([x = 0]) => x);
  const ys = points.map(([, y = 0]) => y);
  const left = Math.min(...xs) - margin;
  const top = Math.min(...ys) - margin;
  return { x: left, y: top, w: Math.max(...xs) + margin - left, h: Math.max(...ys) + margin - top };
}

/** Points closer than this to the last one of their stroke are dropped, because they change nothing visible. In units of the surface. */
const minStep = 1.2;

/** The strokes with a point added to the last one: kept on the surface, near-duplicates and points past the limit left out. */
export function withPoint(
  strokes: readonly Stroke[],
  point: readonly [number, number],
  surface: { width: number; height: number },
  /** 0 to 1, from a pen that measures it. */
  pressure: number | null = null,
): Stroke[] {
  const last = strokes.at(-1);
  const total = strokes.reduce((sum, stroke) => sum + stroke.length, 0);
  if (!last || total >= MAX_STROKE_POINTS) return [...strokes];
  const clamp = (value: number, limit: number) => Math.round(Math.min(Math.max(value, 0), limit) * 10) / 10;
  const x = clamp(point[0], surface.width);
  const y = clamp(point[1], surface.height);
  const before = last.at(-1);
  if (before && Math.hypot(x - before[0]!, y - before[1]!) < minStep) return [...strokes];
  const made = pressure === null ? [x, y] : [x, y, Math.round(Math.min(pressure, 1) * 100) / 100];
  return [...strokes.slice(0, -1), [...last, made]];
}

/** Passes of the filter that removes the jitter of pixels from a stroke. */
const smoothingPasses = 2;
/** How far, in units of the surface, a point that is left out may lie from the line between its neighbors. */
const flatness = 0.3;
/** Points are left out only if the remaining neighbors are at most this far apart, so that corners stay sharp. */
const longestGap = 9;
/** How much the pressure may change over points that are left out. */
const pressureTolerance = 1 / 16;

/** A finished stroke: smoothed, and without points that the curve passes through anyway. Its ends do not move. */
export function finishedStroke(stroke: Stroke): Stroke {
  let points = stroke;
  for (let pass = 0; pass < smoothingPasses; pass += 1) points = smoothed(points);
  return thinned(points).map(([x = 0, y = 0, ...pressure]) => [rounded(x, 10), rounded(y, 10), ...pressure]);
}

const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts;

/** Moves every point except the ends halfway to the middle of its neighbors. */
function smoothed(points: Stroke): Stroke {
  return points.map((point, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (!before || !after) return point;
    const middle = (axis: number) => (before[axis]! + 2 * point[axis]! + after[axis]!) / 4;
    return [middle(0), middle(1), ...point.slice(2)];
  });
}

/** Keeps the points where the stroke bends or the pressure changes. Points are left out over at most `longestGap`. */
function thinned(points: Stroke): Stroke {
  const kept = points.slice(0, 1);
  let last = 0;
  for (let index = 1; index < points.length; index += 1) {
    const isEnd = index === points.length - 1;
    if (isEnd || !canSkip(points, last, index + 1)) {
      kept.push(points[index]!);
      last = index;
    }
  }
  return kept;
}

/** True when all points between two others may be left out. */
function canSkip(points: Stroke, from: number, to: number): boolean {
  const [x0 = 0, y0 = 0, pressure0 = 0] = points[from]!;
  const [x1 = 0, y1 = 0] = points[to]!;
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length > longestGap) return false;
  for (let index = from + 1; index < to; index += 1) {
    const [x = 0, y = 0, pressure = 0] = points[index]!;
    const distance =
      length === 0
        ? Math.hypot(x - x0, y - y0)
        : Math.abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / length;
    if (distance > flatness || Math.abs(pressure - pressure0) > pressureTolerance) return false;
  }
  return true;
}

/** The first letters of a name's words, at most four: Ada King Lovelace gives AKL. */
export function initialsOf(name: string): string {
  const letters = name
    .trim()
    .split(/[\s-]+/)
    .map((word) => [...word].find((sign) => /\p{L}|\p{N}/u.test(sign)) ?? '')
    .filter((letter) => letter !== '');
  return letters.slice(0, 4).join('').toUpperCase();
}
