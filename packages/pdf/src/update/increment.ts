/**
 * One revision appended to a file (ISO 32000-2, 7.5.6). The existing bytes are unchanged, so earlier signatures keep
 * their digests, and the cross-reference data has the form of the file's newest section.
 */
import {
  dict,
  name,
  type ObjectSink,
  PdfDict,
  type PdfObject,
  type PdfRaw,
  PdfRef,
  PdfString,
} from '../model/objects.ts';
import type { PdfFile } from '../reader/file.ts';
import { ByteWriter } from './serialize.ts';

/** Trailer entries that describe one cross-reference section, not the document. */
const SECTION_KEYS = ['Prev', 'XRefStm', 'Length', 'Filter', 'DecodeParms', 'W', 'Index', 'Type', 'Size'];

/** Readers do not support higher object numbers (ISO 32000-1, annex C). */
const HIGHEST_NUMBER = 8_388_607;
/** How many object numbers are reserved for one revision. */
const ROOM = 1_000_000;
const ROOM_STARTS_BELOW = HIGHEST_NUMBER - ROOM;

/** The largest object number below a limit, plus one. Enough numbers for a revision follow it, most of them unused. */
function behindLargestBelow(file: PdfFile, limit: number): number {
  let largest = 0;
  for (const num of file.xref.entries.numbers()) if (num < limit && num > largest) largest = num;
  return largest + 1;
}

interface Appended {
  num: number;
  gen: number;
  object: PdfObject;
  /** Its offset in the file, once it has been written. */
  offset: number;
}

export class Increment implements ObjectSink {
  readonly file: PdfFile;
  readonly #appended: Appended[] = [];
  /** Replaced objects, by number. */
  readonly #replacing = new Map<number, Appended>();
  #next: number;
  /** Numbers that the file uses, from the first number of the revision on. */
  readonly #used = new Set<number>();
  readonly #maxBytes: number | undefined;

  /** `finish` throws a PdfError, `too_complex`, if the revision has more than `maxBytes`. */
  constructor(file: PdfFile, maxBytes?: number) {
    this.file = file;
    this.#maxBytes = maxBytes;
    const declared = Math.ceil(file.number(file.xref.trailer.get('Size')) ?? 0);
    const next = Math.max(file.xref.entries.size, Math.min(declared, HIGHEST_NUMBER), 1);
    this.#next = next < ROOM_STARTS_BELOW ? next : behindLargestBelow(file, ROOM_STARTS_BELOW);
    if (this.#next < next)
      for (const num of file.xref.entries.numbers()) if (num >= this.#next) this.#used.add(num);
  }

  #number(): number {
    while (this.#used.has(this.#next)) this.#next++;
    return this.#next++;
  }

  add(object: PdfObject): PdfRef {
    const num = this.#number();
    this.#appended.push({ num, gen: 0, object, offset: 0 });
    return new PdfRef(num);
  }

  /** Replaces an object of the file, or an earlier replacement. */
  replace({ num }: PdfRef, object: PdfObject): void {
    const before = this.#replacing.get(num);
    if (before) {
      before.object = object;
      return;
    }
    const entry = this.file.xref.entries.get(num);
    const gen = entry && 'offset' in entry ? entry.gen : 0;
    const appended = { num, gen, object, offset: 0 };
    this.#replacing.set(num, appended);
    this.#appended.push(appended);
  }

  /**
   * The whole file with the revision appended, and the offset of each PdfRaw. `id` becomes the second part of /ID.
   * The buffer is new and may be patched in place.
   */
  finish(id: Uint8Array): { bytes: Buffer; rawOffsets: Map<PdfRaw, number> } {
    const { file } = this;
    const original = file.bytes;
    const writer = new ByteWriter(original.length, file.security, this.#maxBytes);
    if (original[original.length - 1] !== 10) writer.text('\n');
    this.#appended.sort((a, b) => a.num - b.num);
    for (const appended of this.#appended)
      appended.offset = writer.indirect(appended.num, appended.gen, appended.object);
    const startxref = writer.offset;
    if (file.xref.form === 'table') this.#table(writer, id);
    else this.#stream(writer, id);
    writer.text(`startxref\n${startxref}\n%%EOF\n`);
    return { bytes: writer.finish(original), rawOffsets: writer.rawOffsets };
  }

  #trailer(size: number, id: Uint8Array): PdfDict {
    const trailer = new PdfDict();
    for (const [key, value] of this.file.xref.trailer.map)
      if (!SECTION_KEYS.includes(key)) trailer.set(key, value);
    const first = this.file.resolve(this.file.array(trailer.get('ID'))?.[0]);
    const second = new PdfString(id, true);
    // The key of an encrypted file depends on its first identifier, or on an empty one if there is none
    // (7.6.4.3.2).
    const unnamed = this.file.security ? new PdfString(new Uint8Array(0), true) : second;
    trailer.set('ID', [first instanceof PdfString ? new PdfString(first.bytes, true) : unnamed, second]);
    const whole = Math.max(size, this.file.xref.entries.size);
    return trailer.set('Size', whole).set('Prev', this.file.xref.startxref);
  }

  #table(writer: ByteWriter, id: Uint8Array): void {
    writer.text('xref\n');
    let row = 0;
    for (const [first, count] of runs(this.#appended)) {
      writer.text(`${first} ${count}\n`);
      for (const end = row + count; row < end; row++) {
        const { offset, gen } = this.#appended[row]!;
        writer.padded(offset, 10).text(' ').padded(gen, 5).text(' n \n');
      }
    }
    writer.text('trailer\n');
    writer.unencrypted(this.#trailer(this.#next, id)).text('\n');
  }

  #stream(writer: ByteWriter, id: Uint8Array): void {
    const own = this.#number();
    const rows = [...this.#appended, { num: own, gen: 0, offset: writer.offset }];
    const data = Buffer.alloc(rows.length * 7);
    rows.forEach(({ offset, gen }, row) => {
      data[row * 7] = 1;
      data.writeUInt32BE(offset, row * 7 + 1);
      data.writeUInt16BE(gen, row * 7 + 5);
    });
    const head = dict({
      Type: name('XRef'),
      W: [1, 4, 2],
      Index: runs(rows).flat(),
      Length: data.length,
    });
    for (const [key, value] of this.#trailer(this.#next, id).map) head.set(key, value);
    writer
      .text(`${own} 0 obj\n`)
      .unencrypted(head)
      .text('\nstream\n')
      .append(data)
      .text('\nendstream\nendobj\n');
  }
}

/** Ascending numbers as [first, count] pairs. */
function runs(rows: ReadonlyArray<{ num: number }>): Array<[number, number]> {
  const result: Array<[number, number]> = [];
  for (const { num } of rows) {
    const last = result.at(-1);
    if (last && last[0] + last[1] === num) last[1]++;
    else result.push([num, 1]);
  }
  return result;
}
