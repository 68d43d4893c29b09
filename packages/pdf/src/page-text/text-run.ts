/** Runs the content of pages and collects the text that it shows (ISO 32000-2, 9.4). */
import { type Matrix, multiply } from '../backdrop/path.ts';
import type { PageGeometry } from '../model/geometry.ts';
import { displayedSize } from '../model/geometry.ts';
import { PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import { decodedContent, inlineImageEnd } from '../reader/content.ts';
import type { PdfFile } from '../reader/file.ts';
import { textOf } from '../reader/form.ts';
import { Keyword, Lexer } from '../reader/lexer.ts';
import { type Page, resourcesIn } from '../reader/pages.ts';
import { flattenAnnotations } from '../update/flatten.ts';
import { readTextFont, type TextFont } from './text-font.ts';
import { type Direction, type GlyphStyle, PageWords } from './words.ts';

const MAX_OPERANDS = 40;
const MAX_SAVED_STATES = 512;
/** Maximum nesting of forms. */
const MAX_DEPTH = 12;
/** Characters of one page; no page shows more. */
const MAX_CHARACTERS = 1_000_000;
/** Forms run on one page, because a form may draw others many times. Text after that is ignored. */
const MAX_FORMS = 5_000;
/** What reading a font counts as, in bytes of content: its widths and encoding can take long. */
const FONT_BYTES = 4096;
/** Decoded forms that are kept because other pages may draw them too. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/** The text state (9.3), and the matrix from user space to the displayed page with its origin at the top left. */
interface State {
  matrix: Matrix;
  font: TextFont | null;
  size: number;
  characterSpace: number;
  wordSpace: number;
  scale: number;
  leading: number;
  rise: number;
}

/** Reads the text of pages of one file; fonts and forms are read once. */
export class TextReader {
  readonly #file: PdfFile;
  readonly #fonts = new Map<PdfDict, TextFont>();
  readonly #forms = new Map<PdfStream, Buffer>();
  #keptBytes = 0;
  #runBytes: number;

  /** `maxRunBytes` limits the content that is run. A form counts each time it is drawn, and a font once. */
  constructor(file: PdfFile, maxRunBytes = Number.POSITIVE_INFINITY) {
    this.#file = file;
    this.#runBytes = maxRunBytes;
  }

  /** Counts content that is run. Throws a PdfError, `too_complex`, beyond the limit. */
  count(bytes: number): void {
    this.#runBytes -= bytes;
    if (this.#runBytes < 0) throw new PdfError('too_complex', 'the content of the pages is too long');
  }

  /**
   * The words that the page shows, with its annotations. In a damaged content stream, what follows the damage is ignored.
   * Throws a PdfError, `too_complex`, beyond the limits.
   */
  read(page: Page): PageWords {
    const { width, height } = displayedSize(page.geometry);
    const words = new PageWords(width, height);
    const run = new TextRun(this.#file, words, this);
    const start: State = {
      matrix: toDisplay(page.geometry),
      font: null,
      size: 0,
      characterSpace: 0,
      wordSpace: 0,
      scale: 1,
      leading: 0,
      rise: 0,
    };
    const content = this.attempt(() => decodedContent(this.#file, page.dict.get('Contents')));
    if (content) run.run(content, resourcesIn(this.#file, page.inherited.Resources), start);
    const areas = [page.geometry.box];
    const drawn = this.attempt(() => flattenAnnotations(this.#file, page, areas, { signed: false }));
    if (drawn && drawn.content !== '') {
      const objects = new PdfDict([['XObject', new PdfDict([...drawn.forms])]]);
      run.run(Buffer.from(drawn.content, 'latin1'), objects, start);
    }
    words.endWord();
    return words;
  }

  /** Null if the file is damaged there. */
  attempt<T>(read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      if (error instanceof PdfError && error.reason !== 'too_complex') return null;
      throw error;
    }
  }

  font(dict: PdfDict): TextFont {
    let font = this.#fonts.get(dict);
    if (!font) {
      this.count(FONT_BYTES);
      font = readTextFont(this.#file, dict);
      this.#fonts.set(dict, font);
    }
    return font;
  }

  form(stream: PdfStream): Buffer {
    const known = this.#forms.get(stream);
    if (known) return known;
    const decoded = this.#file.decode(stream);
    this.#keptBytes += decoded.length;
    if (this.#keptBytes <= MAX_KEPT_BYTES) this.#forms.set(stream, decoded);
    return decoded;
  }
}

/** The matrix from user space to points of the displayed page, origin at the top left. */
export function toDisplay({ box, rotate }: PageGeometry): Matrix {
  const { x, y, w, h } = box;
  switch (rotate) {
    case 90:
      return [0, 1, 1, 0, -y, -x];
    case 180:
      return [-1, 0, 0, 1, x + w, -y];
    case 270:
      return [0, -1, -1, 0, y + h, x + w];
    default:
      return [1, 0, 0, -1, -x, y + h];
  }
}

/** Text that /ActualText replaces (14.9.4), with the box of the glyphs shown so far. */
interface Replacement {
  text: string;
  depth: number;
  first: { style: GlyphStyle; x: number; y: number } | null;
  endX: number;
  endY: number;
}

/** The interpreter of one content stream. */
interface Frame {
  state: State;
  readonly saved: State[];
  /** The text matrix and the text line matrix (9.4.1). */
  text: Matrix;
  line: Matrix;
  operands: PdfObject[];
  readonly resources: PdfDict | null;
}

class TextRun {
  readonly #file: PdfFile;
  readonly #words: PageWords;
  readonly #reader: TextReader;
  #depth = 0;
  #forms = 0;
  /** Marked content that has begun and not ended (14.6). */
  #marked = 0;
  #replacement: Replacement | null = null;

  constructor(file: PdfFile, words: PageWords, reader: TextReader) {
    this.#file = file;
    this.#words = words;
    this.#reader = reader;
  }

  run(content: Buffer, resources: PdfDict | null, start: State): void {
    this.#reader.count(content.length);
    const lexer = new Lexer(content);
    const frame: Frame = {
      state: { ...start },
      saved: [],
      text: IDENTITY,
      line: IDENTITY,
      operands: [],
      resources,
    };
    for (;;) {
      lexer.skipSpace();
      if (lexer.pos >= lexer.end || this.#forms > MAX_FORMS) return;
      const token = tokenAt(lexer);
      if (token === undefined) return;
      if (!(token instanceof Keyword)) {
        if (frame.operands.length < MAX_OPERANDS) frame.operands.push(token);
        continue;
      }
      if (token.word === 'ID') {
        const end = inlineImageEnd(content, lexer.pos);
        if (end < 0) return;
        lexer.pos = end;
      } else this.#execute(frame, token.word);
      frame.operands = [];
    }
  }

  #execute(frame: Frame, operator: string): void {
    if (
      this.#showText(frame, operator) ||
      movePen(frame, operator) ||
      setTextState(frame.state, operator, frame)
    )
      return;
    switch (operator) {
      case 'q':
        if (frame.saved.length < MAX_SAVED_STATES) frame.saved.push({ ...frame.state });
        break;
      case 'Q':
        frame.state = frame.saved.pop() ?? frame.state;
        break;
      case 'cm':
        frame.state.matrix = multiply(matrixOf(frame), frame.state.matrix);
        break;
      case 'Tf': {
        const dict = this.#resource(frame.resources, 'Font', frame.operands[0]);
        frame.state.font =
          dict instanceof PdfDict ? this.#reader.attempt(() => this.#reader.font(dict)) : null;
        frame.state.size = numberAt(frame, 1);
        break;
      }
      case 'Do':
        this.#form(
          this.#resource(frame.resources, 'XObject', frame.operands[0]),
          frame.resources,
          frame.state,
        );
        break;
      case 'BDC':
        this.#beginMarked(frame.operands[1], frame.resources);
        break;
      case 'BMC':
        this.#marked++;
        break;
      case 'EMC':
        this.#endMarked();
        break;
    }
  }

  /** Text-showing operators (9.4.3). Returns whether it is one. */
  #showText(frame: Frame, operator: string): boolean {
    const { operands, state } = frame;
    switch (operator) {
      case 'Tj':
        this.#showOperand(frame, operands[0]);
        return true;
      case 'TJ':
        for (const item of Array.isArray(operands[0]) ? (operands[0] as readonly PdfObject[]) : []) {
          if (typeof item === 'number') {
            const shift = (-item / 1000) * state.size;
            frame.text = state.font?.vertical
              ? translated(frame.text, 0, shift)
              : translated(frame.text, shift * state.scale, 0);
          } else this.#showOperand(frame, item);
        }
        return true;
      case "'":
        moveLine(frame, 0, -state.leading);
        this.#showOperand(frame, operands[0]);
        return true;
      case '"':
        state.wordSpace = numberAt(frame, 0);
        state.characterSpace = numberAt(frame, 1);
        moveLine(frame, 0, -state.leading);
        this.#showOperand(frame, operands[2]);
        return true;
      default:
        return false;
    }
  }

  #showOperand(frame: Frame, string: PdfObject | undefined): void {
    if (string instanceof PdfString) frame.text = this.#show(string.bytes, frame.state, frame.text);
  }

  #resource(resources: PdfDict | null, category: string, key: PdfObject | undefined): PdfObject {
    if (!(key instanceof PdfName)) return null;
    return this.#reader.attempt(() =>
      this.#file.resolve(this.#file.dict(resources?.get(category))?.get(key.name)),
    );
  }

  #form(form: PdfObject, outer: PdfDict | null, state: State): void {
    if (!(form instanceof PdfStream) || this.#file.nameOf(form.dict.get('Subtype')) !== 'Form') return;
    if (this.#depth >= MAX_DEPTH || ++this.#forms > MAX_FORMS) return;
    const content = this.#reader.attempt(() => this.#reader.form(form));
    if (!content) return;
    const written = this.#file.array(form.dict.get('Matrix'))?.map((one) => this.#file.number(one) ?? 0);
    const matrix = written?.length === 6 ? (written as unknown as Matrix) : IDENTITY;
    const resources = resourcesIn(this.#file, form.dict.get('Resources')) ?? outer;
    this.#depth++;
    this.run(content, resources, { ...state, matrix: multiply(matrix, state.matrix) });
    this.#depth--;
  }

  #beginMarked(properties: PdfObject | undefined, resources: PdfDict | null): void {
    this.#marked++;
    if (this.#replacement) return;
    const dict =
      properties instanceof PdfDict ? properties : this.#resource(resources, 'Properties', properties);
    const actual = dict instanceof PdfDict ? this.#file.resolve(dict.get('ActualText')) : null;
    if (actual instanceof PdfString)
      this.#replacement = {
        text: textOf(actual, 1000),
        depth: this.#marked,
        first: null,
        endX: 0,
        endY: 0,
      };
  }

  #endMarked(): void {
    const { text, depth, first, endX, endY } = this.#replacement ?? { depth: 0, first: null };
    if (depth === this.#marked) {
      this.#replacement = null;
      if (first && this.#words.count < MAX_CHARACTERS)
        this.#words.add(text!, first.style, first.x, first.y, endX! - first.x, endY! - first.y);
    }
    if (this.#marked > 0) this.#marked--;
  }

  /** Shows a string and returns the text matrix after it. */
  #show(bytes: Uint8Array, state: State, text: Matrix): Matrix {
    const { font, size, scale } = state;
    if (!font) return text;
    const [a, b, c, d, e, f] = multiply(text, state.matrix);
    const { vertical, ascent, descent } = font;
    const turned = directionOf(a * size, b * size, c * size, d * size);
    const style: GlyphStyle = {
      size: Math.hypot(c, d) * Math.abs(size) * font.sizeFactor,
      ascent,
      descent,
      direction: (vertical ? (turned + 1) & 3 : turned) as Direction,
      vertical,
    };
    // How far text units move the pen on the page.
    const [unitX, unitY, stretch] = vertical ? [c, d, 1] : [a, b, scale];
    let x = c * state.rise + e;
    let y = d * state.rise + f;
    let moved = 0;
    for (let pos = 0; pos < bytes.length; ) {
      pos = font.read(bytes, pos);
      const own = font.advance * size * stretch;
      const extra = font.isSpace ? state.characterSpace + state.wordSpace : state.characterSpace;
      const replacement = this.#replacement;
      if (replacement) {
        replacement.first ??= { style, x, y };
        replacement.endX = x + unitX * own;
        replacement.endY = y + unitY * own;
      } else if (this.#words.count < MAX_CHARACTERS)
        this.#words.add(font.text, style, x, y, unitX * own, unitY * own);
      const step = own + extra * stretch;
      moved += step;
      x += step * unitX;
      y += step * unitY;
    }
    return vertical ? translated(text, 0, moved) : translated(text, moved, 0);
  }
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

function numberAt({ operands }: Frame, index: number): number {
  const value = operands[index];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

const matrixOf = (frame: Frame): Matrix => [
  numberAt(frame, 0),
  numberAt(frame, 1),
  numberAt(frame, 2),
  numberAt(frame, 3),
  numberAt(frame, 4),
  numberAt(frame, 5),
];

function moveLine(frame: Frame, x: number, y: number): void {
  frame.line = translated(frame.line, x, y);
  frame.text = frame.line;
}

/** Text-positioning operators (9.4.2) and `BT`. Returns whether it is one. */
function movePen(frame: Frame, operator: string): boolean {
  switch (operator) {
    case 'Td':
      moveLine(frame, numberAt(frame, 0), numberAt(frame, 1));
      return true;
    case 'TD':
      frame.state.leading = -numberAt(frame, 1);
      moveLine(frame, numberAt(frame, 0), numberAt(frame, 1));
      return true;
    case 'Tm':
      frame.line = matrixOf(frame);
      frame.text = frame.line;
      return true;
    case 'T*':
      moveLine(frame, 0, -frame.state.leading);
      return true;
    case 'BT':
      frame.line = IDENTITY;
      frame.text = IDENTITY;
      return true;
    default:
      return false;
  }
}

/** Text state operators with a number (9.3). Returns whether it is one. */
function setTextState(state: State, operator: string, frame: Frame): boolean {
  switch (operator) {
    case 'Tc':
      state.characterSpace = numberAt(frame, 0);
      return true;
    case 'Tw':
      state.wordSpace = numberAt(frame, 0);
      return true;
    case 'Tz':
      state.scale = numberAt(frame, 0) / 100;
      return true;
    case 'TL':
      state.leading = numberAt(frame, 0);
      return true;
    case 'Ts':
      state.rise = numberAt(frame, 0);
      return true;
    default:
      return false;
  }
}

/** The matrix that first moves by (x, y). */
function translated([a, b, c, d, e, f]: Matrix, x: number, y: number): Matrix {
  return [a, b, c, d, x * a + y * c + e, x * b + y * d + f];
}

/** The direction of text by the matrix of its font, on a page whose y axis points down. */
function directionOf(a: number, b: number, c: number, d: number): Direction {
  if (Math.abs(a * d) > Math.abs(b * c)) return a > 0 || d < 0 ? 0 : 2;
  return c > 0 ? 1 : 3;
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
