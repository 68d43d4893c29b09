/**
 * Recovers files whose cross-reference data is missing or wrong: every `N G obj` is found by scanning, the last
 * definition of a number wins, and the trailer or cross-reference stream leads to the catalog. The result must be
 * rewritten (`update/rewrite.ts`), never appended to.
 */

import { PdfDict, type PdfObject, PdfRef, PdfStream } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import { PdfFile, type Xref } from './file.ts';
import { decodeBudget } from './filters.ts';
import { isRegular, isSpace, matchesAt } from './lexer.ts';
import { asBuffer, headerOffset } from './open.ts';
import { XrefTable } from './xref-table.ts';

/** The limit for broken objects, and for trailers: each may need a search to the end of the file. */
const MAX_BROKEN = 100;

/**
 * Opens a file by scanning it. Throws a PdfError: `not_a_pdf` if it has no objects, `encrypted` if it needs a
 * password, `damaged` if no trailer leads to a catalog, `too_complex` if its streams decode to more than
 * `maxDecodedBytes` in total.
 */
export function recoverPdf(input: Uint8Array, maxDecodedBytes?: number): PdfFile {
  const bytes = asBuffer(input);
  if (headerOffset(bytes) < 0) throw new PdfError('not_a_pdf', "This file isn't a PDF");
  const xref: Xref = { entries: new XrefTable(), trailer: new PdfDict(), startxref: 0, form: 'table' };
  const options = { recovered: true, budget: decodeBudget(maxDecodedBytes) };
  const scanner = new PdfFile(bytes, xref, options);
  const { objectStreams, trailers } = scanObjects(scanner);
  if (xref.entries.size === 0) throw new PdfError('not_a_pdf', 'the file holds no objects');
  collectTrailers(scanner, trailers);
  if (!(xref.trailer.get('Root') instanceof PdfRef))
    throw new PdfError('damaged', 'the file has lost its end, which says where everything is');
  const file = new PdfFile(bytes, xref, options);
  file.unlock();
  unpackObjectStreams(file, objectStreams);
  requireCatalog(file);
  return file;
}

interface Trailer {
  offset: number;
  dict: PdfDict;
}

/**
 * Entries of a cross-reference stream that describe the file (ISO 32000-2, 7.5.8.2); the others describe the stream.
 */
const TRAILER_KEYS = ['Root', 'Info', 'ID', 'Encrypt'];

/**
 * Fills the table with every object header in file order; returns the numbers of object streams, and the trailer
 * entries of cross-reference streams.
 */
function scanObjects(file: PdfFile): { objectStreams: number[]; trailers: Trailer[] } {
  const { bytes } = file;
  const objectStreams: number[] = [];
  const trailers: Trailer[] = [];
  let broken = 0;
  for (let pos = 0; ; ) {
    const at = bytes.indexOf('obj', pos, 'latin1');
    if (at < 0) return { objectStreams, trailers };
    pos = at + 3;
    const header = headerBefore(bytes, at);
    if (!header) continue;
    const lexer = file.lexer(pos);
    try {
      const object = file.readBody(lexer, header.num, header.gen);
      file.xref.entries.set(header.num, { offset: header.offset, gen: header.gen });
      // Bytes inside a stream may look like objects but are none.
      if (object instanceof PdfStream) {
        pos = lexer.pos;
        const type = file.nameOf(object.dict.get('Type'));
        if (type === 'ObjStm') objectStreams.push(header.num);
        if (type === 'XRef' && trailers.length < MAX_BROKEN)
          trailers.push({ offset: header.offset, dict: withoutStreamKeys(object.dict) });
      }
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      if (++broken > MAX_BROKEN) throw new PdfError('damaged', 'too much of the file is broken');
    }
  }
}

function withoutStreamKeys(dict: PdfDict): PdfDict {
  return new PdfDict([...dict.map].filter(([key]) => TRAILER_KEYS.includes(key)));
}

