/** Reads cross-reference tables and streams, hybrid files and the chain of revisions (ISO 32000-2, 7.5.4 to 7.5.8). */

import { PdfDict, type PdfObject, PdfStream } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import { PdfFile, type Xref } from './file.ts';
import { DEFAULT_MAX_DECODED_BYTES, decodeBudget } from './filters.ts';
import { isSpace, type Lexer } from './lexer.ts';
import { isPlainObject } from './skim.ts';
import { type XrefEntry, type XrefSection, XrefTable } from './xref-table.ts';

/** The header must be within the first bytes. */
const HEADER_WINDOW = 1024;
const TAIL_WINDOW = 2048;
const MAX_SECTIONS = 10_000;

/** The offset of `%PDF-`, or -1. */
export function headerOffset(bytes: Buffer): number {
  return bytes.subarray(0, HEADER_WINDOW + 5).indexOf('%PDF-', 0, 'latin1');
}

/** A Buffer over the same memory. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Opens a file by its cross-reference data. Throws a PdfError: `not_a_pdf` without a header, `encrypted` if a
 * password is needed, `damaged` if the data is missing or contradicts itself. Later reads throw `too_complex` once
 * the streams have decoded to `maxDecodedBytes` in total.
 */
export function openPdf(input: Uint8Array, maxDecodedBytes = DEFAULT_MAX_DECODED_BYTES): PdfFile {
  const bytes = asBuffer(input);
  const header = headerOffset(bytes);
  if (header < 0) throw new PdfError('not_a_pdf', "This file isn't a PDF");
  const xref: Xref = { entries: new XrefTable(), trailer: new PdfDict(), startxref: 0, form: 'table' };
  const file = new PdfFile(bytes, xref, { budget: decodeBudget(maxDecodedBytes) });
  xref.startxref = findStartxref(file);
  readChain(file);
  if (!xref.trailer.get('Root')) throw new PdfError('damaged', 'the trailer has no reference to the catalog');
  file.unlock();
  return file;
}

/**
 * Opens an update that was just appended to `base`: the update's objects are read from the new bytes, all others from
 * `base`. Throws a PdfError (`damaged`) if its cross-reference data does not link to the unchanged newest section of
 * `base`, or if an object of the update cannot be read.
 */
export function openUpdate(bytes: Buffer, base: PdfFile): PdfFile {
  const older = base.xref;
  const end = base.bytes.length;
  const entries = new XrefTable(older.entries);
  const xref: Xref = { entries, trailer: new PdfDict(), startxref: 0, form: 'table' };
  const file = new PdfFile(bytes, xref, { below: base });
  const wrong = (what: string) => new PdfError('damaged', `the update ${what}`);
  xref.startxref = findStartxref(file);
  if (xref.startxref < end) throw wrong('has no cross-reference data of its own');
  const { trailer, form } = readSection(file, xref.startxref);
  if (form !== older.form || trailer.get('Prev') !== older.startxref)
    throw wrong('does not follow the newest section of the file');
  if (bytes.compare(base.bytes, older.startxref, end, older.startxref, end) !== 0)
    throw wrong('has changed the bytes before it');
  for (const [key, value] of [...trailer.map, ...older.trailer.map])
    if (!xref.trailer.map.has(key)) xref.trailer.map.set(key, value);
  if (integerOf(trailer.get('Size')) !== entries.size) throw wrong('does not say how many objects there are');
  file.security = base.security;
  const lexer = file.lexer(0);
  for (const num of entries.numbers()) {
    const entry = entries.get(num);
    if (!(entry && 'offset' in entry && entry.offset >= end)) throw wrong(`misplaces object ${num}`);
    lexer.pos = entry.offset;
    // Encrypted objects must be decrypted to be checked.
    if (file.security || !isPlainObject(lexer, num)) file.get(num);
  }
  return file;
}

function findStartxref(file: PdfFile): number {
  const { bytes } = file;
  let end = bytes.length;
  while (end > 0 && isSpace(bytes[end - 1])) end--;
  const at = bytes.subarray(0, end).lastIndexOf('startxref', undefined, 'latin1');
  if (at < 0 || at < end - TAIL_WINDOW) throw new PdfError('damaged', 'the end of the file is missing');
  const value = file.lexer(at + 9).takeInteger();
  if (value === null || value >= bytes.length)
    throw new PdfError('damaged', 'the file points to cross-reference data beyond its end');
  return value;
}

