/** Runs a content stream over a few points and notes how light each becomes (ISO 32000-2, 8 and 11.3). */

import { PdfDict, PdfName, type PdfObject, PdfStream } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import { inlineImageEnd } from '../reader/content.ts';
import type { PdfFile } from '../reader/file.ts';
import { Keyword, Lexer } from '../reader/lexer.ts';
import { boxOf, resourcesIn } from '../reader/pages.ts';
import { type ColourSpace, colourSpaceOf, deviceSpaces, functionOf } from './colour-lightness.ts';
import { type GreyImage, isJpeg, samplerOf } from './image-lightness.ts';
import { inverse, type Matrix, multiply, Path } from './path.ts';

/** Places on a page and what is seen there: lightness from 0 to 1, and how much of what lies below is hidden. */
export interface Points {
  x: Float64Array;
  y: Float64Array;
  lightness: Float32Array;
  alpha: Float32Array;
}

/** How many operators and operands may still be read. */
export interface TokenBudget {
  tokens: number;
}

interface Options {
  budget: TokenBudget;
  /** Points; what is smaller in one direction does not matter to what is written over it. */
  leastSide: number;
  /** Nothing is painted; instead, the outline of everything that could be dark is added here. */
  dark?: Path[];
  /** JPEGs that were decoded; those that are met and missing are added with null. */
  jpegs?: Map<PdfStream, GreyImage | null>;
}

/** Forms and patterns inside each other. */
const MAX_DEPTH = 8;
/** States that are kept. */
const MOST_STATES = 512;
const MOST_CLIPS = 24;
/** Lighter paint cannot make a point dark by itself; two layers of it that multiply could. */
const SURELY_LIGHT = 0.75;
const UNIT: Matrix = [1, 0, 0, 1, 0, 0];
/** Points: beyond every page. */
const HUGE = 1_000_000;
/** Enough to know that there are too many. */
const MOST_NOTED = 64;
const unitSquare = [0, 0, 1, 1] as const;

type Paint = { lightness: number | null } | { pattern: PdfObject };

interface Clip {
  path: Path;
  evenOdd: boolean;
}

interface State {
  matrix: Matrix;
  clips: readonly Clip[];
  fillSpace: ColourSpace | null;
  strokeSpace: ColourSpace | null;
  fill: Paint;
  stroke: Paint;
  fillAlpha: number;
  strokeAlpha: number;
  lineWidth: number;
  blend: 'normal' | 'multiply' | 'screen';
  masked: boolean;
}

const initial: State = {
  matrix: UNIT,
  clips: [],
  fillSpace: deviceSpaces.grey,
  strokeSpace: deviceSpaces.grey,
  fill: { lightness: 0 },
  stroke: { lightness: 0 },
  fillAlpha: 1,
  strokeAlpha: 1,
  lineWidth: 1,
  blend: 'normal',
  masked: false,
};

const blendOf = (name: string | null): State['blend'] =>
  name === 'Multiply' || name === 'Darken' || name === 'ColorBurn'
    ? 'multiply'
    : name === 'Screen' || name === 'Lighten' || name === 'ColorDodge'
      ? 'screen'
      : 'normal';

/** The lightness of a point that is painted; null where nothing is. */
type Painter = (x: number, y: number) => { lightness: number | null; alpha: number } | null;

export class ContentRun {
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

  /** Runs content in the space of the points, or in that of `matrix` before them. */
  run(content: Buffer, resources: PdfDict | null, matrix: Matrix = UNIT, clips: readonly Clip[] = []): void {
    this.#content(content, resources, { ...initial, matrix, clips });
  }

