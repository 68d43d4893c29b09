/** Whole numbers in decimal, straight into bytes: a file has thousands, and strings of them would be garbage. */

/** Writes a whole number from 0 to 2147483647 at `at` and returns where it ends; at most ten bytes. */
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
