/** Builds content streams as bytes (ISO 32000-2, 7.8.2): joining tens of thousands of small strings would be slower. */

import type { LetterLine } from '../text/letter-line.ts';
import { numberText, writeWhole } from '../update/decimal.ts';

const FIRST_BYTES = 32_768;
const MAX_KEPT_BYTES = 1_048_576;
const MAX_SPARES = 16;
/** Shorter strings are copied faster character by character than by a native call. */
const SHORT = 24;
/** The maximum length of a number. */
const NUMBER_BYTES = 32;

/** The maximum length of the operators, three numbers and the font name around a line of letters. */
const AROUND_LETTERS = 4 * NUMBER_BYTES + 32;

function writeAscii(bytes: Uint8Array, at: number, text: string): number {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index);
  return at + text.length;
}

/** Writes a number with at most three decimals and a trailing space at `from`; returns the end position. */
function writeNumber(bytes: Uint8Array, from: number, value: number): number {
  const thousandths = Math.round(value * 1000);
  if (!(Math.abs(thousandths) < 0x7fff_ffff))
    return writeAscii(bytes, from, `${numberText(thousandths / 1000)} `);
  const size = Math.abs(thousandths) | 0;
  const whole = (size / 1000) | 0;
  const rest = size - whole * 1000;
  let at = from;
  if (thousandths < 0) bytes[at++] = 45;
  at = writeWhole(bytes, at, whole);
  if (rest > 0) {
    const tenths = (rest / 100) | 0;
    const hundredths = ((rest / 10) | 0) - tenths * 10;
    const last = rest - tenths * 100 - hundredths * 10;
    bytes[at++] = 46;
    bytes[at++] = 48 + tenths;
    if (hundredths > 0 || last > 0) bytes[at++] = 48 + hundredths;
    if (last > 0) bytes[at++] = 48 + last;
  }
  bytes[at++] = 32;
  return at;
}

/** Writes the nearest integer and a trailing space at `from`; returns the end position. */
function writeRounded(bytes: Uint8Array, from: number, value: number): number {
  const rounded = Math.round(value);
  const size = Math.abs(rounded);
  if (!(size < 0x7fff_ffff)) return writeAscii(bytes, from, `${numberText(rounded)} `);
  let at = from;
  if (rounded < 0) bytes[at++] = 45;
  at = writeWhole(bytes, at, size);
  bytes[at++] = 32;
  return at;
}

/** Buffers of finished writers, reused for the next document. */
const spares: Buffer[] = [];

const SHELF_BYTES = 131_072;
const LONGEST_ON_SHELF = SHELF_BYTES / 8;
/** A shared buffer for finished contents: allocating memory for each one would take longer than filling it. */
let shelf: Buffer = Buffer.alloc(0);
let shelfUsed = 0;

function roomFor(bytes: number): Buffer {
  if (bytes > LONGEST_ON_SHELF) return Buffer.allocUnsafeSlow(bytes);
  if (shelfUsed + bytes > shelf.length) {
    shelf = Buffer.allocUnsafeSlow(SHELF_BYTES);
    shelfUsed = 0;
  }
  shelfUsed += bytes;
  return shelf.subarray(shelfUsed - bytes, shelfUsed);
}

/** A growing buffer; every method appends. */
export class ContentWriter {
  #bytes: Buffer = spares.pop() ?? Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  /** Text in Latin-1. */
  text(value: string): this {
    const { length } = value;
    this.#reserve(length);
    if (length < SHORT) {
      const bytes = this.#bytes;
      let at = this.#length;
      for (let index = 0; index < length; index++) bytes[at++] = value.charCodeAt(index);
    } else this.#bytes.write(value, this.#length, 'latin1');
    this.#length += length;
    return this;
  }

  byte(value: number): this {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
    return this;
  }

  /** A number without exponent, with at most three decimals and a trailing space. */
  number(value: number): this {
    this.#reserve(NUMBER_BYTES);
    this.#length = writeNumber(this.#bytes, this.#length, value);
    return this;
  }

  /** The nearest integer and a trailing space. */
  whole(value: number): this {
    this.#reserve(NUMBER_BYTES);
    this.#length = writeRounded(this.#bytes, this.#length, value);
    return this;
  }

  /** A curve (8.5.2.2): its control points and its end, rounded to integers. */
  curve(x1: number, y1: number, x2: number, y2: number, x3: number, y3: number): this {
    this.#reserve(7 * NUMBER_BYTES);
    const bytes = this.#bytes;
    let at = writeRounded(bytes, this.#length, x1);
    at = writeRounded(bytes, at, y1);
    at = writeRounded(bytes, at, x2);
    at = writeRounded(bytes, at, y2);
    at = writeRounded(bytes, at, x3);
    at = writeRounded(bytes, at, y3);
    this.#length = writeAscii(bytes, at, 'c\n');
    return this;
  }

  /**
   * A number with at most six decimals and a trailing space. For matrices, because scaling multiplies their rounding
   * errors.
   */
  precise(value: number): this {
    const millionths = Math.round(value * 1e6);
    if (!(Math.abs(millionths) < 0x7fff_ffff)) return this.text(`${numberText(millionths / 1e6)} `);
    this.#reserve(NUMBER_BYTES);
    const size = Math.abs(millionths);
    const whole = (size / 1_000_000) | 0;
    let rest = size - whole * 1_000_000;
    const bytes = this.#bytes;
    let at = this.#length;
    if (millionths < 0) bytes[at++] = 45;
    at = writeWhole(bytes, at, whole);
    if (rest > 0) bytes[at++] = 46;
    for (let place = 100_000; rest > 0; place /= 10) {
      const digit = (rest / place) | 0;
      bytes[at++] = 48 + digit;
      rest -= digit * place;
    }
    bytes[at++] = 32;
    this.#length = at;
    return this;
  }

  /**
   * Draws a line of letters with its left end at x and its baseline at y (9.4). One method for speed, because pages
   * consist mostly of such lines. `font` is the name of a font to be set first, in `size`.
   */
  letters(line: LetterLine, x: number, y: number, font: string | null, size: number): this {
    this.#reserve(line.mostBytes + AROUND_LETTERS);
    const bytes = this.#bytes;
    let at = writeAscii(bytes, this.#length, 'BT\n');
    if (font !== null) {
      bytes[at++] = 47;
      at = writeAscii(bytes, at, font);
      bytes[at++] = 32;
      at = writeNumber(bytes, at, size);
      at = writeAscii(bytes, at, 'Tf\n');
    }
    at = writeNumber(bytes, at, x);
    at = writeNumber(bytes, at, y);
    at = writeAscii(bytes, at, 'Td\n');
    at = line.spell(bytes, at);
    this.#length = writeAscii(bytes, at, 'ET\n');
    return this;
  }

  /** The operator that draws a line of letters. */
  operator(line: LetterLine): this {
    this.#reserve(line.mostBytes);
    this.#length = line.spell(this.#bytes, this.#length);
    return this;
  }

  /** The written bytes in separate memory. Nothing may be written afterwards. */
  finish(): Buffer {
    const content = roomFor(this.#length);
    this.#bytes.copy(content, 0, 0, this.#length);
    if (this.#bytes.length <= MAX_KEPT_BYTES && spares.length < MAX_SPARES) spares.push(this.#bytes);
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
    return content;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
