/**
 * Syntax that all readers understand in the same way (ISO 32000-2, 7.2 and 7.3). Readers handle mistakes differently, for
 * example a repeated key in a dictionary, a comment inside an object, or a wrong length. An appended revision could use
 * that to show us one thing and a viewer another, so it must contain none of these.
 */
import { LayoutError } from './layout-error.ts';

const SPACE = '[\\0\\t\\n\\f\\r ]';
const END = '(?=[\\0\\t\\n\\f\\r ()<>[\\]{}/%]|$)';
const sticky = (pattern: string): RegExp => new RegExp(pattern, 'y');
const space = sticky(`${SPACE}*`);
const reference = sticky(`(\\d{1,10})${SPACE}+(\\d{1,5})${SPACE}+R${END}`);
const number = sticky(`[+-]?(?:\\d{1,20}(?:\\.\\d{0,40})?|\\.\\d{1,40})${END}`);
const word = sticky(`(?:true|false|null)${END}`);
const name = sticky('/((?:[^\\0\\t\\n\\f\\r ()<>[\\]{}/%#]|#[0-9A-Fa-f]{2}){0,4096})');
const hexadecimal = sticky('<[0-9A-Fa-f\\0\\t\\n\\f\\r ]*>');
const simple = [reference, number, word, name, hexadecimal];
const header = sticky(`(\\d{1,10})${SPACE}+(\\d{1,5})${SPACE}+obj${END}`);
const streamStart = sticky('stream(?:\\r\\n|\\n)');
const streamEnd = sticky(`${SPACE}*endstream${SPACE}+endobj${END}`);
const end = sticky(`endobj${END}`);
/** Text that looks like part of an object to a reader that searches a damaged file for objects. */
const landmark = new RegExp(
  `\\d${SPACE}+\\d+${SPACE}+obj|endobj|endstream|xref${SPACE}+\\d|trailer${SPACE}*<<|%%EOF|%PDF-`,
);
const MAX_DEPTH = 300;

/** A cursor over Latin-1 text. Every method throws a LayoutError where the text is not plain. */
export class PlainText {
  readonly #text: string;
  pos: number;

  constructor(text: string, pos = 0) {
    this.#text = text;
    this.pos = pos;
  }

  get isAtEnd(): boolean {
    return this.pos === this.#text.length;
  }

  /** Takes the match at this position, or nothing. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.pos;
    const match = pattern.exec(this.#text);
    if (match) this.pos += match[0].length;
    return match;
  }

  skipSpace(): void {
    this.take(space);
  }

  /** Moves over one object, white space around it included. */
  object(depth = 0): void {
    if (depth > MAX_DEPTH) throw unclear('is nested too deeply');
    this.skipSpace();
    if (this.#text.startsWith('<<', this.pos)) this.#dict(depth);
    else if (this.#text[this.pos] === '[') this.#array(depth);
    else if (this.#text[this.pos] === '(') this.#string();
    else if (!simple.some((pattern) => this.take(pattern)))
      throw unclear('has something that is no object in it');
    this.skipSpace();
  }

  #dict(depth: number): void {
    const keys = new Set<string>();
    this.pos += 2;
    for (this.skipSpace(); !this.#text.startsWith('>>', this.pos); ) {
      const key = this.take(name)?.[1]?.replace(/#(..)/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      );
      if (key === undefined) throw unclear('has a dictionary with something that is no key');
      if (keys.has(key)) throw unclear(`has /${key} twice in a dictionary`);
      keys.add(key);
      this.object(depth + 1);
    }
    this.pos += 2;
  }

  #array(depth: number): void {
    this.pos++;
    for (this.skipSpace(); this.#text[this.pos] !== ']'; ) this.object(depth + 1);
    this.pos++;
  }

  #string(): void {
    let level = 0;
    for (; this.pos < this.#text.length; this.pos++) {
      const char = this.#text[this.pos];
      if (char === '\\') this.pos++;
      else if (char === '(') level++;
      else if (char === ')' && --level === 0) {
        this.pos++;
        return;
      }
    }
    throw unclear('has a string that does not end');
  }
}

const unclear = (what: string) =>
  new LayoutError(`an object that was added ${what}, which readers can take differently`);

export interface PlainObject {
  num: number;
  gen: number;
  /** The length that the stream states; null if the object is not a stream. */
  streamLength: number | null;
}

/**
 * Requires an indirect object with plain syntax at the offset, and nothing in it that looks like the beginning or the end
 * of another one. Returns where it ends. Throws a LayoutError.
 */
export function requirePlainObject(
  bytes: Buffer,
  offset: number,
  limit: number,
  object: PlainObject,
): number {
  const text = bytes.toString('latin1', offset, limit);
  const cursor = new PlainText(text);
  const found = cursor.take(header);
  if (!found || Number(found[1]) !== object.num || Number(found[2]) !== object.gen)
    throw new LayoutError(`object ${object.num} is not where the cross-reference data says`);
  const start = cursor.pos;
  cursor.object();
  let stop = cursor.pos;
  if (object.streamLength === null) {
    if (!cursor.take(end)) throw unclear('does not end as an object does');
  } else {
    if (!cursor.take(streamStart)) throw unclear('has a stream that does not begin as one does');
    cursor.pos += object.streamLength;
    stop = cursor.pos;
    if (!cursor.take(streamEnd)) throw unclear('has a stream of another length than it states');
  }
  requireNoLandmark(text.slice(start, stop));
  return offset + cursor.pos;
}

/** Requires that nothing in the text looks like the beginning or the end of an object, or like a trailer. Throws a LayoutError. */
export function requireNoLandmark(text: string): void {
  if (landmark.test(text)) throw unclear('contains what looks like another one');
}

/** Requires that the text is one object with plain syntax, with at most white space around it. Throws a LayoutError. */
export function requireOnePlainObject(text: string): void {
  const cursor = new PlainText(text);
  cursor.object();
  if (!cursor.isAtEnd) throw unclear('is not one object');
}
