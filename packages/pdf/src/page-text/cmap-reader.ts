/** Reads CMaps (ISO 32000-2, 9.7.5 and 9.10.3): code lengths, and what codes map to. */
import { PdfName, type PdfObject, PdfString } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import { Keyword, Lexer } from '../reader/lexer.ts';

export interface CMap {
  /** By number of bytes: ranges of valid codes. */
  codeSpaces: Array<{ bytes: number; first: number; last: number }>;
  /** Codes to Unicode text. */
  texts: Map<number, string>;
  /** Codes to glyph identifiers. */
  cids: CidRanges;
  vertical: boolean;
  /** The name of the CMap that this one extends, and that CMap once it was found. */
  uses: string | null;
  parent: CMap | null;
}

/** A CMap that maps nothing. */
export function emptyCMap(): CMap {
  return {
    codeSpaces: [],
    texts: new Map(),
    cids: new CidRanges(),
    vertical: false,
    uses: null,
    parent: null,
  };
}

/** Codes that one CMap maps to texts, counting repetitions; more than any font has glyphs. */
const MAX_CODES = 70_000;
const MAX_RANGES = 70_000;

/** Ranges of codes with the identifier of their first code, in typed arrays: the CMaps of Asian fonts have tens of thousands. */
export class CidRanges {
  /** First code, last code and identifier of each range. */
  #numbers = new Uint32Array(3 * 64);
  #count = 0;
  #isSorted = true;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Ignores ranges beyond a limit, which no font reaches. */
  add(first: number, last: number, cid: number): void {
    if (this.#count === MAX_RANGES) return;
    const at = this.#count * 3;
    if (at === this.#numbers.length) {
      const larger = new Uint32Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#isSorted &&= at === 0 || this.#numbers[at - 3]! <= first;
    this.#numbers.set([first, last, cid], at);
    this.#count += 1;
  }

  /** The identifier of a code, or null. */
  of(code: number): number | null {
    if (!this.#isSorted) this.#sort();
    let [low, high] = [0, this.#count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const first = this.#numbers[middle * 3]!;
      if (code < first) high = middle - 1;
      else if (code > this.#numbers[middle * 3 + 1]!) low = middle + 1;
      else return this.#numbers[middle * 3 + 2]! + code - first;
    }
    return null;
  }

  #sort(): void {
    const order = Array.from({ length: this.#count }, (_, index) => index * 3);
    order.sort((one, other) => this.#numbers[one]! - this.#numbers[other]!);
    const sorted = new Uint32Array(this.#count * 3);
    for (const [at, from] of order.entries()) sorted.set(this.#numbers.subarray(from, from + 3), at * 3);
    this.#numbers = sorted;
    this.#isSorted = true;
  }
}

/** Reads a CMap as far as it can be read. */
export function readCMap(bytes: Buffer): CMap {
  const map = emptyCMap();
  let left = MAX_CODES;
  const setText: SetText = (code, text) => {
    if (left-- <= 0) return false;
    map.texts.set(code, text);
    return true;
  };
  const lexer = new Lexer(bytes);
  let operands: PdfObject[] = [];
  try {
    for (lexer.skipSpace(); lexer.pos < lexer.end; lexer.skipSpace()) {
      const token = lexer.readToken();
      if (!(token instanceof Keyword)) {
        if (operands.length < MAX_RANGES * 3) operands.push(token);
        continue;
      }
      execute(map, token.word, operands, setText);
      operands = [];
    }
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
  }
  return map;
}

/** Maps a code; false beyond the limit. */
type SetText = (code: number, text: string) => boolean;

function execute(map: CMap, operator: string, operands: readonly PdfObject[], setText: SetText): void {
  const last = operands.at(-1);
  switch (operator) {
    case 'endcodespacerange':
      for (const [first, end] of groupsOf(operands, 2))
        if (isString(first) && isString(end) && map.codeSpaces.length < MAX_CODE_SPACES)
          map.codeSpaces.push({ bytes: first.bytes.length, first: codeOf(first), last: codeOf(end) });
      break;
    case 'endbfchar':
      for (const [code, text] of groupsOf(operands, 2))
        if (isString(code)) setText(codeOf(code), textOf(text));
      break;
    case 'endbfrange':
      for (const [first, end, to] of groupsOf(operands, 3)) addRange(setText, first, end, to);
      break;
    case 'endcidchar':
      for (const [code, cid] of groupsOf(operands, 2)) addCids(map, code, code, cid);
      break;
    case 'endcidrange':
      for (const [first, end, cid] of groupsOf(operands, 3)) addCids(map, first, end, cid);
      break;
    case 'usecmap':
      if (last instanceof PdfName) map.uses = last.name;
      break;
    case 'def': {
      const key = operands.at(-2);
      if (key instanceof PdfName && key.name === 'WMode') map.vertical = last === 1;
      break;
    }
  }
}

const MAX_CODE_SPACES = 100;

const isString = (object: PdfObject | undefined): object is PdfString => object instanceof PdfString;

function groupsOf(operands: readonly PdfObject[], size: number): PdfObject[][] {
  const groups: PdfObject[][] = [];
  for (let at = 0; at + size <= operands.length; at += size) groups.push(operands.slice(at, at + size));
  return groups;
}

function addCids(map: CMap, first?: PdfObject, last?: PdfObject, cid?: PdfObject): void {
  if (isString(first) && isString(last) && typeof cid === 'number')
    map.cids.add(codeOf(first), codeOf(last), cid);
}

function addRange(
  setText: SetText,
  first: PdfObject | undefined,
  last: PdfObject | undefined,
  to?: PdfObject,
): void {
  if (!(first instanceof PdfString && last instanceof PdfString)) return;
  const [from, end] = [codeOf(first), codeOf(last)];
  if (Array.isArray(to)) {
    for (let at = 0; at < to.length && from + at <= end; at++) setText(from + at, textOf(to[at]));
    return;
  }
  if (!(to instanceof PdfString)) return;
  // Only the last code unit counts up (9.10.3).
  const start = textOf(to);
  const unit = start.charCodeAt(start.length - 1);
  const before = start.slice(0, -1);
  for (let code = from; code <= end; code++) {
    const next = unit + code - from;
    if (next > 0xffff || !setText(code, before + String.fromCharCode(next))) return;
  }
}

/** The number in big-endian bytes. */
function codeOf({ bytes }: PdfString): number {
  let code = 0;
  for (const byte of bytes.subarray(0, 4)) code = code * 256 + byte;
  return code;
}

/** UTF-16BE; a single byte counts as a code unit. At most 32 code units, enough for every ligature. */
function textOf(object: PdfObject | undefined): string {
  if (!(object instanceof PdfString)) return '';
  const { bytes } = object;
  if (bytes.length === 1) return String.fromCharCode(bytes[0]!);
  let text = '';
  for (let at = 0; at + 1 < bytes.length && at < 64; at += 2)
    text += String.fromCharCode((bytes[at]! << 8) | bytes[at + 1]!);
  return text;
}
