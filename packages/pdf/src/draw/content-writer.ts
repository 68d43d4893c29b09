/** Content streams as bytes in the making (ISO 32000-2, 7.8.2): joining tens of thousands of small strings takes longer. */

import { writeWhole } from '../update/decimal.ts';

const FIRST_BYTES = 32_768;
const MOST_KEPT_BYTES = 1_048_576;
const MOST_SPARES = 16;
/** A string shorter than this is copied faster letter by letter than by a call that leaves JavaScript. */
const SHORT = 24;
/** The longest that a number gets. */
const NUMBER_BYTES = 32;

/** Working memory of writers that have finished, for those of the next document. */
const spares: Buffer[] = [];

/** Grows as it is written to; every method appends. */
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

  /** A number without exponent, with at most three decimals, and a space behind it. */
  number(value: number): this {
    const thousandths = Math.round(value * 1000);
    if (!(Math.abs(thousandths) < 0x7fff_ffff)) return this.text(`${thousandths / 1000} `);
    this.#reserve(NUMBER_BYTES);
    const bytes = this.#bytes;
    const size = Math.abs(thousandths) | 0;
    const whole = (size / 1000) | 0;
    const rest = size - whole * 1000;
    let at = this.#length;
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
    this.#length = at;
    return this;
  }

  /** The nearest whole number, and a space behind it. */
  whole(value: number): this {
    const rounded = Math.round(value);
    const size = Math.abs(rounded);
    if (!(size < 0x7fff_ffff)) return this.text(`${rounded} `);
    this.#reserve(NUMBER_BYTES);
    const bytes = this.#bytes;
    let at = this.#length;
    if (rounded < 0) bytes[at++] = 45;
    at = writeWhole(bytes, at, size);
    bytes[at++] = 32;
    this.#length = at;
    return this;
  }

  /** A number with at most six decimals, and a space behind it: for matrices, whose errors grow with what they scale. */
  precise(value: number): this {
    const rounded = Math.round(value * 1e6) / 1e6;
    return Number.isInteger(rounded) ? this.whole(rounded) : this.text(`${rounded} `);
  }

  /** A literal string of letters, each by its code. */
  letters(text: string, codes: Uint8Array): this {
    this.#reserve(text.length + 2);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = 40;
    for (let index = 0; index < text.length; index++) bytes[at++] = codes[text.charCodeAt(index)]!;
    bytes[at++] = 41;
    this.#length = at;
    return this;
  }

  /** What has been written, in a buffer of its own. Nothing may be written afterwards. */
  finish(): Buffer {
    const content = Buffer.allocUnsafeSlow(this.#length);
    this.#bytes.copy(content, 0, 0, this.#length);
    if (this.#bytes.length <= MOST_KEPT_BYTES && spares.length < MOST_SPARES) spares.push(this.#bytes);
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
