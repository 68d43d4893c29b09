/**
 * Collects the glyphs of one page into words, in the order of the content. The rules for where a word ends, and the boxes, are
 * those of poppler's `pdftotext -bbox`, so that positions agree with what people see in other tools.
 */

/** The direction in which a word runs on the displayed page: right, down, left, up. */
export type Direction = 0 | 1 | 2 | 3;

export interface Word {
  direction: Direction;
  /** Indexes into the page's characters: first, and after the last. */
  start: number;
  end: number;
  /** The baseline: y of horizontal words, x of others. */
  base: number;
  size: number;
  /** The extent across the direction. */
  low: number;
  high: number;
  /** Where the last character ends, along the direction. */
  limit: number;
  /** The highest code unit of the word. */
  highest: number;
}

/** A larger gap, as a multiple of the font size, separates words. */
const GAP = 0.1;
/** Characters that start this far before the end of the previous one begin a new word. */
const OVERLAP = 0.1;
/** A repeated character within these distances is a shadow of the previous one. */
const SHADOW_ALONG = 0.1;
const SHADOW_ACROSS = 0.2;
const BASE_TOLERANCE = 0.5;

/** How a string is drawn; the same for all its glyphs. */
export interface GlyphStyle {
  size: number;
  ascent: number;
  descent: number;
  direction: Direction;
  vertical: boolean;
}

/** The characters of one page, as UTF-16 code units. */
export class PageWords {
  readonly words: Word[] = [];
  /** The number of characters. The arrays may be longer. */
  count = 0;
  characters = new Uint16Array(1024);
  /** Where each character starts, along the direction of its word. */
  edges = new Float64Array(1024);
  readonly width: number;
  readonly height: number;
  #open: Word | null = null;
  #lastOverlapped = false;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  /** Ends the current word: after a space, and at the end of the page. */
  endWord(): void {
    this.#open = null;
  }

  /**
   * Adds a glyph at (x, y) with the advance (dx, dy), without character spacing, in points of the displayed page with the
   * origin at its top left.
   */
  add(text: string, style: GlyphStyle, x: number, y: number, dx: number, dy: number): void {
    if (!this.#isInside(x, y, dx, dy)) return;
    const { length } = text;
    const code = length === 0 ? 0 : text.charCodeAt(0);
    if (length === 1 && (code === 0 || isBlank(code))) {
      if (code !== 0) this.#open = null;
      return;
    }
    const { direction } = style;
    if (this.#open !== null)
      this.#breakBefore(this.#open, style, direction % 2 === 0 ? x : y, direction % 2 === 0 ? y : x);
    else this.#lastOverlapped = false;
    if (length === 0) return;
    const horizontal = direction % 2 === 0;
    let from = horizontal ? x : y;
    let base = horizontal ? y : x;
    let advance = horizontal ? dx : dy;
    if (direction < 2 ? advance < 0 : advance > 0) {
      // Mirrored text is drawn backwards: every character becomes a word.
      this.#open = null;
      from += advance;
      base += horizontal ? dy : dx;
      advance = -advance;
    }
    this.#push(this.#open ?? this.#begin(style, base), text, from, advance);
  }

  /** Also false for NaN. */
  #isInside(x: number, y: number, dx: number, dy: number): boolean {
    return x + dx >= 0 && x <= this.width && y + dy >= 0 && y <= this.height;
  }

  /** Adds the characters of a glyph; a ligature is divided evenly. */
  #push(word: Word, text: string, from: number, advance: number): void {
    const { length } = text;
    if (this.count + length > this.edges.length) this.#grow();
    for (let at = 0; at < length; at++) {
      const unit = text.charCodeAt(at);
      this.characters[this.count] = unit;
      this.edges[this.count++] = from + (advance * at) / length;
      if (unit > word.highest) word.highest = unit;
    }
    word.limit = from + advance;
    word.end = this.count;
  }

  /** Ends the current word if the next glyph does not continue it. */
  #breakBefore(word: Word, { size, direction }: GlyphStyle, along: number, base: number): void {
    if (direction !== word.direction) {
      this.#lastOverlapped = false;
      this.#open = null;
      return;
    }
    const sign = direction < 2 ? 1 : -1;
    const gap = sign * (along - word.limit);
    const shift = Math.abs(base - word.base);
    const overlaps =
      Math.abs(along - this.edges[word.end - 1]!) < SHADOW_ALONG * word.size &&
      shift < SHADOW_ACROSS * word.size;
    if (
      overlaps ||
      this.#lastOverlapped ||
      gap < -OVERLAP * word.size ||
      gap > GAP * word.size ||
      shift > BASE_TOLERANCE ||
      size !== word.size
    )
      this.#open = null;
    this.#lastOverlapped = overlaps;
  }

  #begin({ direction, size, ascent, descent, vertical }: GlyphStyle, base: number): Word {
    const ascendsBackwards = direction === 0 || direction === 3;
    let low: number;
    let high: number;
    if (vertical)
      [low, high] = direction === 0 || direction === 3 ? [base - size, base] : [base, base + size];
    else if (ascendsBackwards) [low, high] = [base - ascent * size, base - descent * size];
    else [low, high] = [base + descent * size, base + ascent * size];
    if (low === high) high = low + 1;
    const start = this.count;
    const word = { direction, start, end: start, base, size, low, high, limit: 0, highest: 0 };
    this.words.push(word);
    this.#open = word;
    return word;
  }

  #grow(): void {
    const [characters, edges] = [this.characters, this.edges];
    this.characters = new Uint16Array(characters.length * 4);
    this.characters.set(characters);
    this.edges = new Float64Array(edges.length * 4);
    this.edges.set(edges);
  }
}

/** Whether the character is white space. */
const isBlank = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || (code > 127 && /\s/u.test(String.fromCharCode(code)));
