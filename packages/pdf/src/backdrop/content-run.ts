/** Runs a content stream over a few points and records how light each becomes (ISO 32000-2, 8 and 11.3). */

import { PdfDict, type PdfObject, PdfStream } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { boxOf, resourcesIn } from '../reader/pages.ts';
import { ContentInterpreter, type ContentPainter } from './content-interpreter.ts';
import { type Clip, type GraphicsState, IDENTITY, initialState, type Paint } from './graphics-state.ts';
import { type GreyImage, isJpeg, samplerOf } from './image-lightness.ts';
import { addRectangle, inverse, type Matrix, multiply, Path } from './path.ts';
import type { ReadBudget } from './read-budget.ts';
import { type PointPaint, shadingPaint } from './shading.ts';

/** Points on a page and what is visible there: lightness from 0 to 1, and how opaque the content is. */
export interface Points {
  x: Float64Array;
  y: Float64Array;
  lightness: Float32Array;
  alpha: Float32Array;
}

interface Options {
  budget: ReadBudget;
  /** Points; anything narrower than this does not impair what is drawn over it. */
  leastSide: number;
  /** If given, nothing is painted; instead, the outlines of everything that could be dark are added here. */
  dark?: Path[];
  /** Decoded JPEGs; missing ones are added with null. */
  jpegs?: Map<PdfStream, GreyImage | null>;
}

/** Maximum nesting of forms and patterns. */
const MAX_DEPTH = 8;
/** A single paint lighter than this cannot make a point dark, but two layers that multiply could. */
const SURELY_LIGHT = 0.75;
/** A coordinate outside every page, in points. */
const HUGE = 1_000_000;
/** The maximum number of dark outlines. */
const MAX_DARK_OUTLINES = 64;
const unitSquare = [0, 0, 1, 1] as const;

export class ContentRun implements ContentPainter {
  /** False if the content could not be read to its end, or not within the budget. */
  isComplete = true;
  readonly #file: PdfFile;
  readonly #points: Points;
  readonly #options: Options;
  #depth = 0;

  constructor(file: PdfFile, points: Points, options: Options) {
    this.#file = file;
    this.#points = points;
    this.#options = options;
  }

  /** Runs content in the coordinates of the points, or transformed by `matrix`. */
  run(
    content: Buffer,
    resources: PdfDict | null,
    matrix: Matrix = IDENTITY,
    clips: readonly Clip[] = [],
  ): void {
    this.#content(content, resources, { ...initialState, matrix, clips });
  }

