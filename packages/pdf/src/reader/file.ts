/**
 * A PDF file read lazily (ISO 32000-2, 7.5): the cross-reference data when it is opened, then only the requested
 * objects. Any bytes lead to an object or a PdfError, never to a hang or a crash.
 */

import { PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import { type DecodeBudget, decodeBudget, decodeStream } from './filters.ts';
import { isSpace, Lexer, matchesAt } from './lexer.ts';
import { openSecurity, type Security } from './security.ts';
import type { XrefEntry, XrefTable } from './xref-table.ts';

export interface Xref {
  entries: XrefTable;
  trailer: PdfDict;
  /** Where the newest cross-reference section starts: the next revision's /Prev. */
  startxref: number;
  /** The form of the newest section. An update must use the same form. */
  form: 'table' | 'stream';
  /** The table numbers its objects from 1 instead of 0. They were read correctly. */
  misnumbered?: boolean;
  /** Offsets of all cross-reference sections of the /Prev chain, newest first. */
  sections?: readonly number[];
}

const MAX_REFERENCE_CHAIN = 32;
/** A /Length that is wrong by at most this many bytes does not reach the next object. */
const LENGTH_TOLERANCE = 16;

export class PdfFile {
  readonly bytes: Buffer;
  readonly xref: Xref;
  /** Objects were found by scanning instead of by cross-reference data. */
  readonly recovered: boolean;
  readonly budget: DecodeBudget;
  security: Security | null = null;
  /**
   * How many of the streams read so far extend into what follows (by their length, or because they have no end) or
   * have a length that is not a number.
   */
  overlongCount = 0;
  /** These streams. */
  readonly overlongStreams = new WeakSet<PdfStream>();
  /** The file that this one updates. Objects that the update does not contain are read from there. */
  readonly #below: PdfFile | null;
  readonly #names = new Map<string, PdfName>();
  readonly #objects = new Map<number, PdfObject>();
  readonly #objectStreams = new Map<number, { data: Buffer; offsets: Map<number, number> }>();
  readonly #loading = new Set<number>();

  constructor(
    bytes: Buffer,
    xref: Xref,
    options: { recovered?: boolean; below?: PdfFile; budget?: DecodeBudget } = {},
  ) {
    this.bytes = bytes;
    this.xref = xref;
    this.recovered = options.recovered ?? false;
    this.budget = options.budget ?? decodeBudget();
    this.#below = options.below ?? null;
  }

  /** Sets up decryption if the file is encrypted. Throws a PdfError (`encrypted`) if a password is needed. */
  unlock(): void {
    const encrypt = this.resolve(this.xref.trailer.get('Encrypt'));
    if (!(encrypt instanceof PdfDict)) return;
    const ids = this.resolve(this.xref.trailer.get('ID'));
    const first = Array.isArray(ids) ? this.resolve(ids[0]) : null;
    const id = first instanceof PdfString ? first.bytes : new Uint8Array(0);
    this.security = openSecurity(encrypt, id, (object) => this.resolve(object));
    const ref = this.xref.trailer.get('Encrypt');
    this.#objects.clear();
    this.#objectStreams.clear();
    // The encryption dictionary's own strings are never encrypted (7.6.2).
    if (ref instanceof PdfRef) this.#objects.set(ref.num, encrypt);
  }

  /** The object after following references; null if it is missing (7.3.10). */
  resolve(object: PdfObject | undefined): PdfObject {
    let current = object ?? null;
    for (let hops = 0; current instanceof PdfRef; hops++) {
      if (hops > MAX_REFERENCE_CHAIN) throw new PdfError('damaged', 'references form a loop');
      current = this.get(current.num);
    }
    return current;
  }

  /** Like `resolve`, but null unless it is a dictionary. */
  dict(object: PdfObject | undefined): PdfDict | null {
    const value = this.resolve(object);
    return value instanceof PdfDict ? value : null;
  }

  /** Like `resolve`, but null unless it is an array. */
  array(object: PdfObject | undefined): readonly PdfObject[] | null {
    const value = this.resolve(object);
    return Array.isArray(value) ? value : null;
  }

  /** Like `resolve`, but null unless it is a finite number. */
  number(object: PdfObject | undefined): number | null {
    const value = this.resolve(object);
    return typeof value === 'number' ? value : null;
  }

  /** The name's text, or null. */
  nameOf(object: PdfObject | undefined): string | null {
    const value = this.resolve(object);
    return value instanceof PdfName ? value.name : null;
  }

  /** An object by number; null if the file has none. Throws a PdfError if something else is at its offset. */
  get(num: number): PdfObject {
    const known = this.#objects.get(num);
    if (known !== undefined) return known;
    const entry = this.xref.entries.own(num);
    if (entry === undefined && this.#below) return this.#below.get(num);
    const object = this.#read(num, entry);
    if (entry) this.#objects.set(num, object);
    return object;
  }

  /** Like `get`, but without caching: for passes over all objects of a large file. */
  readOnce(num: number): PdfObject {
    const known = this.#objects.get(num);
    if (known !== undefined) return known;
    const entry = this.xref.entries.own(num);
    if (entry === undefined && this.#below) return this.#below.readOnce(num);
    return this.#read(num, entry);
  }

  #read(num: number, entry: XrefEntry | null | undefined): PdfObject {
    if (!entry) return null;
    if (this.#loading.has(num)) throw new PdfError('damaged', `object ${num} depends on itself`);
    this.#loading.add(num);
    try {
      return 'offset' in entry ? this.#readAt(num, entry.offset) : this.#readPacked(num, entry.stream);
    } finally {
      this.#loading.delete(num);
    }
  }

  /** The generation of a listed object; null for any other. */
  generationOf(num: number): number | null {
    const entry = this.xref.entries.get(num);
    if (!entry) return null;
    return 'offset' in entry ? entry.gen : 0;
  }

  /**
   * The decoded bytes of a stream; `expected` is their approximate number. Throws a PdfError if they are corrupt or
   * too large.
   */
  decode(stream: PdfStream, budget: DecodeBudget = this.budget, expected?: number): Buffer {
    return decodeStream(stream.dict, stream.bytes, (object) => this.resolve(object), budget, expected);
  }

  /** Whether `num gen obj` is at the offset. */
  hasHeaderAt(offset: number, num: number): boolean {
    const lexer = this.lexer(offset);
    return lexer.takeInteger() === num && lexer.takeInteger() !== null && this.#takeObj(lexer);
  }

  /** A lexer at the offset that shares this file's name cache. */
  lexer(offset: number): Lexer {
    return new Lexer(this.bytes, offset, this.bytes.length, this.#names);
  }

  #takeObj(lexer: Lexer): boolean {
    lexer.skipSpace();
    if (!matchesAt(lexer.bytes, lexer.pos, 'obj')) return false;
    lexer.pos += 3;
    return true;
  }

  #readAt(num: number, offset: number): PdfObject {
    const lexer = this.lexer(offset);
    const found = lexer.takeInteger();
    const gen = lexer.takeInteger();
    if (found !== num || gen === null || !this.#takeObj(lexer))
      throw new PdfError('damaged', `object ${num} is not where the cross-reference data says`);
    return this.readBody(lexer, num, gen);
  }

  /** Reads the object after `num gen obj`, with its stream if it has one, and moves the lexer past it. */
  readBody(lexer: Lexer, num: number, gen: number): PdfObject {
    const { security } = this;
    if (security) lexer.decryptString = (bytes) => security.decryptString(num, gen, bytes);
    if (lexer.take('endobj')) return null;
    const object = lexer.readObject();
    if (!(object instanceof PdfDict) || !lexer.take('stream')) return object;
    const before = this.overlongCount;
    const raw = this.#streamBytes(lexer, object);
    const stream = new PdfStream(object, security ? security.decryptStream(num, gen, object, raw) : raw);
    if (this.overlongCount > before) this.overlongStreams.add(stream);
    return stream;
  }

  /** Bytes between `stream` and `endstream` (7.3.8.1); a wrong /Length is replaced by a search. */
  #streamBytes(lexer: Lexer, dict: PdfDict): Buffer {
    const { bytes } = this;
    let start = lexer.pos;
    while (bytes[start] === 32 || bytes[start] === 9) start++;
    if (bytes[start] === 13) start++;
    if (bytes[start] === 10) start++;
    const declared = this.#declaredLength(dict);
    if (declared !== null && declared >= 0 && start + declared <= bytes.length) {
      lexer.pos = start + declared;
      while (isSpace(bytes[lexer.pos])) lexer.pos++;
      if (matchesAt(bytes, lexer.pos, 'endstream')) {
        lexer.pos += 9;
        return bytes.subarray(start, start + declared);
      }
      if (declared > 0 && matchesAt(bytes, lexer.pos, 'endobj')) {
        this.overlongCount++;
        return bytes.subarray(start, start + declared);
      }
    }
    let end = bytes.indexOf('endstream', start, 'latin1');
    if (end < 0) {
      end = bytes.indexOf('endobj', start, 'latin1');
      this.overlongCount++;
    }
    if (end < 0) throw new PdfError('damaged', `a stream that starts at byte ${start} never ends`);
    if (declared !== null && !(declared >= 0 && start + declared <= end + LENGTH_TOLERANCE))
      this.overlongCount++;
    lexer.pos = bytes[end + 3] === 115 ? end + 9 : end;
    if (bytes[end - 1] === 10) end--;
    if (bytes[end - 1] === 13) end--;
    return bytes.subarray(start, Math.max(start, end));
  }

  /** Null if there is none or it references a missing object; NaN if it is not a number. */
  #declaredLength(dict: PdfDict): number | null {
    const given = dict.get('Length');
    if (given === undefined) return null;
    if (!(given instanceof PdfRef)) return typeof given === 'number' ? given : Number.NaN;
    try {
      const length = this.resolve(given);
      return length === null || typeof length === 'number' ? length : Number.NaN;
    } catch (error) {
      if (error instanceof PdfError) return Number.NaN;
      throw error;
    }
  }

  #readPacked(num: number, streamNum: number): PdfObject {
    return this.#packedLexer(num, streamNum).readObject();
  }

  #packedLexer(num: number, streamNum: number): Lexer {
    const container = this.#objectStream(streamNum);
    const offset = container.offsets.get(num);
    if (offset === undefined)
      throw new PdfError('damaged', `object ${num} is not in object stream ${streamNum}`);
    return new Lexer(container.data, offset, container.data.length, this.#names);
  }

  /** An object of an object stream as it is written there. */
  packedText(num: number, streamNum: number): string {
    const lexer = this.#packedLexer(num, streamNum);
    const start = lexer.pos;
    lexer.readObject();
    return lexer.bytes.toString('latin1', start, lexer.pos);
  }

  /** The object numbers in an object stream (7.5.7). */
  numbersIn(streamNum: number): number[] {
    return [...this.#objectStream(streamNum).offsets.keys()];
  }

  #objectStream(num: number): { data: Buffer; offsets: Map<number, number> } {
    const known = this.#objectStreams.get(num);
    if (known) return known;
    const entry = this.xref.entries.get(num);
    if (entry && !('offset' in entry))
      throw new PdfError('damaged', `object stream ${num} is inside another object stream`);
    const stream = this.get(num);
    if (!(stream instanceof PdfStream)) throw new PdfError('damaged', `object stream ${num} is missing`);
    const count = this.number(stream.dict.get('N')) ?? 0;
    const first = this.number(stream.dict.get('First')) ?? 0;
    const data = this.decode(stream);
    const header = new Lexer(data, 0, Math.min(first, data.length));
    const offsets = new Map<number, number>();
    for (let i = 0; i < count; i++) {
      const member = header.takeInteger();
      const offset = header.takeInteger();
      if (member === null || offset === null || first + offset > data.length)
        throw new PdfError('damaged', `object stream ${num} does not match its header`);
      if (!offsets.has(member)) offsets.set(member, first + offset);
    }
    const result = { data, offsets };
    this.#objectStreams.set(num, result);
    // The compressed form is no longer needed.
    this.#objects.delete(num);
    return result;
  }
}
