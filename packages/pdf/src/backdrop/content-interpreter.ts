/** Interprets the operators of a content stream (ISO 32000-2, Annex A) that can paint more than text and thin lines. */
import { PdfDict, PdfName, type PdfObject, PdfStream } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import { inlineImageEnd } from '../reader/content.ts';
import type { PdfFile } from '../reader/file.ts';
import { Keyword, Lexer } from '../reader/lexer.ts';
import { type ColorSpace, colorSpaceOf, deviceSpaces } from './color-lightness.ts';
import { type GraphicsState, type Paint, withParameters } from './graphics-state.ts';
import { addRectangle, multiply, Path } from './path.ts';
import type { ReadBudget } from './read-budget.ts';

/** Paints what the operators of a content stream describe. */
export interface ContentPainter {
  fill(path: Path, evenOdd: boolean, state: GraphicsState, resources: PdfDict | null): void;
  stroke(path: Path, state: GraphicsState, resources: PdfDict | null): void;
  shade(shading: PdfObject, state: GraphicsState, resources: PdfDict | null): void;
  xObject(object: PdfObject, state: GraphicsState, resources: PdfDict | null): void;
  image(image: PdfStream, state: GraphicsState, resources: PdfDict | null): void;
  /** Runs `read`; a PdfError marks the run as incomplete and returns null. */
  attempt<T>(read: () => T): T | null;
}

const MAX_OPERANDS = 40;
const MAX_SAVED_STATES = 512;
const MAX_CLIPS = 24;

/** One content stream with its graphics state. */
export class ContentInterpreter {
  readonly #file: PdfFile;
  readonly #lexer: Lexer;
  readonly #resources: PdfDict | null;
  readonly #painter: ContentPainter;
  readonly #budget: ReadBudget;
  #state: GraphicsState;
  readonly #saved: GraphicsState[] = [];
  #operands: PdfObject[] = [];
  #path = new Path();
  #pendingClip: 'W' | 'W*' | null = null;
  #current: [number, number] = [0, 0];

  constructor(
    file: PdfFile,
    content: Buffer,
    resources: PdfDict | null,
    state: GraphicsState,
    painter: ContentPainter,
    budget: ReadBudget,
  ) {
    this.#file = file;
    this.#lexer = new Lexer(content);
    this.#resources = resources;
    this.#state = state;
    this.#painter = painter;
    this.#budget = budget;
  }

