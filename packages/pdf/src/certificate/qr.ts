/** A QR code (ISO/IEC 18004) as vector squares. */
import { encode } from 'uqr';
import { black, type Canvas } from '../draw/canvas.ts';
import { packShared } from '../update/content-stream.ts';

/** Codes of longer addresses are too fine for a phone to scan from paper at this size. */
const LONGEST = 300;

/** Whether an address is short enough for a scannable code. */
export const fitsQr = (text: string): boolean => Buffer.byteLength(text) <= LONGEST;

/** A deployment has one verification address, so its code is created once. */
const KEPT_CODES = 16;
const codes = new Map<string, { squares: Buffer; size: number }>();

/** The code as path operators in module units, y upwards. */
function squaresOf(text: string): { squares: Buffer; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const squares: string[] = [];
  data.forEach((row, rowIndex) => {
    for (let from = 0; from < size; from++) {
      if (row[from] !== true) continue;
      let to = from;
      while (row[to] === true) to++;
      squares.push(`${from} ${size - rowIndex - 1} ${to - from} 1 re`);
      from = to;
    }
  });
  return { squares: packShared(Buffer.from(`${squares.join('\n')} f\n`, 'latin1')), size };
}

/** Draws the code of a text into a square of `side` points with its lower left corner at x, y. */
export function drawQr(canvas: Canvas, text: string, x: number, y: number, side: number): void {
  let code = codes.get(text);
  if (code === undefined) {
    code = squaresOf(text);
    if (codes.size >= KEPT_CODES) codes.delete(codes.keys().next().value!);
    codes.set(text, code);
  }
  const { squares, size } = code;
  canvas
    .fillColor(black)
    .inMatrix([side / size, 0, 0, side / size, x, y], () => canvas.form(squares, [0, 0, size, size]));
}
