/**
 * Scans the bytes of a JSON text (RFC 8259) as they arrive, before it is parsed. Limits the nesting and the number of values, and extracts
 * the string of one member of the outermost object. Only counts brackets; the parser checks the syntax.
 */
import { jsonInvalid } from './json-fault.ts';

const quote = 0x22;
const backslash = 0x5c;

/** What a byte outside strings means. A table takes half the time of comparisons, and the loop sees every byte. */
const [opens, closes, separates, names, startsString] = [1, 2, 3, 4, 5] as const;
const meanings = new Uint8Array(256);
for (const [character, meaning] of [
  ['{', opens],
  ['[', opens],
  ['}', closes],
  [']', closes],
  [',', separates],
  [':', names],
  ['"', startsString],
] as const)
  meanings[character.charCodeAt(0)] = meaning;

export interface JsonScanner {
  /** Throws a validation problem of type json_invalid as soon as a limit is exceeded. */
  push(chunk: Buffer): void;
  /** An upper bound of the number of members and elements so far. */
  values(): number;
}

export interface ScanOptions {
  maxDepth: number;
  maxValues: number;
  /** The member of the outermost object whose string is extracted. */
  take?: string;
  /** Receives all other bytes. */
  onRest(bytes: Buffer): void;
  /** Receives the bytes between the quotes of that string, with their escapes. */
  onTaken?(bytes: Buffer): void;
}

/** Starts a scan. */
export function createJsonScanner(options: ScanOptions): JsonScanner {
  const scan = new Scan(options);
  return { push: (chunk) => scan.push(chunk), values: () => scan.values };
}

class Scan {
  values = 1;
  readonly #options: ScanOptions;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #taking = false;
  /** The beginning of the last string of the outermost object, with its escapes, long enough to compare it with `take`. */
  #lastString = '';
  /** True when the value of the member `take` comes next. */
  #isNamed = false;
  /** The chunk, and how much of it was passed on. */
  #chunk: Buffer = Buffer.alloc(0);
  #sent = 0;
  #nextQuote = -1;
  #nextBackslash = -1;

  constructor(options: ScanOptions) {
    this.#options = options;
  }

  push(chunk: Buffer): void {
    this.#chunk = chunk;
    this.#sent = 0;
    this.#nextQuote = -1;
    this.#nextBackslash = -1;
    for (let at = 0; at < chunk.length; ) at = this.#inString ? this.#inText(at) : this.#outside(at);
    this.#passOn(chunk.length);
  }

  /** Reads on inside a string. Returns the next position. */
  #inText(at: number): number {
    if (this.#escaped) {
      this.#escaped = false;
      this.#keepName(at, at + 1);
      return at + 1;
    }
    const chunk = this.#chunk;
    if (this.#nextQuote < at) this.#nextQuote = indexOrEnd(chunk, quote, at);
    if (this.#nextBackslash < at) this.#nextBackslash = indexOrEnd(chunk, backslash, at);
    const stop = Math.min(this.#nextQuote, this.#nextBackslash);
    const isEscape = chunk[stop] === backslash;
    this.#keepName(at, isEscape ? stop + 1 : stop);
    if (stop >= chunk.length) return stop;
    if (isEscape) this.#escaped = true;
    else {
      this.#inString = false;
      if (this.#taking) this.#passOn(stop);
      this.#taking = false;
    }
    return stop + 1;
  }

  #keepName(at: number, stop: number): void {
    const { take } = this.#options;
    if (take === undefined || this.#depth !== 1 || this.#taking) return;
    const missing = longestEscape * take.length + 1 - this.#lastString.length;
    if (missing > 0) this.#lastString += this.#chunk.toString('latin1', at, Math.min(stop, at + missing));
  }

  /** Reads on outside strings, up to the next one. Returns the next position. */
  #outside(start: number): number {
    const chunk = this.#chunk;
    const { maxDepth, maxValues } = this.#options;
    let at = start;
    let depth = this.#depth;
    let values = this.values;
    let isNamed = this.#isNamed;
    for (; at < chunk.length; at += 1) {
      const meaning = meanings[chunk[at]!];
      if (meaning === 0) continue;
      if (meaning === startsString) break;
      if (meaning === closes) depth -= 1;
      else if (meaning === names) isNamed = depth === 1 && unescaped(this.#lastString) === this.#options.take;
      else {
        if (meaning === opens) depth += 1;
        if (depth > maxDepth) throw jsonInvalid(`nested more than ${maxDepth} deep`);
        values += 1;
        if (values > maxValues) throw jsonInvalid(`more than ${maxValues} values`);
        isNamed = false;
      }
    }
    this.#depth = depth;
    this.values = values;
    this.#isNamed = isNamed;
    if (at === chunk.length) return at;
    this.#openString(at);
    return at + 1;
  }

  #openString(at: number): void {
    this.#inString = true;
    if (this.#depth === 1) {
      if (this.#isNamed) {
        this.#passOn(at + 1);
        this.#taking = true;
      }
      this.#lastString = '';
    }
    this.#isNamed = false;
  }

  /** Passes the bytes before `end` to the side that they belong to. */
  #passOn(end: number): void {
    const bytes = this.#chunk.subarray(this.#sent, end);
    this.#sent = end;
    if (this.#taking) this.#options.onTaken?.(bytes);
    else this.#options.onRest(bytes);
  }
}

/** `\u005f` for one character. */
const longestEscape = 6;

/** The name as the parser reads it. */
function unescaped(name: string): string {
  if (!name.includes('\\')) return name;
  try {
    return JSON.parse(`"${name}"`);
  } catch {
    return name;
  }
}

function indexOrEnd(chunk: Buffer, byte: number, from: number): number {
  const at = chunk.indexOf(byte, from);
  return at === -1 ? chunk.length : at;
}
