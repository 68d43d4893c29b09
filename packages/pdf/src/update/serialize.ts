/** Objects to bytes (ISO 32000-2, 7.3), into one growing buffer. */
import { PdfDict, PdfName, type PdfObject, PdfRaw, PdfRef, PdfStream, PdfString } from '../objects.ts';
import type { Security } from '../reader/security.ts';

const MAX_DEPTH = 300;

const FIRST_BYTES = 131_072;
/** Larger ones are let go, not kept for the next file. */
const MOST_KEPT_BYTES = 4_194_304;
/** The working memory of the writer that finished last: it is short-lived, and many seals follow each other. */
let spare: Buffer | null = null;

export class ByteWriter {
  #buffer: Buffer;
  /** Bytes in the buffer; what has been written beyond them waits as text, as many small writes would take long. */
  #filled = 0;
  #text = '';
  length = 0;
  /** Added to every offset that is reported: what stands in the file before this writer's first byte. */
  readonly base: number;
  /** Where each PdfRaw was put, counted from the start of the file. */
  readonly rawOffsets = new Map<PdfRaw, number>();
  #security: Security | null;

  constructor(base = 0, security: Security | null = null) {
    this.base = base;
    this.#security = security;
    this.#buffer = spare ?? Buffer.allocUnsafeSlow(FIRST_BYTES);
    spare = null;
  }

  get offset(): number {
    return this.base + this.length;
  }

  /** Appends text in Latin-1. */
  text(value: string): this {
    this.#text += value;
    this.length += value.length;
    return this;
  }

  append(bytes: Uint8Array): this {
    this.#flush(bytes.length);
    this.#buffer.set(bytes, this.#filled);
    this.#filled += bytes.length;
    this.length += bytes.length;
    return this;
  }

  /** Writes `num gen obj … endobj` and returns its offset in the file. */
  indirect(num: number, gen: number, object: PdfObject): number {
    const offset = this.offset;
    this.text(`${num} ${gen} obj\n`);
    this.object(object, num, gen, 0);
    this.text('\nendobj\n');
    return offset;
  }

  /** Writes an object; strings and streams are encrypted for `num gen` where the file is encrypted. */
  object(object: PdfObject, num: number, gen: number, depth: number): void {
    if (depth > MAX_DEPTH) throw new RangeError('an object is nested too deeply to be written');
    if (object === null) this.text('null');
    else if (typeof object === 'number') this.text(numberText(object));
    else if (typeof object === 'boolean') this.text(object ? 'true' : 'false');
    else if (object instanceof PdfName) this.text(nameText(object.name));
    else if (object instanceof PdfRef) this.text(`${object.num} ${object.gen} R`);
    else if (object instanceof PdfString) this.#string(object, num, gen);
    else if (object instanceof PdfRaw) {
      this.rawOffsets.set(object, this.offset);
      this.append(object.bytes);
    } else if (object instanceof PdfDict) this.#dict(object, num, gen, depth);
    else if (object instanceof PdfStream) {
      const bytes = this.#security?.encryptStream(num, gen, object.dict, object.bytes) ?? object.bytes;
      const head = new PdfDict(object.dict.map).set('Length', bytes.length);
      this.#dict(head, num, gen, depth);
      this.text('\nstream\n').append(bytes).text('\nendstream');
    } else {
      this.text('[');
      object.forEach((item, index) => {
        if (index > 0) this.text(' ');
        this.object(item, num, gen, depth + 1);
      });
      this.text(']');
    }
  }

  /** Writes an object that is outside of the encryption, as trailers and cross-reference streams are (7.6.2). */
  unencrypted(object: PdfObject): this {
    const security = this.#security;
    this.#security = null;
    this.object(object, 0, 0, 0);
    this.#security = security;
    return this;
  }

  #dict(object: PdfDict, num: number, gen: number, depth: number): void {
    this.text('<<');
    for (const [key, value] of object.map) {
      this.text(nameText(key)).text(' ');
      this.object(value, num, gen, depth + 1);
    }
    this.text('>>');
  }

  #string(object: PdfString, num: number, gen: number): void {
    const bytes = this.#security?.encryptString(num, gen, object.bytes) ?? object.bytes;
    const hex = object.hex || bytes !== object.bytes || bytes.some((byte) => byte < 32 || byte > 126);
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (hex) this.text(`<${buffer.toString('hex')}>`);
    else this.text(`(${buffer.toString('latin1').replace(/[\\()]/g, '\\$&')})`);
  }

  /** Moves the text to the buffer, and makes room for `extra` bytes behind it. */
  #flush(extra: number): void {
    const needed = this.length + extra;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, this.#filled);
      this.#buffer = larger;
    }
    if (this.#text === '') return;
    this.#filled += this.#buffer.write(this.#text, this.#filled, 'latin1');
    this.#text = '';
  }

  /** What has been written: a view that later writes may invalidate. */
  view(): Buffer {
    this.#flush(0);
    return this.#buffer.subarray(0, this.#filled);
  }

  /** What has been written behind a copy of `before`, in a buffer of its own. Nothing may be written afterwards. */
  finish(before: Uint8Array = new Uint8Array(0)): Buffer {
    const written = this.view();
    const bytes = Buffer.allocUnsafeSlow(before.length + written.length);
    bytes.set(before, 0);
    bytes.set(written, before.length);
    if (this.#buffer.length <= MOST_KEPT_BYTES) spare = this.#buffer;
    this.#buffer = Buffer.alloc(0);
    return bytes;
  }
}

/** A number without exponent, as the grammar demands. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return '0';
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? String(value) : '0';
  const text = String(value);
  return text.includes('e') ? value.toFixed(10).replace(/\.?0+$/, '') : text;
}

/** Names as they are written; documents use the same few. */
const KEPT_NAMES = 1024;
const nameTexts = new Map<string, string>();

function nameText(value: string): string {
  let text = nameTexts.get(value);
  if (text === undefined) {
    text = writtenName(value);
    if (nameTexts.size >= KEPT_NAMES) nameTexts.clear();
    nameTexts.set(value, text);
  }
  return text;
}

function writtenName(value: string): string {
  if (/^[A-Za-z0-9_+.\-*:]*$/.test(value)) return `/${value}`;
  const escaped = value.replace(
    /[^!-~]|[#()<>[\]{}/%]/g,
    (char) => `#${(char.charCodeAt(0) & 255).toString(16).padStart(2, '0')}`,
  );
  return `/${escaped}`;
}
