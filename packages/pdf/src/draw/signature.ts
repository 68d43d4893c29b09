/** Signatures: typed ones in a script font, drawn ones as vector paths, uploaded ones as images; kept in proportion. */
import { cleanLine } from '../text/clean.ts';
import { scriptFonts } from '../text/families.ts';
import { layText } from '../text/layout.ts';
import type { TextStyle } from '../text/segment.ts';
import { num } from '../text/show.ts';
import type { SignatureValue } from '../types.ts';
import type { Canvas, Colour, Point } from './canvas.ts';
import { fitText } from './fit-text.ts';

/** A blue so dark that it prints black. */
const ink: Colour = [0.05, 0.08, 0.28];
const LARGEST_TYPED = 40;
const SMALLEST_ONE_LINE = 8;
/** A drawing that fills little of its surface is enlarged at most this much beyond the surface's own scale. */
const MOST_ENLARGEMENT = 2.5;
const PRESSURE_LEVELS = 8;

type Typed = Extract<SignatureValue, { mode: 'type' }>;

interface StrokePoint extends Point {
  pressure: number | null;
}

/** Draws a signature into [0,width] x [0,height] points, centred. */
export function drawSignature(canvas: Canvas, value: SignatureValue, width: number, height: number): void {
  switch (value.mode) {
    case 'type':
      drawTyped(canvas, value, width, height);
      break;
    case 'draw':
      drawStrokes(canvas, value, width, height);
      break;
    case 'upload':
      drawUploaded(canvas, value.prepared, width, height);
      break;
  }
}

/** Wholly in the wanted handwriting, or the first that has every letter, or plain print; on one line where possible. */
function drawTyped(canvas: Canvas, { text, font }: Typed, width: number, height: number): void {
  const { session } = canvas.drawing;
  const written = cleanLine(text).replace(/\s+/g, ' ').trim();
  const wanted = font ?? scriptFonts[0];
  const family = [wanted, ...scriptFonts.filter((one) => one !== wanted)].find((one) =>
    layText(session, written, { family: one, weight: 400 }).every((line) =>
      line.runs.every((run) => run.file.kind === 'script'),
    ),
  );
  const style: TextStyle = { family: family ?? 'sans', weight: 400 };
  const inset = Math.min(4, width * 0.03);
  const fitted = fitText(session, written, style, width - 2 * inset, height, {
    largest: LARGEST_TYPED,
    oneLineDownTo: SMALLEST_ONE_LINE,
  });
  canvas.fillColour(ink);
  fitted.lines.forEach((line, index) => {
    const x = (width - line.width * fitted.size) / 2;
    canvas.text(line, x, fitted.baselines[index]!, fitted.size);
  });
}

function drawUploaded(canvas: Canvas, prepared: Uint8Array, width: number, height: number): void {
  const { image } = canvas.drawing.image(prepared);
  const scale = Math.min(width / image.width, height / image.height);
  const drawnWidth = image.width * scale;
  const drawnHeight = image.height * scale;
  canvas.image(prepared, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight);
}

const positive = (size: number): number => (Number.isFinite(size) && size > 0 ? size : 1);

function readStrokes(
  given: Extract<SignatureValue, { mode: 'draw' }>['strokes'],
  surface: { width: number; height: number },
): StrokePoint[][] {
  const inside = (number: number, limit: number): number => Math.min(Math.max(number, 0), limit);
  return given
    .map((stroke) =>
      stroke
        .filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y))
        .map(([x = 0, y = 0, pressure]) => ({
          x: inside(x, surface.width),
          y: surface.height - inside(y, surface.height),
          pressure: pressure !== undefined && Number.isFinite(pressure) ? inside(pressure, 1) : null,
        })),
    )
    .filter((stroke) => stroke.length > 0);
}

function drawStrokes(
  canvas: Canvas,
  value: Extract<SignatureValue, { mode: 'draw' }>,
  width: number,
  height: number,
): void {
  const surface = { width: positive(value.width), height: positive(value.height) };
  const strokes = readStrokes(value.strokes, surface);
  const points = strokes.flat();
  if (points.length === 0) return;
  const [left, right] = extremes(points.map((point) => point.x));
  const [bottom, top] = extremes(points.map((point) => point.y));
  const pen = Math.min(Math.max(Math.min(height, width / 3) * 0.035, 0.5), 1.8);
  const room = { width: Math.max(width - 2 * pen, 0.1), height: Math.max(height - 2 * pen, 0.1) };
  const whole = Math.min(width / surface.width, height / surface.height) * MOST_ENLARGEMENT;
  const scale = Math.min(
    room.width / Math.max(right - left, 1e-6),
    room.height / Math.max(top - bottom, 1e-6),
    whole,
  );
  const toBox = (point: StrokePoint): StrokePoint => ({
    x: width / 2 + (point.x - (left + right) / 2) * scale,
    y: height / 2 + (point.y - (bottom + top) / 2) * scale,
    pressure: point.pressure,
  });
  canvas.strokeColour(ink).raw('1 J 1 j');
  for (const stroke of strokes) canvas.raw(strokePath(stroke.map(toBox), pen));
}

/** Smallest and largest of a list that may be long. */
function extremes(values: readonly number[]): [number, number] {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

/** Hundredths of a point are finer than any printer; a third decimal would only make the file longer. */
const fine = (value: number): string => num(Math.round(value * 100) / 100);
const at = (point: Point): string => `${fine(point.x)} ${fine(point.y)}`;

/**
 * A stroke as curves through the middles of its points (each point the control of a quadratic curve, written as a
 * cubic one). With pressure the line width follows it in steps; the round caps hide the joints.
 */
function strokePath(points: readonly StrokePoint[], pen: number): string {
  const first = points[0]!;
  const widthAt = (point: StrokePoint): string => {
    if (point.pressure === null) return num(pen);
    const level = Math.round(point.pressure * PRESSURE_LEVELS) / PRESSURE_LEVELS;
    return num(pen * (0.5 + level));
  };
  let lineWidth = widthAt(first);
  const operators = [`${lineWidth} w ${at(first)} m`];
  if (points.length < 3) {
    operators.push(`${at(points.at(-1)!)} l S`);
    return operators.join('\n');
  }
  let { x, y } = first;
  for (let index = 1; index < points.length - 1; index++) {
    const control = points[index]!;
    const next = points[index + 1]!;
    const last = index === points.length - 2;
    const endX = last ? next.x : (control.x + next.x) / 2;
    const endY = last ? next.y : (control.y + next.y) / 2;
    const wanted = widthAt(control);
    if (wanted !== lineWidth) {
      operators.push(`S ${wanted} w ${fine(x)} ${fine(y)} m`);
      lineWidth = wanted;
    }
    // A quadratic curve's control point lies two thirds of the way to it from either end.
    const cx = control.x * 2;
    const cy = control.y * 2;
    operators.push(
      `${fine((x + cx) / 3)} ${fine((y + cy) / 3)} ${fine((endX + cx) / 3)} ${fine((endY + cy) / 3)} ${fine(endX)} ${fine(endY)} c`,
    );
    x = endX;
    y = endY;
  }
  operators.push('S');
  return operators.join('\n');
}
