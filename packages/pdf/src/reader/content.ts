/** What a page's content (ISO 32000-2, 7.8.2) leaves open at its end, so that it can be closed before drawing on. */
import type { PdfObject } from '../objects.ts';
import { PdfRef, PdfStream } from '../objects.ts';
import type { PdfFile } from './file.ts';
import { CorruptStreamError, type DecodeBudget } from './filters.ts';
import { isRegular, isSpace } from './lexer.ts';

const MAX_CONTENT_BYTES = 128 * 1024 * 1024;

export interface ContentEnds {
  /** The page's content streams, in order. */
  streams: PdfRef[];
  /** Operators to run before the content: one `q` for every `Q` that it has too many, and one of our own. */
  before: string;
  /** Closes open strings, text objects and graphics states, down to the state before `before`. */
  after: string;
}

/**
 * Reads the content and says what to put around it. Throws a PdfError (`damaged`) if a reader could not show it:
 * it is behind an image filter or expands without bound. Corrupt data is taken as it is.
 */
export function contentEnds(file: PdfFile, contents: PdfObject | undefined): ContentEnds {
  const resolved = file.resolve(contents);
  const listed: readonly PdfObject[] = Array.isArray(resolved) ? resolved : [contents ?? null];
  const scanner = new ContentScanner();
  const streams: PdfRef[] = [];
  const budget: DecodeBudget = { total: MAX_CONTENT_BYTES, perStream: MAX_CONTENT_BYTES };
  for (const item of listed) {
    const stream = file.resolve(item);
    if (!(item instanceof PdfRef && stream instanceof PdfStream)) continue;
    streams.push(item);
    try {
      scanner.scan(file.decode(stream, budget));
    } catch (error) {
      if (!(error instanceof CorruptStreamError)) throw error;
    }
  }
  return { streams, before: 'q\n'.repeat(1 + scanner.excess), after: scanner.closing() };
}

class ContentScanner {
  /** States saved and not yet restored. */
  #depth = 0;
  /** How many times `Q` came without a `q`. */
  excess = 0;
  #inText = false;
  #stringLevel = 0;
  #inHexString = false;

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
        pos = this.#operator(bytes, start, pos);
      } else pos++;
    }
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
      }
    } else if (length === 2 && bytes[start + 1] === 84) {
      if (first === 66) this.#inText = true;
      else if (first === 69) this.#inText = false;
    } else if (length === 2 && first === 73 && bytes[start + 1] === 68) return inlineImageEnd(bytes, end);
    return end;
  }

  closing(): string {
    const string =
      this.#stringLevel > 0 ? `${')'.repeat(this.#stringLevel)} ` : this.#inHexString ? '> ' : '';
    return `\n${string}${this.#inText ? 'ET ' : ''}${'Q '.repeat(this.#depth + 1)}`;
  }
}

/** Behind the `EI` that ends an inline image whose data starts here (8.9.7). */
function inlineImageEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf('EI', from, 'latin1'); at >= 0; at = bytes.indexOf('EI', at + 1, 'latin1')) {
    const next = bytes[at + 2];
    if (!isSpace(bytes[at - 1]) || (next !== undefined && !isSpace(next))) continue;
    // Image data may contain the letters; what follows the real ones reads as text.
    const following = bytes.subarray(at + 3, at + 13);
    if (following.every((code) => (code >= 32 && code < 127) || isSpace(code))) return at + 2;
  }
  return bytes.length;
}