  #content(content: Buffer, resources: PdfDict | null, start: State): void {
    const lexer = new Lexer(content);
    let state = start;
    const saved: State[] = [];
    let operands: PdfObject[] = [];
    let path = new Path();
    let pendingClip: 'W' | 'W*' | null = null;
    let current: [number, number] = [0, 0];
    const set = (changes: Partial<State>): void => {
      state = { ...state, ...changes };
    };
    const number = (index: number): number => {
      const value = operands[index];
      return typeof value === 'number' && Number.isFinite(value) ? value : 0;
    };
    const name = (index: number): string => {
      const value = operands[index];
      return value instanceof PdfName ? value.name : '';
    };
    const at = (index: number): [number, number] => {
      const [a, b, c, d, e, f] = state.matrix;
      const [x, y] = [number(index), number(index + 1)];
      return [a * x + c * y + e, b * x + d * y + f];
    };
    const endPath = (): void => {
      if (pendingClip && state.clips.length < MOST_CLIPS)
        set({ clips: [...state.clips, { path, evenOdd: pendingClip === 'W*' }] });
      pendingClip = null;
      path = new Path();
    };
    const resource = (category: string, key: string): PdfObject =>
      this.#file.resolve(this.#file.dict(resources?.get(category))?.get(key));
    const colour = (space: ColourSpace | null): Paint => {
      if (operands.at(-1) instanceof PdfName)
        return { pattern: resource('Pattern', name(operands.length - 1)) };
      return { lightness: space?.lightness(operands.map((_, index) => number(index))) ?? null };
    };
    const paint = (operator: string): void => {
      if ('fFbB'.includes(operator[0]!)) this.#fill(path, operator.endsWith('*'), state, resources);
      if ('sSbB'.includes(operator[0]!)) this.#stroke(path, state, resources);
      endPath();
    };

    for (;;) {
      if (--this.#options.budget.tokens < 0) {
        this.isComplete = false;
        return;
      }
      lexer.skipSpace();
      if (lexer.pos >= lexer.end) return;
      let token: PdfObject | Keyword;
      try {
        token = lexer.readToken();
      } catch (error) {
        if (!(error instanceof PdfError)) throw error;
        this.isComplete = false;
        return;
      }
      if (!(token instanceof Keyword)) {
        if (operands.length < 40) operands.push(token);
        continue;
      }
      const operator = token.word;
      switch (operator) {
        case 'q':
          if (saved.length < MOST_STATES) saved.push(state);
          break;
        case 'Q':
          state = saved.pop() ?? state;
          break;
        case 'cm':
          set({
            matrix: multiply(
              [number(0), number(1), number(2), number(3), number(4), number(5)],
              state.matrix,
            ),
          });
          break;
        case 'w':
          set({ lineWidth: number(0) });
          break;
        case 'gs':
          set(this.#graphicsState(resource('ExtGState', name(0)), state));
          break;
        case 'm':
          current = at(0);
          path.moveTo(...current);
          break;
        case 'l':
          current = at(0);
          path.lineTo(...current);
          break;
        case 'c':
          path.curveTo(...at(0), ...at(2), ...at(4));
          current = at(4);
          break;
        case 'v':
          path.curveTo(...current, ...at(0), ...at(2));
          current = at(2);
          break;
        case 'y':
          path.curveTo(...at(0), ...at(2), ...at(2));
          current = at(2);
          break;
        case 'h':
          path.close();
          break;
        case 're': {
          const [x, y, w, h] = [number(0), number(1), number(2), number(3)];
          addRectangle(path, state.matrix, [x, y, x + w, y + h]);
          break;
        }
        case 'W':
        case 'W*':
          pendingClip = operator;
          break;
        case 'n':
          endPath();
          break;
        case 'f':
        case 'F':
        case 'f*':
        case 'B':
        case 'B*':
        case 'b':
        case 'b*':
        case 'S':
        case 's':
          if (operator[0] === 'b' || operator === 's') path.close();
          paint(operator);
          break;
        case 'g':
          set({ fillSpace: deviceSpaces.grey, fill: colour(deviceSpaces.grey) });
          break;
        case 'G':
          set({ strokeSpace: deviceSpaces.grey, stroke: colour(deviceSpaces.grey) });
          break;
        case 'rg':
          set({ fillSpace: deviceSpaces.rgb, fill: colour(deviceSpaces.rgb) });
          break;
        case 'RG':
          set({ strokeSpace: deviceSpaces.rgb, stroke: colour(deviceSpaces.rgb) });
          break;
        case 'k':
          set({ fillSpace: deviceSpaces.cmyk, fill: colour(deviceSpaces.cmyk) });
          break;
        case 'K':
          set({ strokeSpace: deviceSpaces.cmyk, stroke: colour(deviceSpaces.cmyk) });
          break;
        case 'cs':
          set({
            fillSpace: this.#quietly(() => colourSpaceOf(this.#file, operands[0], resources)),
            fill: { lightness: 0 },
          });
          break;
        case 'CS':
          set({
            strokeSpace: this.#quietly(() => colourSpaceOf(this.#file, operands[0], resources)),
            stroke: { lightness: 0 },
          });
          break;
        case 'sc':
        case 'scn':
          set({ fill: colour(state.fillSpace) });
          break;
        case 'SC':
        case 'SCN':
          set({ stroke: colour(state.strokeSpace) });
          break;
        case 'sh':
          this.#quietly(() => this.#shade(resource('Shading', name(0)), state, resources));
          break;
        case 'Do':
          this.#quietly(() => this.#object(resource('XObject', name(0)), state, resources));
          break;
        case 'BI':
          this.#quietly(() => this.#inlineImage(lexer, state, resources));
          break;
      }
      operands = [];
    }
  }

