/** What a page's content (ISO 32000-2, 7.8.2) leaves open at its end, so that it can be closed before drawing on. */
import type { PdfObject } from '../objects.ts';
import { PdfRef, PdfStream } from '../objects.ts';
import type { PdfFile } from './file.ts';
import { CorruptStreamError, type DecodeBudget } from './filters.ts';
import { isRegular, isSpace } from './lexer.ts';

const MAX_CONTENT_BYTES = 128 * 1024 * 1024;
/** No reader follows deeper. */
const MAX_BRACKETS = 1000;

export interface ContentEnds {
  /** The page's content streams, in order. */
  streams: PdfRef[];
  /**
   * The whole content, decoded, if it ends within a string, an array, a dictionary or an inline image, cannot be
   * decoded to its end, or claims more bytes than it has: what comes behind it in the page's content would be lost.
   * Null for any other.
   */
  cutShort: Buffer | null;
  /** Operators to run before the content: one `q` for every `Q` that it has too many, and one of our own. */
  before: string;
  /** Closes paths, marked content, text objects and graphics states, down to the state before `before`. */
  after: string;
}

/** What stands around content that leaves nothing open and takes back nothing that it did not save. */
const PLAIN = { cutShort: null, before: 'q\n', after: '\nQ ' } as const;

/** Whether the content needs no more around it than any other: what `plainContentEnds` says then holds for it. */
export const endsPlainly = ({ cutShort, before, after }: ContentEnds): boolean =>
  cutShort === null && before === PLAIN.before && after === PLAIN.after;

/** What `contentEnds` says of content that is known to end plainly, without decoding it. */
export function plainContentEnds(file: PdfFile, contents: PdfObject | undefined): ContentEnds {
  return { streams: streamsOf(file, contents).map(({ ref }) => ref), ...PLAIN };
}

/**
 * Reads the content and says what to put around it. Throws a PdfError (`damaged`) if a reader could not show it:
 * it is behind an image filter or expands without bound. Corrupt data is taken as far as it can be decoded.
 */
export function contentEnds(file: PdfFile, contents: PdfObject | undefined): ContentEnds {
  const streams = streamsOf(file, contents);
  const scanner = new ContentScanner();
  const decoded: Buffer[] = [];
  const budget: DecodeBudget = { total: MAX_CONTENT_BYTES, perStream: MAX_CONTENT_BYTES };
  let corrupt = false;
  for (const { stream } of streams) {
    const bytes = decodedOrSalvaged(file, stream, budget);
    corrupt ||= bytes.corrupt || file.swallowing.has(stream);
    decoded.push(bytes.data, LINE_END);
    scanner.scan(bytes.data);
  }
  const cutShort = corrupt || scanner.isInside ? Buffer.concat(decoded) : null;
  const before = 'q\n'.repeat(1 + scanner.excess);
  return { streams: streams.map(({ ref }) => ref), cutShort, before, after: scanner.closing() };
}

/** The streams of a page's content; what else is listed there no reader shows. */
function streamsOf(
  file: PdfFile,
  contents: PdfObject | undefined,
): Array<{ ref: PdfRef; stream: PdfStream }> {
  const resolved = file.resolve(contents);
  const listed: readonly PdfObject[] = Array.isArray(resolved) ? resolved : [contents ?? null];
  const streams: Array<{ ref: PdfRef; stream: PdfStream }> = [];
  for (const item of listed) {
    const stream = file.resolve(item);
    if (!(item instanceof PdfRef && stream instanceof PdfStream)) continue;
    // Readers that mind the generation would find nothing behind a wrong one (7.3.10).
    streams.push({ ref: new PdfRef(item.num, file.generationOf(item.num) ?? item.gen), stream });
  }
  return streams;
}

const LINE_END = Buffer.from('\n');

/** A reader shows what comes before a fault. */
function decodedOrSalvaged(
  file: PdfFile,
  stream: PdfStream,
  budget: DecodeBudget,
): { data: Buffer; corrupt: boolean } {
  try {
    return { data: file.decode(stream, budget), corrupt: false };
  } catch (error) {
    if (!(error instanceof CorruptStreamError)) throw error;
    return { data: error.salvage(budget.perStream), corrupt: true };
  }
}

class ContentScanner {
  /** States saved and not yet restored. */
  #depth = 0;
  /** How many times `Q` came without a `q`. */
  excess = 0;
  #inText = false;
  /** A path has been begun and not painted: it would go on in what is drawn next (8.5.2). */
  #inPath = false;
  /** Marked-content sequences (14.6) that are open: a hidden one hides what follows. */
  #marked = 0;
  /** Arrays and dictionaries that are open; what stands in them is not carried out. */
  readonly #brackets: string[] = [];
  #stringLevel = 0;
  #inHexString = false;
  #inImage = false;

