/**
 * Draws signatures: typed ones in a script font, drawn ones as vector paths, uploaded ones as images, always in
 * proportion.
 */

import { signatureFonts } from '@countersign/contract/signature-fonts';
import type { SignatureValue } from '../ports/marks.ts';
import { cleanLine } from '../text/clean.ts';
import { layText } from '../text/layout.ts';
import type { TextStyle } from '../text/segment.ts';
import type { Color, Drawing, FormBox } from './canvas.ts';
import { ContentWriter } from './content-writer.ts';
import { fitText } from './fit-text.ts';
import { inkOfLines, type Laid } from './laid.ts';

/** A very dark blue that prints black. */
const inkColor: Color = [0.05, 0.08, 0.28];
const LARGEST_TYPED = 40;
/** A drawing that fills little of its surface is enlarged at most this much beyond the scale of the surface. */
const MAX_ENLARGEMENT = 2.5;
const PRESSURE_LEVELS = 8;

type Typed = Extract<SignatureValue, { mode: 'type' }>;

/** A stroke as plain numbers: objects for its many points would burden the garbage collector. */
interface Stroke {
  /** x and y of each point, alternating. */
  places: Float64Array;
  /** From 0 to 1 for each point, NaN if unknown; null if unknown for all points. */
  pressures: Float64Array | null;
}

/** Lays out a signature in [0,width] x [0,height] points, centered. */
export function laySignature(drawing: Drawing, value: SignatureValue, width: number, height: number): Laid {
  switch (value.mode) {
    case 'type':
      return layTyped(drawing, value, width, height);
    case 'draw':
      return layStrokes(drawing, value, width, height);
    case 'upload':
      return layUploaded(drawing, value.prepared, width, height);
  }
}

/**
 * Sets the text in the chosen handwriting, else in the first that has every letter, else in plain print; on one
 * line, as small as necessary.
 */
function layTyped({ session }: Drawing, { text, font }: Typed, width: number, height: number): Laid {
  const written = cleanLine(text).replace(/\s+/g, ' ').trim();
  const wanted = font ?? signatureFonts[0];
  const family = [wanted, ...signatureFonts.filter((one) => one !== wanted)].find((one) =>
    layText(session, written, { family: one, weight: 400 }).every((line) =>
      line.runs.every((run) => run.file.kind === 'script'),
    ),
  );
  const style: TextStyle = { family: family ?? 'sans', weight: 400 };
  const inset = Math.min(4, width * 0.03);
  const { lines, size, baselines } = fitText(session, written, style, width - 2 * inset, height, {
    largest: LARGEST_TYPED,
    oneLine: true,
  });
  const placed = lines.map((line, index) => ({
    line,
    x: (width - line.width * size) / 2,
    y: baselines[index]!,
    size,
  }));
  return {
    ink: () => inkOfLines(session, placed),
    draw(canvas) {
      canvas.fillColor(inkColor);
      for (const { line, x, y } of placed) canvas.text(line, x, y, size);
    },
  };
}

function layUploaded(drawing: Drawing, prepared: Uint8Array, width: number, height: number): Laid {
  const { image } = drawing.image(prepared);
  const scale = Math.min(width / image.width, height / image.height);
  const [w, h] = [image.width * scale, image.height * scale];
  const [x, y] = [(width - w) / 2, (height - h) / 2];
  return { ink: () => [{ x, y, w, h }], draw: (canvas) => canvas.image(prepared, x, y, w, h) };
}

const positive = (size: number): number => (Number.isFinite(size) && size > 0 ? size : 1);

function readStrokes(
  given: Extract<SignatureValue, { mode: 'draw' }>['strokes'],
  surface: { width: number; height: number },
): Stroke[] {
  const strokes: Stroke[] = [];
  for (const stroke of given) {
    const places = new Float64Array(stroke.length * 2);
    let pressures: Float64Array | null = null;
    let count = 0;
    for (const point of stroke) {
      const x = point[0] ?? 0;
      const y = point[1] ?? 0;
      const pressure = point[2] ?? Number.NaN;
      if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
      places[count * 2] = within(x, surface.width);
      places[count * 2 + 1] = surface.height - within(y, surface.height);
      if (Number.isFinite(pressure)) {
        pressures ??= new Float64Array(stroke.length).fill(Number.NaN);
        pressures[count] = within(pressure, 1);
      }
      count++;
    }
    if (count > 0) strokes.push({ places: places.subarray(0, count * 2), pressures });
  }
  return strokes;
}

const within = (number: number, limit: number): number => Math.min(Math.max(number, 0), limit);

/**
 * The strokes are stored once per file as a form in its own units, however often they are drawn. Only the pen width
 * depends on the place; with pressure, the form depends on it too.
 */
