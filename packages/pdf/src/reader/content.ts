/**
 * Finds out what page content (ISO 32000-2, 7.8.2) leaves open at its end and whether all readers agree on how to
 * read it, so that it cannot hide or change what is drawn after it.
 */

import type { PdfObject } from '../model/objects.ts';
import { PdfRef, PdfStream } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import type { PdfFile } from './file.ts';
import { CorruptStreamError, type DecodeBudget } from './filters.ts';
import { isRegular, isSpace } from './lexer.ts';
import { isWellFormed, MAX_OPERANDS, type Operand } from './operators.ts';

/** Of one page. It is in memory up to three times: in pieces while it is decoded, as a whole, and as a copy that is isolated. */
export const MAX_CONTENT_BYTES = 64 * 1024 * 1024;
/** Decoded streams that are kept because other pages may have them too. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/** No reader supports deeper nesting. */
const MAX_BRACKETS = 1000;
/** Graphics states and marked content left open, and states restored without being saved. Each needs an operator in the sealed file. */
const MAX_OPEN = 10_000;

export interface ContentEnds {
  /** The page's content streams in order. */
  streams: PdfRef[];
  /**
   * The decoded content if it must be isolated, else null. It must be if its data is corrupt or shorter than
   * declared, if it ends within a token, an operation, an array, a dictionary or an inline image, or if an operator
   * is unknown or lacks operands. Readers disagree on such content, and some drop everything after it on the page.
   */
  isolated: Buffer | null;
  /** Operators to insert before the content: one `q` for every unmatched `Q`, and one more. */
  before: string;
  /**
   * Operators to append: they close paths, marked content, text objects and graphics states, down to the state before
   * `before`.
   */
  after: string;
}

/** The operators around content that leaves nothing open and restores only what it saved. */
const SELF_CONTAINED = { isolated: null, before: 'q\n', after: '\nQ ' } as const;

/** Whether the content leaves nothing open; then `selfContainedEnds` returns the same. */
export const isSelfContained = ({ isolated, before, after }: ContentEnds): boolean =>
  isolated === null && before === SELF_CONTAINED.before && after === SELF_CONTAINED.after;

/** The result of `contentEnds` for content that is known to be self-contained, without decoding it. */
export function selfContainedEnds(file: PdfFile, contents: PdfObject | undefined): ContentEnds {
  return { streams: streamsOf(file, contents).map(({ ref }) => ref), ...SELF_CONTAINED };
}

/**
 * Reads the content and returns the operators to put around it. Content and streams shared by several pages are read
 * once. Corrupt data is used as far as it can be decoded. Throws a PdfError: `damaged` if the content is behind an
 * image filter, which no reader could show, `too_complex` if the page or the file decodes to more than its limit.
 */
export function contentEnds(file: PdfFile, contents: PdfObject | undefined): ContentEnds {
  const streams = streamsOf(file, contents);
  const memory = memoryOf(file);
  const key = streams.map(({ ref }) => ref.num).join(' ');
  const known = memory.ends.get(key) ?? (memory.last?.key === key ? memory.last.ends : null);
  if (known) {
    // Isolated content is written to the file again for each page.
    if (known.isolated) spend(file, known.isolated.length);
    return known;
  }
  const ends = readEnds(file, streams, memory);
  // Isolated content is large: keep only the last.
  if (ends.isolated) memory.last = { key, ends };
  else memory.ends.set(key, ends);
  return ends;
}

function readEnds(file: PdfFile, streams: readonly ContentStream[], memory: ContentMemory): ContentEnds {
  const scanner = new ContentScanner();
  const { pieces, corrupt } = decodeStreams(file, streams, memory);
  for (const piece of pieces) scanner.scan(piece);
  const isolated = corrupt || scanner.hasToBeIsolated ? joined(pieces) : null;
  const after = scanner.closing();
  const before = 'q\n'.repeat(1 + scanner.excess);
  return { streams: streams.map(({ ref }) => ref), isolated, before, after };
}

