/** The text of a page in reading order, with the position of every character. */
import type { Direction, PageWords, Word } from './words.ts';

/** A rectangle in points of the displayed page; origin top-left. */
export interface TextBox {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Words whose baselines differ by less than this multiple of the font size form a line. */
const SAME_LINE = 0.25;
/** A larger gap, as a multiple of the font size, is a space. */
const SPACE = 0.1;
/** Kerned letters overlap by up to this multiple of the font size, for example "To" in Arial by 0.11. */
const KERNING = 0.3;
/** Words with the same text that are closer than this multiple of the font size count as one, drawn twice to look bold. */
const SHADOW = 0.25;

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const partOfWord = /[\p{L}\p{N}\p{M}_]/u;

/** The form in which texts are compared: compatibility-decomposed, without white space and soft hyphens. */
export function folded(text: string): string {
  let result = '';
  for (let at = 0; at < text.length; at++) result += foldOf(text.charCodeAt(at));
  return result;
}

/** By code unit: 0 if unknown, the folded code unit plus 1, or `MANY` if there are several or none. */
const singleFolds = new Uint32Array(65_536);
const MANY = 0xffff_ffff;
for (let code = 33; code < 127; code++) singleFolds[code] = code + 1;

function foldOf(code: number): string {
  const known = singleFolds[code]!;
  if (known > 0 && known !== MANY) return String.fromCharCode(known - 1);
  const fold = String.fromCharCode(code)
    .normalize('NFKD')
    .replace(/[\s\u00ad\u200b-\u200f\ufeff]/gu, '');
  singleFolds[code] = fold.length === 1 ? fold.charCodeAt(0) + 1 : MANY;
  return fold;
}

export class PageText {
  /** All folded characters in reading order. */
  readonly text: string;
  readonly #words: PageWords;
  /** For each folded character: the index of its character and of its word in `#words`. */
  #characters: Int32Array;
  #wordOf: Int32Array;
  /** 1 where a space precedes the folded character, 2 where a line begins. */
  #breaks: Uint8Array;
  #units: Uint16Array;
  #count = 0;

  constructor(words: PageWords) {
    this.#words = words;
    // Most characters fold to one.
    const room = words.count + 16;
    this.#characters = new Int32Array(room);
    this.#wordOf = new Int32Array(room);
    this.#breaks = new Uint8Array(room);
    this.#units = new Uint16Array(room);
    for (const line of linesOf(words)) {
      for (let at = 0; at < line.length; at++) {
        const before = at > 0 ? words.words[line[at - 1]!]! : null;
        const gap = before === null ? 2 : isApart(words, before, words.words[line[at]!]!) ? 1 : 0;
        this.#addWord(line[at]!, gap);
      }
    }
    const { buffer } = this.#units;
    this.text = Buffer.from(buffer, 0, this.#count * 2).toString('utf16le');
    this.#units = new Uint16Array(0);
  }

  #addWord(index: number, gap: 0 | 1 | 2): void {
    const { characters, words } = this.#words;
    const word = words[index]!;
    const reversed = isRightToLeft(this.#words, word);
    let open: number = gap;
    for (let step = word.start; step < word.end; step++) {
      const character = reversed ? word.start + word.end - 1 - step : step;
      const code = characters[character]!;
      const single = singleFolds[code]!;
      if (single > 0 && single !== MANY) {
        this.#add(single - 1, character, index, open);
        open = 0;
        continue;
      }
      const fold = foldOf(code);
      for (let unit = 0; unit < fold.length; unit++) {
        this.#add(fold.charCodeAt(unit), character, index, open);
        open = 0;
      }
    }
  }

  #add(unit: number, character: number, word: number, gap: number): void {
    if (this.#count === this.#units.length) this.#grow();
    const at = this.#count++;
    this.#units[at] = unit;
    this.#characters[at] = character;
    this.#wordOf[at] = word;
    this.#breaks[at] = gap;
  }

  #grow(): void {
    const grown = <T extends Int32Array | Uint8Array | Uint16Array>(larger: T, smaller: T): T => {
      larger.set(smaller);
      return larger;
    };
    const room = this.#units.length * 2;
    this.#characters = grown(new Int32Array(room), this.#characters);
    this.#wordOf = grown(new Int32Array(room), this.#wordOf);
    this.#breaks = grown(new Uint8Array(room), this.#breaks);
    this.#units = grown(new Uint16Array(room), this.#units);
  }

  /** Whether no letter, digit or underscore touches the range of folded characters. */
  isWhole(from: number, to: number): boolean {
    return !this.#continues(from) && !this.#continues(to);
  }

  /** Whether a word continues from one folded character to the next. */
  #continues(at: number): boolean {
    if (at <= 0 || at >= this.text.length || this.#breaks[at] !== 0) return false;
    return partOfWord.test(this.text[at - 1]!) && partOfWord.test(this.text[at]!);
  }

  /** The box around a range of folded characters, up to the end of its first line. */
  boxOf(from: number, to: number): TextBox {
    return unionOf(this.boxesOf(from, to)[0]!);
  }

