/**
 * Writes digits directly as bytes: a file has thousands of numbers, and strings for them would burden the garbage
 * collector.
 */

/** Writes an integer from 0 to 2147483647 at `at` and returns the end position; at most ten bytes. */
export function writeWhole(bytes: Uint8Array, at: number, value: number): number {
  let left = value | 0;
  const end = at + digitsOf(left);
  for (let index = end - 1; index >= at; index--) {
    const tens = (left / 10) | 0;
    bytes[index] = 48 + left - tens * 10;
    left = tens;
  }
  return end;
}

function digitsOf(value: number): number {
  if (value < 10) return 1;
  if (value < 100) return 2;
  if (value < 1000) return 3;
  if (value < 10_000) return 4;
  if (value < 100_000) return 5;
  if (value < 1_000_000) return 6;
  if (value < 10_000_000) return 7;
  if (value < 100_000_000) return 8;
  return value < 1_000_000_000 ? 9 : 10;
}

/** A number without exponent, as the syntax requires (ISO 32000-2, 7.3.3); 0 for numbers that no reader supports. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return '0';
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? String(value) : '0';
  const text = String(value);
  return text.includes('e') ? value.toFixed(10).replace(/\.?0+$/, '') : text;
}

const hexDigits = Buffer.from('0123456789abcdef', 'latin1');

/** Writes bytes as two hexadecimal digits each at `at` and returns the end position. */
export function writeHex(target: Uint8Array, at: number, bytes: Uint8Array): number {
  let end = at;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    target[end++] = hexDigits[byte >> 4]!;
    target[end++] = hexDigits[byte & 15]!;
  }
  return end;
}
