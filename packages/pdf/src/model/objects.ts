/**
 * The PDF object model (ISO 32000-2, 7.3), shared by the reader, the writer and everything that draws.
 * JavaScript values stand for the simple kinds: null, boolean and number (7.3.2, 7.3.3, 7.3.9).
 */

/** A name object (7.3.5), without its leading slash and with #xx escapes resolved. */
export class PdfName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** An indirect reference (7.3.10). */
export class PdfRef {
  readonly num: number;
  readonly gen: number;
  constructor(num: number, gen = 0) {
    this.num = num;
    this.gen = gen;
  }
}

/** A string object (7.3.4) as bytes; `hex` asks the writer for the hexadecimal form. */
export class PdfString {
  readonly bytes: Uint8Array;
  readonly hex: boolean;
  constructor(bytes: Uint8Array, hex = false) {
    this.bytes = bytes;
    this.hex = hex;
  }
}

/** A dictionary (7.3.7), keys without slash, in file order. */
export class PdfDict {
  readonly map: Map<string, PdfObject>;
  /** Values that others under the same key replaced when the dictionary was read: some readers take these. */
  repeated: PdfObject[] | null = null;
  constructor(entries?: Iterable<readonly [string, PdfObject]>) {
    this.map = new Map(entries);
  }
  get(key: string): PdfObject | undefined {
    return this.map.get(key);
  }
  set(key: string, value: PdfObject): this {
    this.map.set(key, value);
    return this;
  }
  /** As `set`, for a reader: keeps the value that was there. */
  put(key: string, value: PdfObject): void {
    if (this.map.has(key)) {
      this.repeated ??= [];
      this.repeated.push(this.map.get(key)!);
    }
    this.map.set(key, value);
  }
}

/** A stream (7.3.8): its dictionary and its bytes as stored in the file, still encoded by /Filter. */
export class PdfStream {
  readonly dict: PdfDict;
  readonly bytes: Uint8Array;
  constructor(dict: PdfDict, bytes: Uint8Array) {
    this.dict = dict;
    this.bytes = bytes;
  }
}

/** Bytes put into the file as they are: for values whose written form must be kept exactly. */
export class PdfRaw {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/**
 * An object given as it is written but for its references, each of which stands between two pieces: for what goes into
 * many files. It holds no strings, because files may encrypt theirs.
 */
export class PdfPieces {
  readonly pieces: readonly Uint8Array[];
  readonly refs: readonly PdfRef[];
  constructor(pieces: readonly Uint8Array[], refs: readonly PdfRef[]) {
    this.pieces = pieces;
    this.refs = refs;
  }
}

export type PdfObject =
  | null
  | boolean
  | number
  | PdfName
  | PdfRef
  | PdfString
  | PdfDict
  | PdfStream
  | PdfRaw
  | PdfPieces
  | readonly PdfObject[];

/** Where drawing code puts the indirect objects it makes (fonts, images, forms). */
export interface ObjectSink {
  /** Adds an indirect object and returns its reference. */
  add(object: PdfObject): PdfRef;
}

/** Shorthand for a name object. */
export const name = (value: string): PdfName => new PdfName(value);

/** Shorthand for a dictionary; members that are undefined are left out. */
export function dict(members: Readonly<Record<string, PdfObject | undefined>>): PdfDict {
  const result = new PdfDict();
  for (const key in members) {
    const value = members[key];
    if (value !== undefined) result.map.set(key, value);
  }
  return result;
}