function readChain(file: PdfFile): void {
  const { xref } = file;
  const seen = new Set<number>();
  let next: number | null = xref.startxref;
  while (next !== null) {
    if (seen.has(next)) throw new PdfError('damaged', 'the cross-reference sections form a loop');
    if (seen.size >= MAX_SECTIONS) throw new PdfError('damaged', 'the file has too many revisions');
    seen.add(next);
    const section: { trailer: PdfDict; form: 'table' | 'stream' } = readSection(file, next);
    if (seen.size === 1) xref.form = section.form;
    const { repeated } = section.trailer;
    if (repeated) xref.trailer.repeated = [...(xref.trailer.repeated ?? []), ...repeated];
    // Members missing in a newer trailer are taken from older ones.
    for (const [key, value] of section.trailer.map)
      if (!xref.trailer.map.has(key)) xref.trailer.map.set(key, value);
    // Some producers write 0, the offset of the header, if there is no earlier section.
    next = integerOf(section.trailer.get('Prev')) || null;
    if (next !== null && (next < 0 || next >= file.bytes.length))
      throw new PdfError('damaged', 'an earlier cross-reference section is outside the file');
  }
  xref.sections = [...seen];
}

const integerOf = (value: PdfObject | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null;

function readSection(file: PdfFile, offset: number): { trailer: PdfDict; form: 'table' | 'stream' } {
  const lexer = file.lexer(offset);
  if (lexer.take('xref')) return { trailer: readTable(file, lexer), form: 'table' };
  return { trailer: readXrefStream(file, lexer), form: 'stream' };
}

function readTable(file: PdfFile, lexer: Lexer): PdfDict {
  const { entries } = file.xref;
  const free: number[] = [];
  const regular: XrefSection[] = [];
  for (;;) {
    const first = lexer.takeInteger();
    if (first === null) break;
    const count = lexer.takeInteger();
    if (count === null)
      throw new PdfError('damaged', `the cross-reference table is broken at byte ${lexer.pos}`);
    const section = takeRows(lexer, first, count);
    if (section) {
      if (section.first !== first) file.xref.misnumbered = true;
      regular.push(section);
      continue;
    }
    readRows(file, lexer, first, count, free);
  }
  if (!lexer.take('trailer')) throw new PdfError('damaged', 'the cross-reference table has no trailer');
  const trailer = lexer.readObject();
  if (!(trailer instanceof PdfDict)) throw new PdfError('damaged', 'the trailer is not a dictionary');
  const hidden = integerOf(trailer.get('XRefStm'));
  if (hidden !== null && hidden > 0 && hidden < file.bytes.length)
    readHybrid(file, file.lexer(hidden), regular, free);
  else for (const section of regular) entries.addSection(section);
  for (const num of free) entries.add(num, null);
  return trailer;
}

/** Reads rows in an unusual layout one by one; numbers of free ones are added to `free`. */
function readRows(file: PdfFile, lexer: Lexer, start: number, count: number, free: number[]): void {
  let first = start;
  for (let i = 0; i < count; i++) {
    lexer.skipSpace();
    if (takeRow(file, lexer, first + i)) continue;
    const position = lexer.pos;
    const place = lexer.takeInteger();
    const gen = place === null ? null : lexer.takeInteger();
    if (place === null || gen === null) {
      lexer.pos = position;
      return;
    }
    if (lexer.take('n')) {
      file.xref.entries.add(first + i, place === 0 ? null : { offset: place, gen });
      continue;
    }
    if (!lexer.take('f'))
      throw new PdfError('damaged', `the cross-reference table is broken at byte ${lexer.pos}`);
    // Some producers number the first section from 1 although it starts with the head of the free list.
    if (i === 0 && first === 1 && gen === 65535) {
      first = 0;
      file.xref.misnumbered = true;
    }
    free.push(first + i);
  }
}

/** In a hybrid file (7.5.8.4), a stream lists objects that the table marks as free. */
function readHybrid(file: PdfFile, stream: Lexer, sections: readonly XrefSection[], free: number[]): void {
  for (const { first, count, entryOf } of sections)
    for (let row = 0; row < count; row++) {
      const entry = entryOf(row);
      if (entry) file.xref.entries.add(first + row, entry);
      else free.push(first + row);
    }
  readXrefStream(file, stream);
}

const ROW = 20;
const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 48 && code <= 57;

/**
 * Registers rows in the standard twenty-byte layout (7.5.4), to be read when needed. Returns null without moving if
 * they have another layout.
 */
function takeRows(lexer: Lexer, start: number, count: number): XrefSection | null {
  const { bytes } = lexer;
  lexer.skipSpace();
  const from = lexer.pos;
  if (count < 1 || from + count * ROW > bytes.length) return null;
  for (let row = 0, at = from; row < count; row++, at += ROW) {
    const kind = bytes[at + 17];
    if (
      (kind !== 110 && kind !== 102) ||
      bytes[at + 10] !== 32 ||
      bytes[at + 16] !== 32 ||
      bytes[at + 18]! > 32 ||
      bytes[at + 19]! > 32 ||
      !isDigit(bytes[at]) ||
      !isDigit(bytes[at + 11])
    )
      return null;
  }
  lexer.pos = from + count * ROW - 2;
  // Some producers number the first section from 1 although it starts with the head of the free list.
  const head = start === 1 && bytes[from + 17] === 102 && bytes.toString('latin1', from + 11, from + 16);
  return {
    first: head === '65535' ? 0 : start,
    count,
    entryOf: (row) => readRow(bytes, from + row * ROW),
  };
}

function readRow(bytes: Buffer, at: number): XrefEntry | null {
  let place = 0;
  let gen = 0;
  for (let i = 0; i < 16; i++) {
    if (i === 10) continue;
    const digit = bytes[at + i]! - 48;
    if (digit < 0 || digit > 9)
      throw new PdfError('damaged', `the cross-reference table is broken at byte ${at + i}`);
    if (i < 10) place = place * 10 + digit;
    else gen = gen * 10 + digit;
  }
  return bytes[at + 17] === 102 || place === 0 ? null : { offset: place, gen };
}

/** Reads an in-use row in the standard layout (7.5.4), which nearly all files use. */
function takeRow(file: PdfFile, lexer: Lexer, num: number): boolean {
  const { bytes, pos } = lexer;
  if (
    bytes[pos + 17] !== 110 ||
    bytes[pos + 10] !== 32 ||
    bytes[pos + 16] !== 32 ||
    !isSpace(bytes[pos + 18])
  )
    return false;
  let place = 0;
  let gen = 0;
  for (let i = 0; i < 16; i++) {
    const digit = bytes[pos + i]! - 48;
    if (i === 10) continue;
    if (digit < 0 || digit > 9) return false;
    if (i < 10) place = place * 10 + digit;
    else gen = gen * 10 + digit;
  }
  file.xref.entries.add(num, place === 0 ? null : { offset: place, gen });
  lexer.pos = pos + 18;
  return true;
}

function readXrefStream(file: PdfFile, lexer: Lexer): PdfDict {
  const num = lexer.takeInteger();
  const gen = num === null ? null : lexer.takeInteger();
  if (num === null || gen === null || !lexer.take('obj'))
    throw new PdfError('damaged', `there is no cross-reference data at byte ${lexer.pos}`);
  const stream = file.readBody(lexer, num, gen);
  if (!(stream instanceof PdfStream && file.nameOf(stream.dict.get('Type')) === 'XRef'))
    throw new PdfError('damaged', 'the cross-reference data is not a cross-reference stream');
  const widths = (file.array(stream.dict.get('W')) ?? []).map((item) => integerOf(item) ?? -1);
  const [typeWidth, placeWidth, extraWidth] = [widths[0] ?? -1, widths[1] ?? -1, widths[2] ?? -1];
  const rowBytes = typeWidth + placeWidth + extraWidth;
  if (Math.min(typeWidth, placeWidth, extraWidth) < 0 || Math.max(...widths) > 8 || rowBytes < 1)
    throw new PdfError('damaged', 'a cross-reference stream has impossible field widths');
  const size = integerOf(stream.dict.get('Size')) ?? 0;
  const index = (file.array(stream.dict.get('Index')) ?? [0, size]).map((item) => integerOf(item) ?? -1);
  const listed = index.reduce((sum, count, at) => (at % 2 === 1 ? sum + count : sum), 0);
  // A predictor (7.4.4.4) adds a byte per row. One more byte lets the decoder detect the end of the data.
  const data = file.decode(stream, file.budget, listed * (rowBytes + 1) + 1);
  const field = (from: number, width: number): number => {
    let value = 0;
    for (let i = 0; i < width; i++) value = value * 256 + data[from + i]!;
    return value;
  };
  const entryAt = (at: number): XrefEntry | null => {
    const type = typeWidth === 0 ? 1 : field(at, typeWidth);
    const place = field(at + typeWidth, placeWidth);
    const extra = field(at + typeWidth + placeWidth, extraWidth);
    if (type === 1) return place === 0 ? null : { offset: place, gen: extra };
    return type === 2 ? { stream: place, index: extra } : null;
  };
  let row = 0;
  const rows = Math.floor(data.length / rowBytes);
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    const [first, wanted] = [index[pair]!, index[pair + 1]!];
    if (first < 0 || wanted < 0)
      throw new PdfError('damaged', 'a cross-reference stream has an impossible index');
    const from = row * rowBytes;
    const count = Math.min(wanted, rows - row);
    file.xref.entries.addSection({ first, count, entryOf: (at) => entryAt(from + at * rowBytes) });
    row += count;
  }
  return stream.dict;
}