/** The page's content, decoded as far as possible. Throws a PdfError where `contentEnds` does. */
export function decodedContent(file: PdfFile, contents: PdfObject | undefined): Buffer {
  return joined(decodeStreams(file, streamsOf(file, contents), memoryOf(file)).pieces);
}

const joined = (pieces: readonly Buffer[]): Buffer =>
  Buffer.concat(pieces.flatMap((piece) => [piece, LINE_END]));

function decodeStreams(
  file: PdfFile,
  streams: readonly ContentStream[],
  memory: ContentMemory,
): { pieces: Buffer[]; corrupt: boolean } {
  let left = MAX_CONTENT_BYTES;
  let corrupt = false;
  const pieces = streams.map(({ stream }) => {
    const decoded = decodedOnce(file, stream, left, memory);
    left -= decoded.data.length;
    corrupt ||= decoded.corrupt || file.overlongStreams.has(stream);
    return decoded.data;
  });
  return { pieces, corrupt };
}

interface Decoded {
  data: Buffer;
  corrupt: boolean;
}

/** Cache of the contents of one file. */
interface ContentMemory {
  /** By object numbers of the streams. */
  ends: Map<string, ContentEnds>;
  last: { key: string; ends: ContentEnds } | null;
  decoded: Map<PdfStream, Decoded>;
  decodedBytes: number;
}

const memories = new WeakMap<PdfFile, ContentMemory>();

function memoryOf(file: PdfFile): ContentMemory {
  const memory = memories.get(file) ?? { ends: new Map(), last: null, decoded: new Map(), decodedBytes: 0 };
  memories.set(file, memory);
  return memory;
}

/** Decodes a stream to at most `most` bytes; caches the newest streams within `MAX_KEPT_BYTES`. */
function decodedOnce(file: PdfFile, stream: PdfStream, most: number, memory: ContentMemory): Decoded {
  const known = memory.decoded.get(stream);
  if (known && known.data.length <= most) return known;
  const limit = Math.min(most, file.budget.total);
  const decoded = decodedOrSalvaged(file, stream, { total: limit, perStream: limit });
  spend(file, decoded.data.length);
  if (decoded.data.length > MAX_KEPT_BYTES) return decoded;
  memory.decoded.set(stream, decoded);
  memory.decodedBytes += decoded.data.length;
  for (const [oldest, { data }] of memory.decoded) {
    if (memory.decodedBytes <= MAX_KEPT_BYTES) break;
    memory.decoded.delete(oldest);
    memory.decodedBytes -= data.length;
  }
  return decoded;
}

function spend(file: PdfFile, bytes: number): void {
  if (bytes > file.budget.total)
    throw new PdfError('too_complex', 'the streams of the file decode to more bytes in total than the limit');
  file.budget.total -= bytes;
}

interface ContentStream {
  ref: PdfRef;
  stream: PdfStream;
}

/** The streams of a page's content. Readers ignore other entries. */
function streamsOf(file: PdfFile, contents: PdfObject | undefined): ContentStream[] {
  const resolved = file.resolve(contents);
  const listed: readonly PdfObject[] = Array.isArray(resolved) ? resolved : [contents ?? null];
  const streams: ContentStream[] = [];
  for (const item of listed) {
    const stream = file.resolve(item);
    if (!(item instanceof PdfRef && stream instanceof PdfStream)) continue;
    // Strict readers would not find the stream by a wrong generation (7.3.10).
    streams.push({ ref: new PdfRef(item.num, file.generationOf(item.num) ?? item.gen), stream });
  }
  return streams;
}

const LINE_END = Buffer.from('\n');

/** Readers show the content before a fault. */
function decodedOrSalvaged(file: PdfFile, stream: PdfStream, budget: DecodeBudget): Decoded {
  try {
    return { data: file.decode(stream, budget), corrupt: false };
  } catch (error) {
    if (!(error instanceof CorruptStreamError)) throw error;
    return { data: error.salvage(budget.perStream), corrupt: true };
  }
}

