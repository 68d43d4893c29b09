/** Lines of common letters, laid out and written letter by letter (ISO 32000-2, 9.4.3). */
import type { FontFile } from './families.ts';
import type { ShapedGlyph } from './harfbuzz.ts';

/** Ascent and descent of a line of plain letters in em; a line with taller ink has more. */
export const plainLine = { ascent: 0.9, descent: 0.25 } as const;

/** Each letter has an index; this one means the start of a line. */
export const BEFORE_ANY = 0;

const BACKSLASH = 92;

/** Whether a code must be escaped in a literal string: parentheses and the backslash. */
export const isEscaped = (code: number): boolean => code === 40 || code === 41 || code === BACKSLASH;

/** The maximum bytes of a letter: kerning before it, a backslash, and its code. */
const MAX_BYTES_OF_LETTER = 16;

/** Data about the letters of a face. Lengths are in font units; `scale` converts them to em. */
export interface LetterTable {
  readonly file: FontFile;
  readonly scale: number;
  /** Character codes, by letter index. */
  readonly codes: Uint8Array;
  readonly advances: Uint16Array;
  readonly glyphs: Uint16Array;
  readonly texts: readonly string[];
  /** Character codes, by UTF-16 unit, including the placeholders for ligatures. */
  readonly codesOfUnits: Uint8Array;
  /** The index of a letter or a ligature placeholder. */
  indexOf(unit: number): number;
  /** The kerning that HarfBuzz applies between two neighbours; 0 if they are never kerned. */
  kerning(before: number, index: number): number;
  /** The adjustment in a TJ array for this kerning. */
  adjustment(kerning: number): string;
}

/**
 * A text of common letters on one line, in the form in which it is written; the line is also its only run. Its ink is
 * assumed to stay within a plain line.
 */
export class LetterLine {
  readonly text: string;
  readonly width: number;
  readonly #table: LetterTable;
  /** With placeholders for ligatures. */
  readonly #letters: string;
  readonly #escaped: boolean;
  readonly #kerned: boolean;
  #spelled: Uint8Array | null = null;

  constructor(
    table: LetterTable,
    text: string,
    letters: string,
    advance: number,
    escaped: boolean,
    kerned: boolean,
  ) {
    this.text = text;
    this.width = advance * table.scale;
    this.#table = table;
    this.#letters = letters;
    this.#escaped = escaped;
    this.#kerned = kerned;
  }

  get runs(): LetterLine[] {
    return [this];
  }

  get ascent(): number {
    return plainLine.ascent;
  }

  get descent(): number {
    return plainLine.descent;
  }

  get rightToLeft(): boolean {
    return false;
  }

  get file(): FontFile {
    return this.#table.file;
  }

  get letters(): this {
    return this;
  }

  get scale(): number {
    return this.#table.scale;
  }

  get inkAscent(): number {
    return plainLine.ascent;
  }

  get inkDescent(): number {
    return plainLine.descent;
  }

  get shown(): null {
    return null;
  }

  get isString(): boolean {
    return !this.#kerned;
  }

  get common(): boolean {
    return true;
  }

  get glyphCount(): number {
    return this.#letters.length;
  }

  /** Computed lazily: needed only if a line is broken or a document has few letters. */
  get glyphs(): ShapedGlyph[] {
    const { glyphs, advances, texts } = this.#table;
    const shaped: ShapedGlyph[] = [];
    let cluster = 0;
    let before = BEFORE_ANY;
    for (let at = 0; at < this.#letters.length; at++) {
      const index = this.#table.indexOf(this.#letters.charCodeAt(at));
      if (this.#kerned && before !== BEFORE_ANY) shaped.at(-1)!.advance += this.#table.kerning(before, index);
      shaped.push({ glyph: glyphs[index]!, cluster, advance: advances[index]!, dx: 0, dy: 0 });
      cluster += texts[index]!.length;
      before = index;
    }
    return shaped;
  }

  /** The maximum number of bytes that `spell` writes. */
  get mostBytes(): number {
    return this.#letters.length * (this.#kerned ? MAX_BYTES_OF_LETTER : 2) + MAX_BYTES_OF_LETTER;
  }

  /** Caches the output of `spell`, for lines that are in most documents. */
  keep(): void {
    const bytes = new Uint8Array(this.mostBytes);
    this.#spelled = bytes.slice(0, this.spell(bytes, 0));
  }

  /** Writes the operator that draws the line, and a line break, at `at`; returns the end position. */
  spell(bytes: Uint8Array, at: number): number {
    const spelled = this.#spelled;
    let end = at;
    if (spelled !== null) {
      for (let index = 0; index < spelled.length; index++) bytes[end++] = spelled[index]!;
      return end;
    }
    const letters = this.#letters;
    if (this.#kerned) bytes[end++] = 91;
    bytes[end++] = 40;
    if (this.#kerned || this.#escaped) end = this.#spellWithCare(bytes, end);
    else {
      const { codesOfUnits } = this.#table;
      for (let index = 0; index < letters.length; index++)
        bytes[end++] = codesOfUnits[letters.charCodeAt(index)]!;
    }
    bytes[end++] = 41;
    if (this.#kerned) {
      bytes[end++] = 93;
      bytes[end++] = 32;
    }
    bytes[end++] = 84;
    bytes[end++] = this.#kerned ? 74 : 106;
    bytes[end++] = 10;
    return end;
  }

  /** The contents between the first and the last string delimiter, including kerning. */
  #spellWithCare(bytes: Uint8Array, at: number): number {
    const table = this.#table;
    const letters = this.#letters;
    let end = at;
    let before = BEFORE_ANY;
    for (let position = 0; position < letters.length; position++) {
      const index = table.indexOf(letters.charCodeAt(position));
      const kerning = this.#kerned ? table.kerning(before, index) : 0;
      if (kerning !== 0) {
        const written = table.adjustment(kerning);
        bytes[end++] = 41;
        for (let digit = 0; digit < written.length; digit++) bytes[end++] = written.charCodeAt(digit);
        bytes[end++] = 40;
      }
      const code = table.codes[index]!;
      if (isEscaped(code)) bytes[end++] = BACKSLASH;
      bytes[end++] = code;
      before = index;
    }
    return end;
  }
}
