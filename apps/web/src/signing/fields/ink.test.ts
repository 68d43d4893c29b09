import { expect, test } from '@jest/globals';
import { inkBounds, type Pixels, paperOf, removePaper } from './ink.ts';

/** A picture of one color with a rectangle of another in it. */
function picture(ground: readonly number[], ink: readonly number[], side = 40): Pixels {
  const data = new Uint8ClampedArray(side * side * 4);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const isInk = x >= 10 && x < 30 && y >= 15 && y < 20;
      data.set(isInk ? ink : ground, (y * side + x) * 4);
    }
  }
  return { width: side, height: side, data };
}

const white = [250, 248, 240, 255];
const blue = [20, 30, 120, 255];
const alphaAt = ({ data, width }: Pixels, x: number, y: number) => data[(y * width + x) * 4 + 3];

test('a scan is cropped to the ink with a margin; the ink keeps its color, and the paper becomes transparent', () => {
  const scan = picture(white, blue);
  const paper = paperOf(scan)!;
  expect(paper).toBeGreaterThan(240);
  expect(inkBounds(scan, paper, 3)).toEqual({ x: 7, y: 12, width: 26, height: 11 });
  const clean = removePaper(scan, paper);
  expect([alphaAt(clean, 0, 0), alphaAt(clean, 15, 17)]).toEqual([0, 255]);
  expect([...clean.data.slice((17 * 40 + 15) * 4, (17 * 40 + 15) * 4 + 3)]).toEqual(blue.slice(0, 3));
  expect(alphaAt(scan, 0, 0)).toBe(255);
});

test('the margin stays inside the picture', () => {
  expect(inkBounds(picture(white, blue), 248, 100)).toEqual({ x: 0, y: 0, width: 40, height: 40 });
});

test('a transparent picture is cropped to its visible part, and nothing is treated as paper', () => {
  const drawn = picture([0, 0, 0, 0], blue);
  expect(paperOf(drawn)).toBeNull();
  expect(inkBounds(drawn, null, 0)).toEqual({ x: 10, y: 15, width: 20, height: 5 });
});

test('a dark or mixed background does not count as paper', () => {
  expect(paperOf(picture([40, 40, 40, 255], [255, 255, 255, 255]))).toBeNull();
  const mixed = picture(white, blue);
  for (let at = 0; at < mixed.data.length / 2; at += 4) mixed.data.set([60, 120, 60], at);
  expect(paperOf(mixed)).toBeNull();
});

test('an empty sheet and a speck of dust do not count as ink', () => {
  const empty = picture(white, white);
  expect(inkBounds(empty, 248, 2)).toBeNull();
  empty.data.set(blue, 4 * 90);
  expect(inkBounds(empty, 248, 2)).toBeNull();
});