  #content(content: Buffer, resources: PdfDict | null, start: GraphicsState): void {
    const interpreter = new ContentInterpreter(
      this.#file,
      content,
      resources,
      start,
      this,
      this.#options.budget,
    );
    if (!interpreter.run()) this.isComplete = false;
  }

  attempt<T>(read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      this.isComplete = false;
      return null;
    }
  }

  fill(path: Path, evenOdd: boolean, state: GraphicsState, resources: PdfDict | null): void {
    if (Math.min(path.width, path.height) < this.#options.leastSide) return;
    this.#paint(path, state, state.fill, state.fillAlpha, resources, (x, y) =>
      path.covers(x, y, evenOdd, this.#options.budget),
    );
  }

  stroke(path: Path, state: GraphicsState, resources: PdfDict | null): void {
    const [a, b, c, d] = state.matrix;
    const width = state.lineWidth * Math.sqrt(Math.abs(a * d - b * c));
    if (width < this.#options.leastSide || !(path.width >= 0)) return;
    this.#paint(
      path,
      state,
      state.stroke,
      state.strokeAlpha,
      resources,
      (x, y) => path.isNear(x, y, width, this.#options.budget),
      width,
    );
  }

  /** Paints the points inside with a color or a pattern. */
  #paint(
    path: Path,
    state: GraphicsState,
    paint: Paint,
    alpha: number,
    resources: PdfDict | null,
    isInside: (x: number, y: number) => boolean,
    reach = 0,
  ): void {
    if ('lightness' in paint) {
      const { lightness } = paint;
      if (lightness === null) return;
      if (this.#options.dark) {
        const isSmall = Math.min(path.width, path.height) + reach < this.#options.leastSide;
        if (!isSmall && lightness < SURELY_LIGHT) this.#recordDark(path, reach, state);
        return;
      }
      this.#blend(state, (x, y) => (isInside(x, y) ? { lightness, alpha } : null));
    } else if (this.#options.dark) this.#recordDark(path, reach, state);
    else this.attempt(() => this.#pattern(paint.pattern, state, alpha, resources, isInside));
  }

  /** Records the box of a path within the boxes of its clips, unless it is empty or already covered. */
  #recordDark(path: Path, reach: number, state: GraphicsState): void {
    const dark = this.#options.dark!;
    const box = new Path();
    const clips = state.clips.map((clip) => clip.path);
    const left = Math.max(path.left - reach / 2, ...clips.map((clip) => clip.left));
    const bottom = Math.max(path.bottom - reach / 2, ...clips.map((clip) => clip.bottom));
    const right = Math.min(path.right + reach / 2, ...clips.map((clip) => clip.right));
    const top = Math.min(path.top + reach / 2, ...clips.map((clip) => clip.top));
    if (!(right > left && top > bottom) || dark.length > MAX_DARK_OUTLINES) return;
    box.moveTo(left, bottom);
    box.lineTo(right, top);
    const isKnown = dark.some(
      (one) => one.left <= left && one.bottom <= bottom && one.right >= right && one.top >= top,
    );
    if (!isKnown) dark.push(box);
  }

  #blend(state: GraphicsState, paint: PointPaint): void {
    if (state.masked) return;
    const { x, y, lightness, alpha } = this.#points;
    const { budget } = this.#options;
    budget.steps -= x.length;
    for (let index = 0; index < x.length; index++) {
      if (budget.steps < 0) {
        this.isComplete = false;
        return;
      }
      const [px, py] = [x[index]!, y[index]!];
      const painted = paint(px, py);
      if (!painted || painted.lightness === null) continue;
      if (!state.clips.every((clip) => clip.path.covers(px, py, clip.evenOdd, budget))) continue;
      const below = lightness[index]!;
      const mixed = mix(below, painted.lightness, state.blend);
      lightness[index] = below + (mixed - below) * painted.alpha;
      alpha[index] = alpha[index]! + (1 - alpha[index]!) * painted.alpha;
    }
  }

  xObject(object: PdfObject, state: GraphicsState, resources: PdfDict | null): void {
    if (!(object instanceof PdfStream)) return;
    const subtype = this.#file.nameOf(object.dict.get('Subtype'));
    if (subtype === 'Image') this.image(object, state, resources);
    else if (subtype === 'Form') this.#form(object, state, resources);
  }

  #form(form: PdfStream, state: GraphicsState, outer: PdfDict | null): void {
    if (this.#depth >= MAX_DEPTH) {
      this.isComplete = false;
      return;
    }
    const matrix = multiply(matrixOf(this.#file, form.dict), state.matrix);
    const box = boxOf(this.#file, form.dict.get('BBox'));
    const clip = new Path();
    if (box) addRectangle(clip, matrix, [box.x, box.y, box.x + box.w, box.y + box.h]);
    const clips = box ? [...state.clips, { path: clip, evenOdd: false }] : state.clips;
    const content = this.#file.decode(form);
    this.#depth++;
    this.#content(content, resourcesIn(this.#file, form.dict.get('Resources')) ?? outer, {
      ...state,
      matrix,
      clips,
    });
    this.#depth--;
  }

  image(image: PdfStream, state: GraphicsState, resources: PdfDict | null): void {
    const square = new Path();
    addRectangle(square, state.matrix, unitSquare);
    if (Math.min(square.width, square.height) < this.#options.leastSide) return;
    const back = inverse(state.matrix);
    if (!back) return;
    const { x, y } = this.#points;
    const { jpegs, budget } = this.#options;
    if (this.#options.dark) {
      this.#recordDark(square, 0, state);
      return;
    }
    budget.steps -= x.length;
    if (!x.some((px, index) => square.covers(px, y[index]!, false, budget))) return;
    for (const stream of [image, this.#file.resolve(image.dict.get('SMask'))])
      if (jpegs && stream instanceof PdfStream && isJpeg(this.#file, stream.dict) && !jpegs.has(stream))
        jpegs.set(stream, null);
    const fill = 'lightness' in state.fill ? state.fill.lightness : null;
    const sample = samplerOf(this.#file, image, resources, jpegs ?? null, fill, budget);
    if (!sample) return;
    const [a, b, c, d, e, f] = back;
    this.#blend(state, (px, py) => {
      const [u, v] = [a * px + c * py + e, b * px + d * py + f];
      const pixel = u >= 0 && u <= 1 && v >= 0 && v <= 1 ? sample(u, v) : null;
      return pixel && { lightness: pixel.lightness, alpha: pixel.alpha * state.fillAlpha };
    });
  }

  shade(object: PdfObject, state: GraphicsState, resources: PdfDict | null): void {
    if (this.#options.dark) {
      const page = new Path();
      addRectangle(page, IDENTITY, [-HUGE, -HUGE, HUGE, HUGE]);
      this.#recordDark(page, 0, state);
      return;
    }
    const painter = shadingPaint(this.#file, object, state.matrix, resources, this.#options.budget);
    if (painter)
      this.#blend(state, (x, y) => {
        const painted = painter(x, y);
        return painted && { ...painted, alpha: state.fillAlpha };
      });
  }

  #pattern(
    object: PdfObject,
    state: GraphicsState,
    alpha: number,
    resources: PdfDict | null,
    isInside: (x: number, y: number) => boolean,
  ): void {
    const own = object instanceof PdfStream ? object.dict : object instanceof PdfDict ? object : null;
    if (!own) return;
    const matrix = matrixOf(this.#file, own);
    const painter =
      object instanceof PdfStream
        ? this.#tiles(object, matrix)
        : shadingPaint(
            this.#file,
            this.#file.resolve(own.get('Shading')),
            matrix,
            resources,
            this.#options.budget,
          );
    if (painter)
      this.#blend(state, (x, y) => {
        const painted = isInside(x, y) ? painter(x, y) : null;
        return painted && { lightness: painted.lightness, alpha: painted.alpha * alpha };
      });
  }

  /** The paint of a colored tiling pattern (8.7.3), evaluated at the points of this run. */
  #tiles(pattern: PdfStream, matrix: Matrix): PointPaint | null {
    const file = this.#file;
    const [stepX, stepY] = ['XStep', 'YStep'].map((key) => Math.abs(file.number(pattern.dict.get(key)) ?? 0));
    const box = boxOf(file, pattern.dict.get('BBox'));
    const back = inverse(matrix);
    if (!back || !box || !stepX || !stepY || this.#depth >= MAX_DEPTH) return null;
    if (file.number(pattern.dict.get('PaintType')) !== 1) return null;
    const [a, b, c, d, e, f] = back;
    const count = this.#points.x.length;
    const tile: Points = {
      x: this.#points.x.map((x, index) => within(a * x + c * this.#points.y[index]! + e, box.x, stepX)),
      y: this.#points.y.map((y, index) => within(b * this.#points.x[index]! + d * y + f, box.y, stepY)),
      lightness: new Float32Array(count).fill(1),
      alpha: new Float32Array(count),
    };
    const run = new ContentRun(file, tile, this.#options);
    run.#depth = this.#depth + 1;
    run.run(file.decode(pattern), resourcesIn(file, pattern.dict.get('Resources')));
    const places = new Map<string, number>();
    for (let index = 0; index < count; index++)
      places.set(`${this.#points.x[index]} ${this.#points.y[index]}`, index);
    return (x, y) => {
      const index = places.get(`${x} ${y}`);
      return index === undefined ? null : { lightness: tile.lightness[index]!, alpha: tile.alpha[index]! };
    };
  }
}

/** The result of a blend mode (11.3.5) for lightness. */
function mix(below: number, source: number, mode: GraphicsState['blend']): number {
  if (mode === 'multiply') return below * source;
  return mode === 'screen' ? 1 - (1 - below) * (1 - source) : source;
}

/** The value shifted by whole steps into [start, start + step). */
const within = (value: number, start: number, step: number): number =>
  start + ((((value - start) % step) + step) % step);

function matrixOf(file: PdfFile, own: PdfDict): Matrix {
  const values = file.array(own.get('Matrix'))?.map((one) => file.number(one) ?? 0);
  return values?.length === 6 ? (values as unknown as Matrix) : IDENTITY;
}
