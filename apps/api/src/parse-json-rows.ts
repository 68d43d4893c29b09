/** Splits a large JSON body that consists mainly of one list (RFC 8259) into texts that are parsed one at a time. */

/** Size of a piece; parsing it takes a few milliseconds. */
const pieceBytes = 262_144;

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const openBrace = 0x7b;
const closeBracket = 0x5d;
const closeBrace = 0x7d;
const comma = 0x2c;
const colon = 0x3a;

/** Parses one whole JSON text. Throws when it is not valid. */
export type ParseJson = (bytes: Buffer) => unknown;

/**
 * Yields first the parsed body whose list `member` holds at most its first element, then all elements of the list in pieces. A body
 * without such a list, or with several, is yielded whole, followed by its list if it has one. Throws what `parse` throws.
 */
export function* parseJsonRows(body: Buffer, member: string, parse: ParseJson): Generator<unknown> {
  const list = findList(body, Buffer.from(JSON.stringify(member)));
  if (!list) {
    const value = parse(body);
    yield value;
    const rows = (value as Record<string, unknown> | null)?.[member];
    if (Array.isArray(rows)) yield rows;
    return;
  }
  // The rest of the body is small. Parsing it shows whether the body is an object.
  const around = parse(Buffer.concat([body.subarray(0, list.start), body.subarray(list.end)]));
  let isFirst = true;
  let start = list.start;
  for (const end of [...list.cuts, list.end]) {
    const piece = Buffer.concat([Buffer.from('['), body.subarray(start, end), Buffer.from(']')]);
    const parsed = parse(piece) as unknown[];
    // An empty place between two commas, or after the last one, is not valid JSON.
    if (parsed.length === 0 && list.cuts.length > 0) parse(Buffer.from('[,]'));
    if (isFirst) {
      (around as Record<string, unknown>)[member] = parsed.slice(0, 1);
      yield around;
    }
    isFirst = false;
    if (parsed.length > 0) yield parsed;
    start = end + 1;
  }
}

/**
 * Where the elements of the list begin and end, and at which commas between them the list is split. Null when the body has no such list
 * or several. Only counts brackets; the parser checks the syntax.
 */
function findList(body: Buffer, name: Buffer): { start: number; end: number; cuts: number[] } | null {
  const list = new ListSearch(body, name);
  for (let at = 0; at < body.length; at += 1) {
    at = list.read(at);
    if (at === -1) return null;
  }
  const { start, end, cuts, depth } = list;
  return start !== -1 && end !== -1 && depth === 0 ? { start, end, cuts } : null;
}

class ListSearch {
  start = -1;
  end = -1;
  depth = 0;
  readonly cuts: number[] = [];
  readonly #body: Buffer;
  readonly #name: Buffer;
  #lastCut = 0;
  /** True when the next bracket at depth 1 begins the value of the member. */
  #isNamed = false;

  constructor(body: Buffer, name: Buffer) {
    this.#body = body;
    this.#name = name;
  }

  /** Reads the byte or the string at `at`. Returns its last position, or -1 when there is no such list. */
  read(at: number): number {
    const byte = this.#body[at]!;
    if (byte === quote) return this.#string(at);
    if (byte === openBracket || byte === openBrace) return this.#open(at, byte);
    if (byte === closeBracket || byte === closeBrace) {
      if (this.depth === 2 && this.#isInList) this.end = at;
      this.depth -= 1;
    } else if (byte === comma && this.depth === 2 && this.#isInList && at - this.#lastCut >= pieceBytes) {
      this.cuts.push(at);
      this.#lastCut = at;
    }
    return at;
  }

  get #isInList(): boolean {
    return this.start !== -1 && this.end === -1;
  }

  #string(at: number): number {
    const closing = endOfString(this.#body, at);
    if (closing === -1) return -1;
    if (this.depth === 1) {
      this.#isNamed = isKey(this.#body, closing) && this.#body.subarray(at, closing + 1).equals(this.#name);
      if (this.#isNamed && this.start !== -1) return -1;
    }
    return closing;
  }

  #open(at: number, byte: number): number {
    this.depth += 1;
    if (this.depth !== 2 || !this.#isNamed) return at;
    if (byte !== openBracket) return -1;
    this.start = at + 1;
    this.#lastCut = this.start;
    this.#isNamed = false;
    return at;
  }
}

/** The index of the closing quote of the string that opens at `at`, or -1. */
function endOfString(body: Buffer, at: number): number {
  for (let found = body.indexOf(quote, at + 1); found !== -1; found = body.indexOf(quote, found + 1)) {
    let back = found - 1;
    while (body[back] === backslash) back -= 1;
    if ((found - 1 - back) % 2 === 0) return found;
  }
  return -1;
}

/** True when a colon follows the string. */
function isKey(body: Buffer, closing: number): boolean {
  let at = closing + 1;
  while (body[at] === 0x20 || (body[at]! >= 0x09 && body[at]! <= 0x0d)) at += 1;
  return body[at] === colon;
}
