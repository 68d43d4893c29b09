/**
 * Object locations (ISO 32000-2, 7.5.4 and 7.5.8). Long sections stay in their file format, and a row is read when
 * its object is needed, so that files with many objects open quickly.
 */
import { PdfError } from '../ports/errors.ts';

/** Where an object is: at an offset, or inside an object stream. */
export type XrefEntry = { offset: number; gen: number } | { stream: number; index: number };

/** Consecutive rows with a known layout; `entryOf` reads one, counted from 0, and returns null for a free one. */
export interface XrefSection {
  first: number;
  count: number;
  entryOf(row: number): XrefEntry | null;
}

const INDEX_SPAN = 0x200000;
const MAX_ENTRIES = 2_000_000;
const HIGHEST_NUMBER = 0x7fffffff;
/** Shorter sections, and sections beyond the limit, are read at once: a lookup searches the sections in sequence. */
const LONG = 64;
const MAX_LONG = 32;

function pack(entry: XrefEntry | null): number {
  if (entry === null) return 0;
  return 'offset' in entry
    ? entry.offset * 65536 + Math.min(entry.gen, 65535)
    : -(entry.stream * INDEX_SPAN + Math.min(entry.index, INDEX_SPAN - 1));
}

function unpack(packed: number): XrefEntry | null {
  if (packed === 0) return null;
  if (packed > 0) return { offset: Math.floor(packed / 65536), gen: packed % 65536 };
  return { stream: Math.floor(-packed / INDEX_SPAN), index: -packed % INDEX_SPAN };
}

const isUsable = (num: number): boolean => Number.isSafeInteger(num) && num >= 0 && num <= HIGHEST_NUMBER;

/** Maps object numbers to locations. Entries added first are the newest. */
export class XrefTable {
  /** The table of the file that these entries update. */
  readonly #below: XrefTable | null;
  readonly #replaced = new Map<number, number>();
  /** Newest first: sections, and entries packed into one number each. */
  readonly #parts: Array<Map<number, number> | XrefSection> = [];
  #long = 0;
  /** The highest object number seen, plus one. */
  size: number;

  constructor(below: XrefTable | null = null) {
    this.#below = below;
    this.size = below?.size ?? 0;
  }

  /** Adds the entry unless a newer section has one. Null means free. */
  add(num: number, entry: XrefEntry | null): void {
    if (!isUsable(num)) return;
    let last = this.#parts.at(-1);
    if (!(last instanceof Map)) {
      last = new Map();
      this.#parts.push(last);
    }
    if (!last.has(num)) this.#put(last, num, entry);
  }

  /** Sets the entry, replacing any other. Null means free. */
  set(num: number, entry: XrefEntry | null): void {
    if (isUsable(num)) this.#put(this.#replaced, num, entry);
  }

  /** Adds the rows of a section unless newer ones have entries for them. */
  addSection(section: XrefSection): void {
    const { first, count } = section;
    if (count > MAX_ENTRIES) throw tooMany();
    if (count < LONG || this.#long >= MAX_LONG || first + count > HIGHEST_NUMBER) {
      for (let row = 0; row < count; row++) this.add(first + row, section.entryOf(row));
      return;
    }
    this.#long++;
    this.#parts.push(section);
    this.size = Math.max(this.size, first + count);
  }

  #put(entries: Map<number, number>, num: number, entry: XrefEntry | null): void {
    if (entries.size >= MAX_ENTRIES) throw tooMany();
    if (num >= this.size) this.size = num + 1;
    entries.set(num, pack(entry));
  }

  /**
   * Null if the number is free, undefined if this table (without the one below) has no entry. Throws a PdfError if
   * the row cannot be read.
   */
  own(num: number): XrefEntry | null | undefined {
    const replaced = this.#replaced.get(num);
    if (replaced !== undefined) return unpack(replaced);
    for (const part of this.#parts) {
      if (part instanceof Map) {
        const packed = part.get(num);
        if (packed !== undefined) return unpack(packed);
      } else if (num >= part.first && num < part.first + part.count) return part.entryOf(num - part.first);
    }
    return undefined;
  }

  /** Null for a number that is free or not listed. Throws a PdfError if its row cannot be read. */
  get(num: number): XrefEntry | null {
    const own = this.own(num);
    return own === undefined ? (this.#below?.get(num) ?? null) : own;
  }

  /** Every number in this table itself, once each. */
  numbers(): Iterable<number> {
    const { length } = this.#parts;
    if (length === 0) return this.#replaced.keys();
    const found = new Set(this.#replaced.keys());
    const note = (num: number): void => {
      if (found.size >= MAX_ENTRIES) throw tooMany();
      found.add(num);
    };
    for (const part of this.#parts)
      if (part instanceof Map) for (const num of part.keys()) note(num);
      else for (let row = 0; row < part.count; row++) note(part.first + row);
    return found;
  }
}

const tooMany = () => new PdfError('damaged', 'the file lists too many objects');