  /** The boxes of the words in a range of folded characters, line by line. */
  boxesOf(from: number, to: number): TextBox[][] {
    const lines: TextBox[][] = [];
    for (let at = from; at < to; at++) {
      if (at === from || this.#breaks[at] === 2) lines.push([]);
      lines.at(-1)!.push(this.#characterBox(at));
    }
    return lines;
  }

  /** The direction in which the text runs at a folded character. */
  directionAt(at: number): Direction {
    return this.#words.words[this.#wordOf[at]!]!.direction;
  }

  #characterBox(at: number): TextBox {
    const character = this.#characters[at]!;
    const word = this.#words.words[this.#wordOf[at]!]!;
    const start = this.#words.edges[character]!;
    const end = character + 1 < word.end ? this.#words.edges[character + 1]! : word.limit;
    const [from, to] = [Math.min(start, end), Math.max(start, end)];
    return word.direction % 2 === 0
      ? { x: from, y: word.low, w: to - from, h: word.high - word.low }
      : { x: word.low, y: from, w: word.high - word.low, h: to - from };
  }

  /** The text as people read it: original characters, single spaces, one line per line. `from` maps back to folded characters. */
  readable(): { text: string; from: number[] } {
    const parts: string[] = [];
    const from: number[] = [];
    const push = (part: string, at: number): void => {
      parts.push(part);
      from.push(at);
    };
    let last = -1;
    for (let at = 0; at < this.text.length; at++) {
      const gap = this.#breaks[at]!;
      if (gap > 0 && at > 0) push(gap === 2 ? '\n' : ' ', at);
      const character = this.#characters[at]!;
      if (character !== last || gap > 0) push(String.fromCharCode(this.#words.characters[character]!), at);
      last = character;
    }
    return { text: parts.join(''), from };
  }
}

/** The smallest box around boxes. */
export function unionOf(boxes: readonly TextBox[]): TextBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, w, h } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + w);
    bottom = Math.max(bottom, y + h);
  }
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/** By direction: whether text runs along its axis (1) or against it (-1), and in which direction the next line is. */
const signs: ReadonlyArray<{ along: 1 | -1; next: 1 | -1 }> = [
  { along: 1, next: 1 },
  { along: 1, next: -1 },
  { along: -1, next: -1 },
  { along: -1, next: 1 },
];

/** The lines of a page from top to bottom, as indexes of words from left to right; then lines in other directions. */
function linesOf(page: PageWords): number[][] {
  const { words, edges } = page;
  const order = words.map((_, index) => index).filter((index) => words[index]!.end > words[index]!.start);
  const nextOf = (word: Word): number => word.base * signs[word.direction]!.next;
  const alongOf = (word: Word): number => edges[word.start]! * signs[word.direction]!.along;
  order.sort((one, other) => {
    const [a, b] = [words[one]!, words[other]!];
    return a.direction - b.direction || nextOf(a) - nextOf(b) || one - other;
  });
  const lines: number[][] = [];
  let first: Word | null = null;
  for (const index of order) {
    const word = words[index]!;
    const continues =
      first !== null &&
      word.direction === first.direction &&
      nextOf(word) - nextOf(first) <= SAME_LINE * Math.min(word.size, first.size);
    if (continues) lines.at(-1)!.push(index);
    else {
      lines.push([index]);
      first = word;
    }
  }
  for (const line of lines)
    line.sort((one, other) => alongOf(words[one]!) - alongOf(words[other]!) || one - other);
  return lines.map((line) => inReadingOrder(page, withoutShadows(page, line)));
}

/** Without words that repeat one of the words before them in the same place. */
function withoutShadows(page: PageWords, line: number[]): number[] {
  const isShadow = (at: number): boolean => {
    const word = page.words[line[at]!]!;
    for (let other = Math.max(0, at - 3); other < at; other++) {
      const before = page.words[line[other]!]!;
      const distance = Math.abs(page.edges[word.start]! - page.edges[before.start]!);
      if (distance < SHADOW * word.size && hasSameText(page, before, word)) return true;
    }
    return false;
  };
  return line.filter((_, at) => !isShadow(at));
}

function hasSameText({ characters }: PageWords, one: Word, other: Word): boolean {
  if (one.end - one.start !== other.end - other.start) return false;
  for (let at = 0; at < one.end - one.start; at++)
    if (characters[one.start + at] !== characters[other.start + at]) return false;
  return true;
}

function isRightToLeft(page: PageWords, { start, end, highest }: Word): boolean {
  if (highest < 0x590) return false;
  for (let at = start; at < end; at++)
    if (rightToLeft.test(String.fromCharCode(page.characters[at]!))) return true;
  return false;
}

/** Lines with more words from right to left than others are read from the right; runs of other words keep their order. */
function inReadingOrder(page: PageWords, line: number[]): number[] {
  const turned = line.map((index) => isRightToLeft(page, page.words[index]!));
  const count = turned.filter(Boolean).length;
  if (count * 2 <= line.length || count === 0) return line;
  const result: number[] = [];
  for (let end = line.length; end > 0; ) {
    let start = end - 1;
    if (!turned[start]) while (start > 0 && !turned[start - 1]) start--;
    for (let at = start; at < end; at++) result.push(line[at]!);
    end = start;
  }
  return result;
}

/** Whether there is a space between two words of a line. */
function isApart({ edges }: PageWords, before: Word, word: Word): boolean {
  const sign = word.direction < 2 ? 1 : -1;
  const gap = Math.max(
    sign * (edges[word.start]! - before.limit),
    sign * (edges[before.start]! - word.limit),
  );
  const size = Math.min(before.size, word.size);
  return gap > SPACE * size || gap < -KERNING * size;
}
