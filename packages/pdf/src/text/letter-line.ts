/** Lines of common letters, which are laid and written letter by letter (ISO 32000-2, 9.4.3). */
import type { FontFile } from './families.ts';
import type { ShapedGlyph } from './harfbuzz.ts';

/** What a line of plain letters takes above and below its baseline, in em; a line with taller ink takes more. */
export const plainLine = { ascent: 0.9, descent: 0.25 } as const;

/** Each letter has an index; this one stands for what is before the first of a line. */
export const BEFORE_ANY = 0;

const BACKSLASH = 92;

/** Whether a code cannot stand in a literal string as it is: parentheses and the backslash. */
export const isEscaped = (code: number): boolean => code === 40 || code === 41 || code === BACKSLASH;

/** The longest that a letter gets: kerning before it, a backslash, and its code. */
const MOST_BYTES_OF_LETTER = 16;

/** What a line has to know of its letters. Lengths are in font units, which `scale` turns into em. */
export interface LetterTable {
  readonly file: FontFile;
  readonly scale: number;
  /** By index. */
  readonly codes: Uint8Array;
  readonly advances: Uint16Array;
  readonly glyphs: Uint16Array;
  readonly texts: readonly string[];
  /** By UTF-16 unit, with what stands in for ligatures. */
  readonly codesOfUnits: Uint8Array;
  /** The index of a letter or of what stands in for a ligature. */
  indexOf(unit: number): number;
  /** What HarfBuzz puts between two neighbours, beyond the first one's advance; 0 for those that are set apart. */
  kerning(before: number, index: number): number;
  /** What a TJ array has for so much between two letters. */
  adjustment(kerning: number): string;
}

/**
 * A text of such letters on one line, in the form that it is written in; the line is its own only run. It is taken to
 * have no more ink than a plain line.
 */
export class LetterLine {
  readonly text: string;
  readonly width: number;
  readonly #table: LetterTable;
  /** With stand-ins for ligatures. */
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

  /** Only asked for where a line is broken, or where a document has few letters. */
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

  /** The room that `spell` needs at most. */
  get mostBytes(): number {
    return this.#letters.length * (this.#kerned ? MOST_BYTES_OF_LETTER : 2) + MOST_BYTES_OF_LETTER;
  }

  /** Has what `spell` writes kept: for lines that are in most documents. */
  keep(): void {
    const bytes = new Uint8Array(this.mostBytes);
    this.#spelled = bytes.slice(0, this.spell(bytes, 0));
  }

  /** Writes the operator that shows it, and a line break, at `at`; returns where that ends. */
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

  /** The inside of the first string up to that of the last, with what is kerned between them. */
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
