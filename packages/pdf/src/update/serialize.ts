/** Serializes objects (ISO 32000-2, 7.3) into one growing buffer. */
import {
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRaw,
  PdfRef,
  PdfStream,
  PdfString,
  PdfTemplate,
} from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import type { Security } from '../reader/security.ts';
import { numberText, writeHex, writeWhole } from './decimal.ts';

const MAX_DEPTH = 300;

const FIRST_BYTES = 131_072;
/** Larger buffers are not kept for the next file. */
const MAX_KEPT_BYTES = 4_194_304;
/** The buffer of the last finished writer, reused because many seals follow each other. */
let spare: Buffer | null = null;

/** Shorter strings are copied faster character by character than by a native call. */
const SHORT = 32;

export class ByteWriter {
  #buffer: Buffer;
  /** Bytes written so far. */
  length = 0;
  /** Added to every reported offset: the number of bytes in the file before this writer's first byte. */
  readonly base: number;
  /** The offset of each PdfRaw from the start of the file. */
  readonly rawOffsets = new Map<PdfRaw, number>();
  #security: Security | null;
  readonly #maxBytes: number;

  /** Throws a PdfError, `too_complex`, instead of keeping more than `maxBytes`. */
  constructor(base = 0, security: Security | null = null, maxBytes = Number.POSITIVE_INFINITY) {
    this.base = base;
    this.#security = security;
    this.#maxBytes = maxBytes;
    this.#buffer = spare ?? Buffer.allocUnsafeSlow(FIRST_BYTES);
    spare = null;
  }

  get offset(): number {
    return this.base + this.length;
  }

  /** Appends text in Latin-1. */
  text(value: string): this {
    const size = value.length;
    this.#reserve(size);
    if (size < SHORT) {
      const buffer = this.#buffer;
      let at = this.length;
      for (let index = 0; index < size; index++) buffer[at++] = value.charCodeAt(index);
    } else this.#buffer.write(value, this.length, 'latin1');
    this.length += size;
    return this;
  }

