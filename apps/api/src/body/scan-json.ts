/**
 * Scans the bytes of a JSON text (RFC 8259) as they arrive, before it is parsed. Limits the nesting and the number of values, and extracts
 * the string of one member of the outermost object. Only counts brackets; the parser checks the syntax.
 */
import { jsonInvalid } from './json-fault.ts';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

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
  /** The beginning of the last string of the outermost object, long enough to compare it with `take`. */
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
    for (let at = 0; at < chunk.length; )
      at = this.#inString ? this.#inText(at) : this.#outside(at, chunk[at]!);
    this.#passOn(chunk.length);
  }

  /** Reads on inside a string. Returns the next position. */
  #inText(at: number): number {
    if (this.#escaped) {
      this.#escaped = false;
      return at + 1;
    }
    const chunk = this.#chunk;
    if (this.#nextQuote < at) this.#nextQuote = indexOrEnd(chunk, quote, at);
    if (this.#nextBackslash < at) this.#nextBackslash = indexOrEnd(chunk, backslash, at);
    const stop = Math.min(this.#nextQuote, this.#nextBackslash);
    this.#keepName(at, stop);
    if (stop >= chunk.length) return stop;
    if (chunk[stop] === backslash) this.#escaped = true;
    else {
      this.#inString = false;
      if (this.#taking) this.#passOn(stop);
      this.#taking = false;
    }
    return stop + 1;
  }

  #keepName(at: number, stop: number): void {
    const { take } = this.#options;
    if (take === undefined || this.#depth !== 1 || this.#taking || this.#lastString.length > take.length)
      return;
    this.#lastString += this.#chunk.toString('latin1', at, Math.min(stop, at + take.length + 1));
  }

  /** Reads one byte outside strings. Returns the next position. */
  #outside(at: number, byte: number): number {
    switch (byte) {
      case quote:
        this.#openString(at);
        break;
      case openBrace:
      case openBracket:
        this.#depth += 1;
        this.#isNamed = false;
        if (this.#depth > this.#options.maxDepth)
          throw jsonInvalid(`nested more than ${this.#options.maxDepth} deep`);
        this.#countValue();
        break;
      case closeBrace:
      case closeBracket:
        this.#depth -= 1;
        break;
      case comma:
        this.#isNamed = false;
        this.#countValue();
        break;
      case colon:
        this.#isNamed = this.#depth === 1 && this.#lastString === this.#options.take;
        break;
    }
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

  #countValue(): void {
    this.values += 1;
    if (this.values > this.#options.maxValues) throw tooMany(this.#options.maxValues);
  }

  /** Passes the bytes before `end` to the side that they belong to. */
  #passOn(end: number): void {
    const bytes = this.#chunk.subarray(this.#sent, end);
    this.#sent = end;
    if (this.#taking) this.#options.onTaken?.(bytes);
    else this.#options.onRest(bytes);
  }
}

function indexOrEnd(chunk: Buffer, byte: number, from: number): number {
  const at = chunk.indexOf(byte, from);
  return at === -1 ? chunk.length : at;
}

function tooMany(maxValues: number) {
  return jsonInvalid(`more than ${maxValues} values`);
}