  /** Interprets the content. Returns false if it cannot be read to its end, or not within the budget. */
  run(): boolean {
    const lexer = this.#lexer;
    for (;;) {
      if (--this.#budget.tokens < 0 || this.#budget.steps < 0) return false;
      lexer.skipSpace();
      if (lexer.pos >= lexer.end) return true;
      const token = tokenAt(lexer);
      if (token === undefined) return false;
      if (token instanceof Keyword) {
        this.#execute(token.word);
        this.#operands = [];
      } else if (this.#operands.length < MAX_OPERANDS) this.#operands.push(token);
    }
  }

  /** Operators of no group, such as those of text, are ignored. */
  #execute(operator: string): void {
    if (this.#changeState(operator) || this.#buildPath(operator)) return;
    if (!this.#setColor(operator)) this.#paint(operator);
  }

  /** Graphics state (8.4.4). Returns whether it is such an operator. */
  #changeState(operator: string): boolean {
    switch (operator) {
      case 'q':
        if (this.#saved.length < MAX_SAVED_STATES) this.#saved.push(this.#state);
        return true;
      case 'Q':
        this.#state = this.#saved.pop() ?? this.#state;
        return true;
      case 'cm': {
        const [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map((index) => this.#number(index));
        this.#set({ matrix: multiply([a!, b!, c!, d!, e!, f!], this.#state.matrix) });
        return true;
      }
      case 'w':
        this.#set({ lineWidth: this.#number(0) });
        return true;
      case 'gs':
        this.#state =
          this.#painter.attempt(() =>
            withParameters(this.#file, this.#state, this.#resource('ExtGState', this.#name(0))),
          ) ?? this.#state;
        return true;
      default:
        return false;
    }
  }

  /** Path construction and clipping (8.5.2, 8.5.4). Returns whether it is such an operator. */
  #buildPath(operator: string): boolean {
    const path = this.#path;
    switch (operator) {
      case 'm':
        this.#current = this.#point(0);
        path.moveTo(...this.#current);
        return true;
      case 'l':
        this.#current = this.#point(0);
        path.lineTo(...this.#current);
        return true;
      case 'c':
        path.curveTo(...this.#point(0), ...this.#point(2), ...this.#point(4));
        this.#current = this.#point(4);
        return true;
      case 'v':
        path.curveTo(...this.#current, ...this.#point(0), ...this.#point(2));
        this.#current = this.#point(2);
        return true;
      case 'y':
        path.curveTo(...this.#point(0), ...this.#point(2), ...this.#point(2));
        this.#current = this.#point(2);
        return true;
      case 'h':
        path.close();
        return true;
      case 're': {
        const [x, y] = [this.#number(0), this.#number(1)];
        addRectangle(path, this.#state.matrix, [x, y, x + this.#number(2), y + this.#number(3)]);
        return true;
      }
      case 'W':
      case 'W*':
        this.#pendingClip = operator;
        return true;
      default:
        return false;
    }
  }

  /** Colors and color spaces (8.6.8). Returns whether it is such an operator. */
  #setColor(operator: string): boolean {
    switch (operator) {
      case 'g':
        this.#set({ fillSpace: deviceSpaces.grey, fill: this.#color(deviceSpaces.grey) });
        return true;
      case 'G':
        this.#set({ strokeSpace: deviceSpaces.grey, stroke: this.#color(deviceSpaces.grey) });
        return true;
      case 'rg':
        this.#set({ fillSpace: deviceSpaces.rgb, fill: this.#color(deviceSpaces.rgb) });
        return true;
      case 'RG':
        this.#set({ strokeSpace: deviceSpaces.rgb, stroke: this.#color(deviceSpaces.rgb) });
        return true;
      case 'k':
        this.#set({ fillSpace: deviceSpaces.cmyk, fill: this.#color(deviceSpaces.cmyk) });
        return true;
      case 'K':
        this.#set({ strokeSpace: deviceSpaces.cmyk, stroke: this.#color(deviceSpaces.cmyk) });
        return true;
      case 'cs':
        this.#set({ fillSpace: this.#colorSpace(), fill: { lightness: 0 } });
        return true;
      case 'CS':
        this.#set({ strokeSpace: this.#colorSpace(), stroke: { lightness: 0 } });
        return true;
      case 'sc':
      case 'scn':
        this.#set({ fill: this.#color(this.#state.fillSpace) });
        return true;
      case 'SC':
      case 'SCN':
        this.#set({ stroke: this.#color(this.#state.strokeSpace) });
        return true;
      default:
        return false;
    }
  }

  /** Path painting (8.5.3), shadings, images and forms. */
  #paint(operator: string): void {
    const painter = this.#painter;
    switch (operator) {
      case 'n':
        this.#endPath();
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
        this.#paintPath(operator);
        break;
      case 'sh':
        painter.attempt(() =>
          painter.shade(this.#resource('Shading', this.#name(0)), this.#state, this.#resources),
        );
        break;
      case 'Do':
        painter.attempt(() =>
          painter.xObject(this.#resource('XObject', this.#name(0)), this.#state, this.#resources),
        );
        break;
      case 'BI':
        painter.attempt(() => painter.image(this.#inlineImage(), this.#state, this.#resources));
        break;
    }
  }

  #paintPath(operator: string): void {
    const kind = operator[0]!;
    if (kind === 'b' || kind === 's') this.#path.close();
    if ('fFbB'.includes(kind))
      this.#painter.fill(this.#path, operator.endsWith('*'), this.#state, this.#resources);
    if ('sSbB'.includes(kind)) this.#painter.stroke(this.#path, this.#state, this.#resources);
    this.#endPath();
  }

  /** A pending clip takes effect when the path ends (8.5.4). */
  #endPath(): void {
    const { clips } = this.#state;
    if (this.#pendingClip && clips.length < MAX_CLIPS)
      this.#set({ clips: [...clips, { path: this.#path, evenOdd: this.#pendingClip === 'W*' }] });
    this.#pendingClip = null;
    this.#path = new Path();
  }

  /** Reads an inline image (8.9.7) after `BI` and moves past its end. */
  #inlineImage(): PdfStream {
    const lexer = this.#lexer;
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
    return new PdfStream(entries, lexer.bytes.subarray(start, end - 2));
  }

  #set(changes: Partial<GraphicsState>): void {
    this.#state = { ...this.#state, ...changes };
  }

  #number(index: number): number {
    const value = this.#operands[index];
    return typeof value === 'number' && Number.isFinite(value) ? value : 0;
  }

  #name(index: number): string {
    const value = this.#operands[index];
    return value instanceof PdfName ? value.name : '';
  }

  /** The point of two operands, transformed by the current matrix. */
  #point(index: number): [number, number] {
    const [a, b, c, d, e, f] = this.#state.matrix;
    const [x, y] = [this.#number(index), this.#number(index + 1)];
    return [a * x + c * y + e, b * x + d * y + f];
  }

  #resource(category: string, key: string): PdfObject {
    return this.#file.resolve(this.#file.dict(this.#resources?.get(category))?.get(key));
  }

  #colorSpace(): ColorSpace | null {
    return this.#painter.attempt(() =>
      colorSpaceOf(this.#file, this.#operands[0], this.#resources, this.#budget),
    );
  }

  #color(space: ColorSpace | null): Paint {
    if (this.#operands.at(-1) instanceof PdfName)
      return {
        pattern: this.#painter.attempt(() =>
          this.#resource('Pattern', this.#name(this.#operands.length - 1)),
        ),
      };
    return { lightness: space?.lightness(this.#operands.map((_, index) => this.#number(index))) ?? null };
  }
}

/** The next token; undefined if it cannot be read. */
function tokenAt(lexer: Lexer): PdfObject | Keyword | undefined {
  try {
    return lexer.readToken();
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return undefined;
  }
}
