/**
 * The PDF object model (ISO 32000-2, 7.3), shared by reader, writer and drawing code. JavaScript null, booleans and
 * numbers represent the simple types (7.3.2, 7.3.3, 7.3.9).
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

/** A string object (7.3.4) as bytes. With `hex` it is written in hexadecimal form. */
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
  /** Earlier values of duplicate keys, found when the dictionary was read. Some other readers use these instead. */
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
  /** Like `set`, but keeps a replaced value in `repeated`. Used when reading a file. */
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

/** Bytes written to the file unchanged, for values whose written form must be kept exactly. */
export class PdfRaw {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/**
 * A pre-serialized object with gaps for its references, to be written into many files without serializing it again.
 * It must not contain strings, because encrypted files encrypt theirs.
 */
export class PdfTemplate {
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
  | PdfTemplate
  | readonly PdfObject[];

/** Receives the indirect objects that drawing code creates (fonts, images, forms). */
export interface ObjectSink {
  /** Adds an indirect object and returns its reference. */
  add(object: PdfObject): PdfRef;
}

/** Shorthand for a name object. */
export const name = (value: string): PdfName => new PdfName(value);

/** Shorthand for a dictionary; undefined members are omitted. */
export function dict(members: Readonly<Record<string, PdfObject | undefined>>): PdfDict {
  const result = new PdfDict();
  for (const key in members) {
    const value = members[key];
    if (value !== undefined) result.map.set(key, value);
  }
  return result;
}