  /** The content so far ends within something that goes on with what follows. */
  get isInside(): boolean {
    return this.#stringLevel > 0 || this.#inHexString || this.#inImage || this.#brackets.length > 0;
  }

  scan(bytes: Buffer): void {
    const end = bytes.length;
    let pos = 0;
    if (this.#stringLevel > 0) pos = this.#string(bytes, pos);
    while (pos < end) {
      const code = bytes[pos]!;
      if (code === 40) {
        this.#stringLevel = 1;
        pos = this.#string(bytes, pos + 1);
      } else if (code === 60 && bytes[pos + 1] !== 60) {
        const close = bytes.indexOf(62, pos);
        this.#inHexString = close < 0;
        pos = close < 0 ? end : close + 1;
      } else if (code === 37) {
        while (pos < end && bytes[pos] !== 10 && bytes[pos] !== 13) pos++;
      } else if (code === 47) {
        pos++;
        while (pos < end && isRegular(bytes[pos])) pos++;
      } else if (isRegular(code)) {
        const start = pos;
        while (pos < end && isRegular(bytes[pos])) pos++;
        if (this.#brackets.length === 0) pos = this.#operator(bytes, start, pos);
      } else pos += this.#bracket(bytes, pos);
    }
  }

  /** Takes a bracket, or anything else that is no token, and returns its length. */
  #bracket(bytes: Buffer, pos: number): number {
    const code = bytes[pos];
    const twice = bytes[pos + 1] === code && (code === 60 || code === 62);
    const opened = this.#brackets.length < MAX_BRACKETS;
    if (code === 91 && opened) this.#brackets.push(']');
    else if (twice && code === 60 && opened) this.#brackets.push('>>');
    else if (this.#brackets.at(-1) === (twice ? '>>' : String.fromCharCode(code!))) this.#brackets.pop();
    return twice ? 2 : 1;
  }

  /** From inside a literal string to behind its end. */
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

  #operator(bytes: Buffer, start: number, end: number): number {
    const length = end - start;
    const first = bytes[start];
    if (length === 1) {
      if (first === 113) this.#depth++;
      else if (first === 81) {
        if (this.#depth > 0) this.#depth--;
        else this.excess++;
      } else this.#path(first!);
    } else if (length === 2 && first === 114 && bytes[start + 1] === 101) this.#inPath = true;
    else if (length === 2 && bytes[start + 1] === 42) this.#path(first!);
    else if (length === 3) this.#marks(bytes.toString('latin1', start, end));
    else if (length === 2 && bytes[start + 1] === 84) {
      if (first === 66) this.#inText = true;
      else if (first === 69) this.#inText = false;
    } else if (length === 2 && first === 73 && bytes[start + 1] === 68) return this.#image(bytes, end);
    return end;
  }

  /** From where an inline image's data starts to behind its end. */
  #image(bytes: Buffer, from: number): number {
    const end = inlineImageEnd(bytes, from);
    this.#inImage = end < 0;
    return end < 0 ? bytes.length : end;
  }

  /** By the operator's first letter: m l c v y h begin or continue a path; S s f F B b n, also with `*`, end it. */
  #path(letter: number): void {
    const operator = String.fromCharCode(letter);
    if ('mlcvyh'.includes(operator)) this.#inPath = true;
    else if ('SsfFBbn'.includes(operator)) this.#inPath = false;
  }

  #marks(operator: string): void {
    if (operator === 'BMC' || operator === 'BDC') this.#marked++;
    else if (operator === 'EMC' && this.#marked > 0) this.#marked--;
  }

  closing(): string {
    const path = this.#inPath ? 'n ' : '';
    const text = `${'EMC '.repeat(this.#marked)}${this.#inText ? 'ET ' : ''}`;
    return `\n${path}${text}${'Q '.repeat(this.#depth + 1)}`;
  }
}

/** Behind the `EI` that ends an inline image whose data starts here (8.9.7); -1 if there is none. */
function inlineImageEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf('EI', from, 'latin1'); at >= 0; at = bytes.indexOf('EI', at + 1, 'latin1')) {
    const next = bytes[at + 2];
    if (!isSpace(bytes[at - 1]) || (next !== undefined && !isSpace(next))) continue;
    // Image data may contain the letters; what follows the real ones reads as text.
    const following = bytes.subarray(at + 3, at + 13);
    if (following.every((code) => (code >= 32 && code < 127) || isSpace(code))) return at + 2;
  }
  return -1;
}