/** Reads `N G ` backwards from the word `obj`. */
function headerBefore(bytes: Buffer, at: number): { num: number; gen: number; offset: number } | null {
  let pos = at;
  const back = (accept: (code: number) => boolean, limit: number): number => {
    const from = pos;
    while (pos > 0 && from - pos < limit && accept(bytes[pos - 1]!)) pos--;
    return from - pos;
  };
  const digit = (code: number) => code >= 48 && code <= 57;
  back(isSpace, 16);
  const genEnd = pos;
  if (back(digit, 5) === 0) return null;
  const gen = Number(bytes.toString('latin1', pos, genEnd));
  if (back(isSpace, 16) === 0) return null;
  const numEnd = pos;
  if (back(digit, 10) === 0) return null;
  if (pos > 0 && isRegular(bytes[pos - 1]) && !endsWithWord(bytes, pos)) return null;
  return { num: Number(bytes.toString('latin1', pos, numEnd)), gen, offset: pos };
}

/** `endobj12 0 obj`, as some producers write. */
function endsWithWord(bytes: Buffer, pos: number): boolean {
  return pos >= 6 && matchesAt(bytes, pos - 6, 'endobj');
}

/** The newest trailer with a catalog wins; older ones supply missing entries. */
function collectTrailers(file: PdfFile, ofStreams: readonly Trailer[]): void {
  const { bytes, xref } = file;
  const found: Trailer[] = ofStreams.filter(({ dict }) => dict.get('Root') instanceof PdfRef);
  let tried = 0;
  for (
    let at = bytes.indexOf('trailer', 0, 'latin1');
    at >= 0;
    at = bytes.indexOf('trailer', at + 7, 'latin1')
  ) {
    if (++tried > MAX_BROKEN) throw new PdfError('damaged', 'the file has too many trailers');
    const dict = trailerAt(file, at + 7);
    if (dict?.get('Root') instanceof PdfRef) found.push({ offset: at, dict });
  }
  found.sort((left, right) => right.offset - left.offset);
  for (const { dict } of found)
    for (const [key, value] of dict.map) if (!xref.trailer.map.has(key)) xref.trailer.map.set(key, value);
}

/** The trailer dictionary; if it is cut off, the reference to the catalog in it. */
function trailerAt(file: PdfFile, offset: number): PdfDict | null {
  try {
    const trailer = file.lexer(offset).readObject();
    return trailer instanceof PdfDict ? trailer : null;
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
  }
  const text = file.bytes.toString('latin1', offset, offset + 1024);
  const root = /\/Root\s+(\d{1,10})\s+(\d{1,5})\s+R/.exec(text);
  if (!root || text.includes('/Encrypt')) return null;
  return new PdfDict([['Root', new PdfRef(Number(root[1]), Number(root[2]))]]);
}

function isDict(file: PdfFile, object: PdfObject | undefined): boolean {
  try {
    return file.dict(object) !== null;
  } catch (error) {
    if (error instanceof PdfError) return false;
    throw error;
  }
}

/** The last definition of a number in the file wins, whether a plain object or a member of an object stream. */
function unpackObjectStreams(file: PdfFile, objectStreams: number[]): void {
  const { entries } = file.xref;
  for (const num of objectStreams) {
    const container = entries.get(num);
    if (!container || !('offset' in container)) continue;
    try {
      for (const [index, member] of file.numbersIn(num).entries()) {
        const known = entries.get(member);
        if (known && 'offset' in known && known.offset > container.offset) continue;
        entries.set(member, { stream: num, index });
      }
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
    }
  }
}

/** Do not fall back to an older catalog: it could be another document. */
function requireCatalog(file: PdfFile): void {
  const root = file.xref.trailer.get('Root');
  if (!isDict(file, root) || !isDict(file, file.dict(root)!.get('Pages')))
    throw new PdfError('damaged', 'the file has no catalog that leads to pages');
}
