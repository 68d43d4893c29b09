/** A QR code (ISO/IEC 18004) as vector squares. */
import { encode } from 'uqr';
import { black, type Canvas, num } from '../draw/canvas.ts';

/** Longer addresses give codes too fine for a phone to read from paper at this size. */
const LONGEST = 300;

/** Whether an address is short enough for a code that can be scanned. */
export const fitsQr = (text: string): boolean => Buffer.byteLength(text) <= LONGEST;

/** Draws the code of a text into a square of `side` points; x and y are its lower left corner. */
export function drawQr(canvas: Canvas, text: string, x: number, y: number, side: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const module = side / size;
  const squares: string[] = [];
  data.forEach((row, rowIndex) => {
    for (let from = 0; from < size; from++) {
      if (row[from] !== true) continue;
      let to = from;
      while (row[to] === true) to++;
      const bottom = y + side - (rowIndex + 1) * module;
      squares.push(`${num(x + from * module)} ${num(bottom)} ${num((to - from) * module)} ${num(module)} re`);
      from = to;
    }
  });
  canvas.fillColour(black).raw(`${squares.join('\n')} f`);
}