  /** Appends an integer below 10^`digits`, padded with zeros. */
  padded(value: number, digits: number): this {
    this.#reserve(digits);
    let left = value;
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      const tens = Math.floor(left / 10);
      this.#buffer[at] = 48 + left - tens * 10;
      left = tens;
    }
    this.length += digits;
    return this;
  }

  append(bytes: Uint8Array): this {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.length);
    this.length += bytes.length;
    return this;
  }

  /** Writes `num gen obj … endobj` and returns its offset in the file. */
  indirect(num: number, gen: number, object: PdfObject): number {
    const offset = this.offset;
    this.#integer(num).text(gen === 0 ? ' 0 obj\n' : ` ${gen} obj\n`);
    this.object(object, num, gen, 0);
    this.text('\nendobj\n');
    return offset;
  }

  /** Writes an object; strings and streams are encrypted for `num gen` if the file is encrypted. */
  object(object: PdfObject, num: number, gen: number, depth: number): void {
    if (depth > MAX_DEPTH) throw new RangeError('an object is nested too deeply to be written');
    if (object === null) this.text('null');
    else if (typeof object === 'number') this.#number(object);
    else if (typeof object === 'boolean') this.text(object ? 'true' : 'false');
    else if (object instanceof PdfName) this.#name(object.name);
    else if (object instanceof PdfRef) this.#reference(object);
    else if (object instanceof PdfString) this.#string(object, num, gen);
    else if (object instanceof PdfRaw) {
      this.rawOffsets.set(object, this.offset);
      this.append(object.bytes);
    } else if (object instanceof PdfDict) this.#dict(object, num, gen, depth);
    else if (object instanceof PdfStream) {
      const bytes = this.#security?.encryptStream(num, gen, object.dict, object.bytes) ?? object.bytes;
      this.#dict(object.dict, num, gen, depth, bytes.length);
      this.text('\nstream\n').append(bytes).text('\nendstream');
    } else if (object instanceof PdfTemplate)
      for (let index = 0; index < object.pieces.length; index++) {
        if (index > 0) this.#reference(object.refs[index - 1]!);
        this.append(object.pieces[index]!);
      }
    else {
      this.text('[');
      for (let index = 0; index < object.length; index++) {
        if (index > 0) this.text(' ');
        this.object(object[index]!, num, gen, depth + 1);
      }
      this.text(']');
    }
  }

  /** Writes an object that is never encrypted, such as trailers and cross-reference streams (7.6.2). */
  unencrypted(object: PdfObject): this {
    const security = this.#security;
    this.#security = null;
    this.object(object, 0, 0, 0);
    this.#security = security;
    return this;
  }

  #name(value: string): this {
    const { length } = value;
    this.#reserve(length + 1);
    const buffer = this.#buffer;
    let at = this.length;
    buffer[at++] = 47;
    for (let index = 0; index < length; index++) {
      const code = value.charCodeAt(index);
      if (code > 127 || isPlainInName[code] === 0) return this.text(escapedName(value));
      buffer[at++] = code;
    }
    this.length = at;
    return this;
  }

  #reference({ num, gen }: PdfRef): void {
    this.#integer(num).text(gen === 0 ? ' 0 R' : ` ${gen} R`);
  }

  #number(value: number): void {
    if (value === (value | 0) && value >= 0) this.#integer(value);
    else this.text(numberText(value));
  }

  /** For integers from 0. Files may reference impossible objects with numbers beyond 31 bits. */
  #integer(value: number): this {
    if (value !== (value | 0)) return this.text(String(value));
    this.#reserve(10);
    this.length = writeWhole(this.#buffer, this.length, value);
    return this;
  }

  /** With a length, writes the dictionary of a stream including /Length. */
  #dict(object: PdfDict, num: number, gen: number, depth: number, length: number | null = null): void {
    this.text('<<');
    let counted = false;
    object.map.forEach((value, key) => {
      const isLength = length !== null && key === 'Length';
      counted ||= isLength;
      this.#name(key).text(' ');
      this.object(isLength ? length : value, num, gen, depth + 1);
    });
    if (length !== null && !counted) this.text('/Length ').#number(length);
    this.text('>>');
  }

  #string(object: PdfString, num: number, gen: number): void {
    const bytes = this.#security?.encryptString(num, gen, object.bytes) ?? object.bytes;
    const hex = object.hex || bytes !== object.bytes || !isPrintable(bytes);
    this.#reserve(bytes.length * 2 + 2);
    const buffer = this.#buffer;
    let at = this.length;
    buffer[at++] = hex ? 60 : 40;
    if (hex) at = writeHex(buffer, at, bytes);
    else
      for (let index = 0; index < bytes.length; index++) {
        const byte = bytes[index]!;
        if (byte === 92 || byte === 40 || byte === 41) buffer[at++] = 92;
        buffer[at++] = byte;
      }
    buffer[at++] = hex ? 62 : 41;
    this.length = at;
  }

  #reserve(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.#buffer.length) return;
    if (needed > this.#maxBytes)
      throw new PdfError('too_complex', `a seal would add more than ${this.#maxBytes} bytes to the file`);
    const larger = Buffer.allocUnsafeSlow(
      Math.min(Math.max(needed, this.#buffer.length * 2), this.#maxBytes),
    );
    this.#buffer.copy(larger, 0, 0, this.length);
    this.#buffer = larger;
  }

  /** The bytes written so far, as a view that later writes may invalidate. */
  view(): Buffer {
    return this.#buffer.subarray(0, this.length);
  }

  /** A copy of `before` followed by the written bytes, in a new buffer. Nothing may be written afterwards. */
  finish(before: Uint8Array = new Uint8Array(0)): Buffer {
    const written = this.view();
    const bytes = Buffer.allocUnsafeSlow(before.length + written.length);
    bytes.set(before, 0);
    bytes.set(written, before.length);
    if (this.#buffer.length <= MAX_KEPT_BYTES) spare = this.#buffer;
    this.#buffer = Buffer.alloc(0);
    return bytes;
  }
}

/** Marks a gap for `piecesOf`: no object has this number. */
export const referenceGap = new PdfRef(0);

/** The serialized bytes of an object before, between and after its gaps. It may not contain other references. */
export function piecesOf(object: PdfObject): Buffer[] {
  const writer = new ByteWriter();
  writer.object(object, 0, 0, 0);
  const written = writer.finish().toString('latin1');
  return written.split('0 0 R').map((piece) => Buffer.from(piece, 'latin1'));
}

function isPrintable(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index++)
    if (bytes[index]! < 32 || bytes[index]! > 126) return false;
  return true;
}

/** For each character code, whether a name may contain it unescaped (7.3.5). */
const isPlainInName = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(/[A-Za-z0-9_+.\-*:]/.test(String.fromCharCode(code))),
);

/** A name with some characters escaped. */
function escapedName(value: string): string {
  const escaped = value.replace(
    /[^!-~]|[#()<>[\]{}/%]/g,
    (char) => `#${(char.charCodeAt(0) & 255).toString(16).padStart(2, '0')}`,
  );
  return `/${escaped}`;
}
