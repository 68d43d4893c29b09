/** Writes a new file: header, objects, cross-reference table, trailer (ISO 32000-2, 7.5). */

import { type ObjectSink, PdfDict, type PdfObject, PdfRef, PdfStream } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import { ByteWriter } from './serialize.ts';

export class NewFile implements ObjectSink {
  readonly #objects: PdfObject[] = [];

  add(object: PdfObject): PdfRef {
    this.#objects.push(object);
    return new PdfRef(this.#objects.length);
  }

  /** Reserves a reference; `set` gives its object later. It is null until then. */
  reserve(): PdfRef {
    return this.add(null);
  }

  set(ref: PdfRef, object: PdfObject): void {
    this.#objects[ref.num - 1] = object;
  }

  /** The finished file. `trailer` has at least /Root; /Size is added. */
  finish(trailer: PdfDict, version = '1.7'): Buffer {
    const writer = new ByteWriter();
    writer.text(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`);
    const offsets = this.#objects.map((object, index) => writer.indirect(index + 1, 0, object));
    const startxref = writer.offset;
    writer.text(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`);
    for (const offset of offsets) writer.padded(offset, 10).text(' 00000 n \n');
    writer.text('trailer\n');
    writer.object(new PdfDict(trailer.map).set('Size', offsets.length + 1), 0, 0, 0);
    writer.text(`\nstartxref\n${startxref}\n%%EOF\n`);
    return writer.finish();
  }
}

/**
 * Copies objects and everything they reference into a new file, renumbered. `load` returns an object by number;
 * objects that cannot be read (PdfError) are copied as null. `prepare` may replace each dictionary before it is copied.
 */
export class GraphCopier {
  readonly #target: NewFile;
  readonly #load: (num: number) => PdfObject;
  readonly #prepare: (dict: PdfDict) => PdfDict;
  readonly #copies = new Map<number, PdfRef>();
  readonly #pending: number[] = [];
  /** The number of objects that could not be read. */
  lost = 0;

  constructor(
    target: NewFile,
    load: (num: number) => PdfObject,
    prepare: (dict: PdfDict) => PdfDict = (dict) => dict,
  ) {
    this.#target = target;
    this.#load = load;
    this.#prepare = prepare;
  }

  /** A copy of the object with renumbered references; `drain` copies what they reference. */
  copy(object: PdfObject): PdfObject {
    if (object instanceof PdfRef) return this.#refer(object.num);
    if (object instanceof PdfDict) return this.#dict(object);
    if (object instanceof PdfStream) {
      const head = this.#dict(object.dict);
      head.map.delete('Length');
      return new PdfStream(head, object.bytes);
    }
    return Array.isArray(object) ? object.map((item: PdfObject) => this.copy(item)) : object;
  }

  /** Redirects references from `num` to `ref`, which the caller fills. */
  map(num: number, ref: PdfRef): void {
    this.#copies.set(num, ref);
  }

  /** Copies everything referenced so far, recursively. */
  drain(): void {
    for (let num = this.#pending.pop(); num !== undefined; num = this.#pending.pop()) {
      let object: PdfObject = null;
      try {
        object = this.#load(num);
      } catch (error) {
        if (!(error instanceof PdfError)) throw error;
        this.lost++;
      }
      this.#target.set(this.#copies.get(num)!, this.copy(object));
    }
  }

  #dict(object: PdfDict): PdfDict {
    const result = new PdfDict();
    for (const [key, value] of this.#prepare(object).map) result.set(key, this.copy(value));
    return result;
  }

  #refer(num: number): PdfRef {
    let ref = this.#copies.get(num);
    if (!ref) {
      ref = this.#target.reserve();
      this.#copies.set(num, ref);
      this.#pending.push(num);
    }
    return ref;
  }
}