function layStrokes(
  drawing: Drawing,
  value: Extract<SignatureValue, { mode: 'draw' }>,
  width: number,
  height: number,
): Laid {
  const ink = drawing.once(value, () => readInk(value));
  if (ink === null) return { ink: () => [], draw: () => undefined };
  const pen = Math.min(Math.max(Math.min(height, width / 3) * 0.035, 0.5), 1.8);
  const room = { width: Math.max(width - 2 * pen, 0.1), height: Math.max(height - 2 * pen, 0.1) };
  const whole = Math.min(width / ink.surface.width, height / ink.surface.height) * MAX_ENLARGEMENT;
  const scale = Math.min(room.width / ink.width, room.height / ink.height, whole / ink.unitsPerPoint);
  const penUnits = pen / scale;
  const [inkWidth, inkHeight] = [ink.width * scale, ink.height * scale];
  const left = (width - inkWidth) / 2;
  const bottom = (height - inkHeight) / 2;
  return {
    ink: () => [{ x: left - pen, y: bottom - pen, w: inkWidth + 2 * pen, h: inkHeight + 2 * pen }],
    draw(canvas) {
      canvas.strokeColor(inkColor).inMatrix([scale, 0, 0, scale, left, bottom], () => {
        canvas.raw('1 J 1 j').lineWidth(penUnits).form(ink.contentFor(penUnits), inkBox);
      });
    },
  };
}

/** A drawn signature in integer units: precise enough for any printer, and short to write. */
interface Ink {
  /** The size of the drawing in units; at least 1. */
  width: number;
  height: number;
  surface: { width: number; height: number };
  /** Units per point of the surface. */
  unitsPerPoint: number;
  /** The operators; `penUnits` matters only with pressure. */
  contentFor(penUnits: number): Buffer;
}

/** The longer side of a drawing in units. */
const INK_UNITS = 8000;
/** Smaller drawings count as this large, as a fraction of their surface. */
const LEAST_INK = 0.1;
/** Large enough for the widest pen in the smallest box. */
const inkBox: FormBox = [-INK_UNITS, -INK_UNITS, 2 * INK_UNITS, 2 * INK_UNITS];

function readInk(value: Extract<SignatureValue, { mode: 'draw' }>): Ink | null {
  const surface = { width: positive(value.width), height: positive(value.height) };
  const strokes = readStrokes(value.strokes, surface);
  if (strokes.length === 0) return null;
  let [left, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [right, top] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let pressed = false;
  for (const { places, pressures } of strokes) {
    pressed ||= pressures !== null;
    for (let at = 0; at < places.length; at += 2) {
      const x = places[at]!;
      const y = places[at + 1]!;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < bottom) bottom = y;
      if (y > top) top = y;
    }
  }
  const least = Math.max(surface.width, surface.height) * LEAST_INK;
  const unitsPerPoint = INK_UNITS / Math.max(right - left, top - bottom, least);
  for (const { places } of strokes)
    for (let at = 0; at < places.length; at += 2) {
      places[at] = (places[at]! - left) * unitsPerPoint;
      places[at + 1] = (places[at + 1]! - bottom) * unitsPerPoint;
    }
  const contents = new Map<number, Buffer>();
  return {
    width: Math.max(Math.round((right - left) * unitsPerPoint), 1),
    height: Math.max(Math.round((top - bottom) * unitsPerPoint), 1),
    surface,
    unitsPerPoint,
    contentFor(penUnits) {
      const pen = pressed ? penUnits : 0;
      let content = contents.get(pen);
      if (content === undefined) {
        const writer = new ContentWriter();
        for (const stroke of strokes) writeStroke(writer, stroke, pen);
        content = writer.finish();
        contents.set(pen, content);
      }
      return content;
    },
  };
}

/**
 * Writes a stroke as curves through the midpoints of its points (each point controls a quadratic curve, written as a
 * cubic one). With pressure, the line width changes in steps and round caps hide the joints. A pen of 0 does not set
 * the width.
 */
function writeStroke(writer: ContentWriter, { places, pressures }: Stroke, pen: number): void {
  const widthAt = (index: number): number => {
    const pressure = pressures === null ? Number.NaN : pressures[index]!;
    return Number.isNaN(pressure)
      ? pen
      : pen * (0.5 + Math.round(pressure * PRESSURE_LEVELS) / PRESSURE_LEVELS);
  };
  const move = (width: number, x: number, y: number): void => {
    if (width > 0) writer.number(width).text('w ');
    writer.whole(x).whole(y).text('m\n');
  };
  const end = places.length / 2 - 1;
  let x = places[0]!;
  let y = places[1]!;
  let lineWidth = widthAt(0);
  move(lineWidth, x, y);
  if (end < 2) {
    writer
      .whole(places[end * 2]!)
      .whole(places[end * 2 + 1]!)
      .text('l S\n');
    return;
  }
  for (let index = 1; index < end; index++) {
    const controlX = places[index * 2]!;
    const controlY = places[index * 2 + 1]!;
    const nextX = places[index * 2 + 2]!;
    const nextY = places[index * 2 + 3]!;
    const last = index === end - 1;
    const endX = last ? nextX : (controlX + nextX) / 2;
    const endY = last ? nextY : (controlY + nextY) / 2;
    const wanted = widthAt(index);
    if (wanted !== lineWidth) {
      writer.text('S ');
      move(wanted, x, y);
      lineWidth = wanted;
    }
    // The cubic control points are two thirds of the way from each end to the quadratic one.
    const cx = controlX * 2;
    const cy = controlY * 2;
    writer.curve((x + cx) / 3, (y + cy) / 3, (endX + cx) / 3, (endY + cy) / 3, endX, endY);
    x = endX;
    y = endY;
  }
  writer.text('S\n');
}
