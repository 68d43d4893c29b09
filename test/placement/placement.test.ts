/** Checks placement with pdf.js: the corners of every mark in the coordinates of its `PageViewport`. */
import { describe, expect, test } from '@jest/globals';
import { getDocument, OPS, Util } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { caseSealer, expectedRectangle, placementCases, placements } from './cases.ts';

type Matrix = [number, number, number, number, number, number];
type Corner = [x: number, y: number];

const multiply = (outer: Matrix, inner: Matrix): Matrix => Util.transform(outer, inner) as Matrix;

/** The size of the displayed page, and the displayed top left, top right and bottom left corners of each image. */
async function imagesOf(
  pdf: Uint8Array,
): Promise<{ page: { width: number; height: number }; images: Corner[][] }> {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const viewport = page.getViewport({ scale: 1 });
  const { fnArray, argsArray } = await page.getOperatorList();
  const images: Corner[][] = [];
  const stack: Matrix[] = [];
  let current = viewport.transform as Matrix;
  fnArray.forEach((operator, index) => {
    const args = argsArray[index];
    if (operator === OPS.save) stack.push(current);
    else if (operator === OPS.restore) current = stack.pop() ?? current;
    else if (operator === OPS.transform) current = multiply(current, args as Matrix);
    else if (operator === OPS.paintFormXObjectBegin) {
      stack.push(current);
      if (args[0]) current = multiply(current, args[0] as Matrix);
    } else if (operator === OPS.paintFormXObjectEnd) current = stack.pop() ?? current;
    else if (operator === OPS.paintImageXObject) {
      const [a, b, c, d, e, f] = current;
      // An image fills the unit square, its top row at y = 1.
      images.push([
        [c + e, d + f],
        [a + c + e, b + d + f],
        [e, f],
      ]);
    }
  });
  await task.destroy();
  return { page: { width: viewport.width, height: viewport.height }, images };
}

describe('marks are where they were placed, upright and not mirrored, as shown by pdf.js', () => {
  const sealing = caseSealer();

  test('there are 144 kinds of page', () => {
    expect(new Set(placementCases.map(({ pdf }) => pdf.toString('latin1'))).size).toBe(144);
  });

  test.each(placementCases)('$name', async (given) => {
    const { page, images } = await imagesOf(await (await sealing)(given));
    expect(images).toHaveLength(placements.length);
    placements.forEach((placement, index) => {
      const { left, top, width, height } = expectedRectangle(placement, page);
      const corners: Corner[] = [
        [left, top],
        [left + width, top],
        [left, top + height],
      ];
      corners.forEach(([x, y], corner) => {
        const [shownX, shownY] = images[index]![corner]!;
        expect(Math.abs(shownX - x)).toBeLessThan(0.01);
        expect(Math.abs(shownY - y)).toBeLessThan(0.01);
      });
    });
  });
});