class ContentScanner {
  /** Graphics states saved and not yet restored. */
  #depth = 0;
  /** The number of `Q` without a matching `q`. */
  excess = 0;
  #inText = false;
  /** A path was begun and not painted: it would continue in what is drawn next (8.5.2). */
  #inPath = false;
  /** Open marked-content sequences (14.6): a hidden one hides what follows. */
  #marked = 0;
  /** Open arrays and dictionaries; their contents are not executed. */
  readonly #brackets: string[] = [];
  /** The kinds of the operands since the last operator. */
  #operands: Operand[] = [];
  #stringLevel = 0;
  #inHexString = false;
  #inImageHead = false;
  #inImage = false;
  #isMalformed = false;

  /** Readers may disagree on the content, or its last token continues in what follows. */
  get hasToBeIsolated(): boolean {
    const isInside =
      this.#stringLevel > 0 ||
      this.#inHexString ||
      this.#inImageHead ||
      this.#inImage ||
      this.#brackets.length > 0;
    return this.#isMalformed || isInside || this.#operands.length > 0;
  }

  scan(bytes: Buffer): void {
    const end = bytes.length;
    let pos = 0;
    if (this.#stringLevel > 0) pos = this.#string(bytes, pos);
    while (pos < end) {
      const code = bytes[pos]!;
      if (isRegular(code)) pos = this.#word(bytes, pos, regularEnd(bytes, pos));
      else if (isSpace(code)) pos++;
      else if (code === 40) {
        this.#operand('s');
        this.#stringLevel = 1;
        pos = this.#string(bytes, pos + 1);
      } else if (code === 60 && bytes[pos + 1] !== 60) {
        pos = this.#hexString(bytes, pos);
      } else if (code === 37) pos = commentEnd(bytes, pos);
      else if (code === 47) pos = this.#name(bytes, pos + 1);
      else pos += this.#bracket(bytes, pos);
    }
  }

  #operand(kind: Operand): void {
    if (this.#brackets.length > 0 || this.#inImageHead) return;
    if (this.#operands.length < MAX_OPERANDS) this.#operands.push(kind);
    else this.#isMalformed = true;
  }

  /** Skips a hexadecimal string to after its end. */
  #hexString(bytes: Buffer, from: number): number {
    this.#operand('s');
    const close = bytes.indexOf(62, from);
    this.#inHexString = close < 0;
    return close < 0 ? bytes.length : close + 1;
  }

  /** Skips a name, from after its slash. */
  #name(bytes: Buffer, from: number): number {
    const end = regularEnd(bytes, from);
    if (end === from) this.#isMalformed = true;
    this.#operand('/');
    return end;
  }

  /** Reads a bracket and returns its length. */
  #bracket(bytes: Buffer, pos: number): number {
    const code = bytes[pos];
    const twice = bytes[pos + 1] === code && (code === 60 || code === 62);
    const opens = code === 91 || (twice && code === 60);
    if (opens) {
      this.#operand(code === 91 ? '[' : '<');
      if (this.#brackets.length < MAX_BRACKETS) this.#brackets.push(code === 91 ? ']' : '>>');
      else this.#isMalformed = true;
    } else if (this.#brackets.at(-1) === (twice ? '>>' : String.fromCharCode(code!))) this.#brackets.pop();
    else this.#isMalformed = true;
    return twice ? 2 : 1;
  }

  /** Skips from inside a literal string to after its end. */
  #string(bytes: Buffer, from: number): number {
    let pos = from;
    for (; pos < bytes.length && this.#stringLevel > 0; pos++) {
      const code = bytes[pos];
      if (code === 92) pos++;
      else if (code === 40) this.#stringLevel++;
      else if (code === 41) this.#stringLevel--;
    }
    return pos;
  }