  #quietly<T>(read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      this.isComplete = false;
      return null;
    }
  }

  #graphicsState(object: PdfObject, state: State): Partial<State> {
    if (!(object instanceof PdfDict)) return {};
    const changes: Partial<State> = {};
    const file = this.#file;
    const [fillAlpha, strokeAlpha, lineWidth] = ['ca', 'CA', 'LW'].map((key) => file.number(object.get(key)));
    if (fillAlpha !== null) changes.fillAlpha = fillAlpha;
    if (strokeAlpha !== null) changes.strokeAlpha = strokeAlpha;
    if (lineWidth !== null) changes.lineWidth = lineWidth;
    const mode = file.resolve(object.get('BM'));
    if (mode !== null) changes.blend = blendOf(file.nameOf(Array.isArray(mode) ? mode[0] : mode));
    const mask = file.resolve(object.get('SMask'));
    if (mask !== null) changes.masked = !(mask instanceof PdfName);
    return { ...state, ...changes };
  }

  #fill(path: Path, evenOdd: boolean, state: State, resources: PdfDict | null): void {
    if (Math.min(path.width, path.height) < this.#options.leastSide) return;
    this.#paint(path, state, state.fill, state.fillAlpha, resources, (x, y) => path.covers(x, y, evenOdd));
  }

  #stroke(path: Path, state: State, resources: PdfDict | null): void {
    const [a, b, c, d] = state.matrix;
    const width = state.lineWidth * Math.sqrt(Math.abs(a * d - b * c));
    if (width < this.#options.leastSide || !(path.width >= 0)) return;
    this.#paint(
      path,
      state,
      state.stroke,
      state.strokeAlpha,
      resources,
      (x, y) => path.isNear(x, y, width),
      width,
    );
  }

  /** Paints what is inside with a colour or a pattern. */
  #paint(
    path: Path,
    state: State,
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
        if (!isSmall && lightness < SURELY_LIGHT) this.#noteDark(path, reach, state);
        return;
      }
      this.#blend(state, (x, y) => (isInside(x, y) ? { lightness, alpha } : null));
    } else if (this.#options.dark) this.#noteDark(path, reach, state);
    else this.#quietly(() => this.#pattern(paint.pattern, state, alpha, resources, isInside));
  }

  /** Notes the box of a path within the boxes of its clips, unless that is small or noted already. */
  #noteDark(path: Path, reach: number, state: State): void {
    const dark = this.#options.dark!;
    const box = new Path();
    const clips = state.clips.map((clip) => clip.path);
    const left = Math.max(path.left - reach / 2, ...clips.map((clip) => clip.left));
    const bottom = Math.max(path.bottom - reach / 2, ...clips.map((clip) => clip.bottom));
    const right = Math.min(path.right + reach / 2, ...clips.map((clip) => clip.right));
    const top = Math.min(path.top + reach / 2, ...clips.map((clip) => clip.top));
    if (!(right > left && top > bottom) || dark.length > MOST_NOTED) return;
    box.moveTo(left, bottom);
    box.lineTo(right, top);
    const isKnown = dark.some(
      (one) => one.left <= left && one.bottom <= bottom && one.right >= right && one.top >= top,
    );
    if (!isKnown) dark.push(box);
  }

  #blend(state: State, painter: Painter): void {
    if (state.masked) return;
    const { x, y, lightness, alpha } = this.#points;
    for (let index = 0; index < x.length; index++) {
      const [px, py] = [x[index]!, y[index]!];
      const painted = painter(px, py);
      if (!painted || painted.lightness === null) continue;
      if (!state.clips.every((clip) => clip.path.covers(px, py, clip.evenOdd))) continue;
      const below = lightness[index]!;
      const source = painted.lightness;
      const mixed =
        state.blend === 'multiply'
          ? below * source
          : state.blend === 'screen'
            ? 1 - (1 - below) * (1 - source)
            : source;
      lightness[index] = below + (mixed - below) * painted.alpha;
      alpha[index] = alpha[index]! + (1 - alpha[index]!) * painted.alpha;
    }
  }

  #object(object: PdfObject, state: State, resources: PdfDict | null): void {
    if (!(object instanceof PdfStream)) return;
    const subtype = this.#file.nameOf(object.dict.get('Subtype'));
    if (subtype === 'Image') this.#image(object, state, resources);
    else if (subtype === 'Form') this.#form(object, state, resources);
  }

  #form(form: PdfStream, state: State, outer: PdfDict | null): void {
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

  #image(image: PdfStream, state: State, resources: PdfDict | null): void {
    const square = new Path();
    addRectangle(square, state.matrix, unitSquare);
    if (Math.min(square.width, square.height) < this.#options.leastSide) return;
    const back = inverse(state.matrix);
    if (!back) return;
    const { x, y } = this.#points;
    const { jpegs } = this.#options;
    if (this.#options.dark) {
      this.#noteDark(square, 0, state);
      return;
    }
    if (!x.some((px, index) => square.covers(px, y[index]!, false))) return;
    for (const stream of [image, this.#file.resolve(image.dict.get('SMask'))])
      if (jpegs && stream instanceof PdfStream && isJpeg(this.#file, stream.dict) && !jpegs.has(stream))
        jpegs.set(stream, null);
    const fill = 'lightness' in state.fill ? state.fill.lightness : null;
    const sample = samplerOf(this.#file, image, resources, jpegs ?? null, fill);
    if (!sample) return;
    const [a, b, c, d, e, f] = back;
    this.#blend(state, (px, py) => {
      const [u, v] = [a * px + c * py + e, b * px + d * py + f];
      const pixel = u >= 0 && u <= 1 && v >= 0 && v <= 1 ? sample(u, v) : null;
      return pixel && { lightness: pixel.lightness, alpha: pixel.alpha * state.fillAlpha };
    });
  }

  #inlineImage(lexer: Lexer, state: State, resources: PdfDict | null): void {
    const entries = new PdfDict();
    for (;;) {
      const key = lexer.readToken();
      if (key instanceof Keyword && key.word === 'ID') break;
      if (!(key instanceof PdfName)) throw new PdfError('damaged', 'an inline image is malformed');
      const value = lexer.readToken();
      if (!(value instanceof Keyword)) entries.set(key.name, value);
    }
    const start = lexer.pos + 1;
    const end = inlineImageEnd(lexer.bytes, lexer.pos);
    lexer.pos = end < 0 ? lexer.end : end;
    if (end < 0) throw new PdfError('damaged', 'an inline image does not end');
    this.#image(new PdfStream(entries, lexer.bytes.subarray(start, end - 2)), state, resources);
  }

  #shade(object: PdfObject, state: State, resources: PdfDict | null): void {
    if (this.#options.dark) {
      const page = new Path();
      addRectangle(page, UNIT, [-HUGE, -HUGE, HUGE, HUGE]);
      this.#noteDark(page, 0, state);
      return;
    }
    const painter = this.#shading(object, state.matrix, resources);
    if (painter)
      this.#blend(state, (x, y) => {
        const painted = painter(x, y);
        return painted && { ...painted, alpha: state.fillAlpha };
      });
  }

  /** Axial gradients exactly; of radial ones the mean colour. */
  #shading(object: PdfObject, matrix: Matrix, resources: PdfDict | null): Painter | null {
    const file = this.#file;
    const shading = object instanceof PdfDict ? object : object instanceof PdfStream ? object.dict : null;
    const type = file.number(shading?.get('ShadingType'));
    const space = colourSpaceOf(file, shading?.get('ColorSpace'), resources);
    const colours = functionOf(file, shading?.get('Function'));
    const back = inverse(matrix);
    if (!space || !colours || !back || (type !== 2 && type !== 3)) return null;
    const numbers = (key: string, otherwise: number[]): number[] =>
      file.array(shading!.get(key))?.map((one) => file.number(one) ?? 0) ?? otherwise;
    const [from = 0, to = 1] = numbers('Domain', [0, 1]);
    const lightnessAt = (share: number): number | null => {
      const values = colours(from + share * (to - from));
      return values && space.lightness(values);
    };
    if (type === 3) {
      const known = [0, 0.5, 1].map(lightnessAt).filter((one) => one !== null);
      const mean = known.reduce((sum, one) => sum + one, 0) / known.length;
      return known.length === 0 ? null : () => ({ lightness: mean, alpha: 1 });
    }
    const [x0 = 0, y0 = 0, x1 = 1, y1 = 0] = numbers('Coords', []);
    const extend = file.array(shading!.get('Extend'))?.map((one) => file.resolve(one) === true) ?? [];
    const [a, b, c, d, e, f] = back;
    const length = (x1 - x0) ** 2 + (y1 - y0) ** 2;
    return (px, py) => {
      const [x, y] = [a * px + c * py + e, b * px + d * py + f];
      const share = length === 0 ? 0 : ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length;
      if ((share < 0 && !extend[0]) || (share > 1 && !extend[1])) return null;
      return { lightness: lightnessAt(Math.min(Math.max(share, 0), 1)), alpha: 1 };
    };
  }

  #pattern(
    object: PdfObject,
    state: State,
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
        : this.#shading(this.#file.resolve(own.get('Shading')), matrix, resources);
    if (painter)
      this.#blend(state, (x, y) => {
        const painted = isInside(x, y) ? painter(x, y) : null;
        return painted && { lightness: painted.lightness, alpha: painted.alpha * alpha };
      });
  }

  /** Coloured tiles, seen at the points that are asked for (8.7.3). */
  #tiles(pattern: PdfStream, matrix: Matrix): Painter | null {
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

const within = (value: number, start: number, step: number): number =>
  start + ((((value - start) % step) + step) % step);

function matrixOf(file: PdfFile, own: PdfDict): Matrix {
  const values = file.array(own.get('Matrix'))?.map((one) => file.number(one) ?? 0);
  return values?.length === 6 ? (values as unknown as Matrix) : UNIT;
}

function addRectangle(
  path: Path,
  [a, b, c, d, e, f]: Matrix,
  [left, bottom, right, top]: readonly [number, number, number, number],
): void {
  const corner = (x: number, y: number): [number, number] => [a * x + c * y + e, b * x + d * y + f];
  path.moveTo(...corner(left, bottom));
  path.lineTo(...corner(right, bottom));
  path.lineTo(...corner(right, top));
  path.lineTo(...corner(left, top));
  path.close();
}