  /** Reads a number, a keyword or an operator, and returns the position after it. */
  #word(bytes: Buffer, start: number, end: number): number {
    if (isNumber(bytes, start, end)) {
      this.#operand('n');
      return end;
    }
    const word = bytes.toString('latin1', start, Math.min(end, start + LONGEST_OPERATOR + 1));
    if (word === 'true' || word === 'false' || word === 'null') {
      this.#operand('o');
      return end;
    }
    if (this.#brackets.length > 0) {
      this.#isMalformed = true;
      return end;
    }
    if (this.#inImageHead !== (word === 'ID') || !isWellFormed(word, this.#operands))
      this.#isMalformed = true;
    this.#operands = [];
    this.#inImageHead = false;
    return this.#execute(word, bytes, end);
  }

  #execute(operator: string, bytes: Buffer, end: number): number {
    switch (operator) {
      case 'q':
        this.#depth++;
        break;
      case 'Q':
        if (this.#depth > 0) this.#depth--;
        else this.excess++;
        break;
      case 'BT':
        this.#inText = true;
        break;
      case 'ET':
        this.#inText = false;
        break;
      case 'BMC':
      case 'BDC':
        this.#marked++;
        break;
      case 'EMC':
        if (this.#marked > 0) this.#marked--;
        break;
      case 'BI':
        this.#inImageHead = true;
        break;
      case 'ID':
        return this.#image(bytes, end);
      default:
        if (CONTINUES_PATH.has(operator)) this.#inPath = true;
        else if (ENDS_PATH.has(operator)) this.#inPath = false;
    }
    return end;
  }

  /** Skips from the start of an inline image's data to after its end. */
  #image(bytes: Buffer, from: number): number {
    const end = inlineImageEnd(bytes, from);
    this.#inImage = end < 0;
    return end < 0 ? bytes.length : end;
  }

  /** Throws a PdfError, `too_complex`, if too much is open. */
  closing(): string {
    if (Math.max(this.#depth, this.#marked, this.excess) > MAX_OPEN)
      throw new PdfError('too_complex', `the content of a page leaves more than ${MAX_OPEN} operators open`);
    const path = this.#inPath ? 'n ' : '';
    const text = `${'EMC '.repeat(this.#marked)}${this.#inText ? 'ET ' : ''}`;
    return `\n${path}${text}${'Q '.repeat(this.#depth + 1)}`;
  }
}

const LONGEST_OPERATOR = 5;
const CONTINUES_PATH: ReadonlySet<string> = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're']);
const ENDS_PATH: ReadonlySet<string> = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'n']);

/** The end of the regular characters from here. */
function regularEnd(bytes: Buffer, from: number): number {
  let pos = from;
  while (pos < bytes.length && isRegular(bytes[pos])) pos++;
  return pos;
}

function commentEnd(bytes: Buffer, from: number): number {
  let pos = from;
  while (pos < bytes.length && bytes[pos] !== 10 && bytes[pos] !== 13) pos++;
  return pos;
}

/** Only digits, signs and points: readers accept all such words as numbers, including `--5` and `1.2.3`. */
function isNumber(bytes: Buffer, start: number, end: number): boolean {
  for (let pos = start; pos < end; pos++) {
    const code = bytes[pos]!;
    if ((code < 48 || code > 57) && code !== 45 && code !== 46 && code !== 43) return false;
  }
  return true;
}

/** The position after the `EI` that ends an inline image whose data starts here (8.9.7); -1 if there is none. */
export function inlineImageEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf('EI', from, 'latin1'); at >= 0; at = bytes.indexOf('EI', at + 1, 'latin1')) {
    const next = bytes[at + 2];
    if (!isSpace(bytes[at - 1]) || (next !== undefined && !isSpace(next))) continue;
    // Image data may contain "EI" too; after the real end, the bytes look like text.
    const following = bytes.subarray(at + 3, at + 13);
    if (following.every((code) => (code >= 32 && code < 127) || isSpace(code))) return at + 2;
  }
  return -1;
}
