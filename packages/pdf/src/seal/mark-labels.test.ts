import { expect, test } from '@jest/globals';
import type { PlacedMark } from '../ports/marks.ts';
import { openPdf } from '../reader/open.ts';
import { openPages } from '../reader/pages.ts';
import { samplePdf } from '../testing/sample-files.ts';
import { labelsFor } from './mark-labels.ts';

/** On a page of 300 by 400 points with one text, at the top left. */
const tick: PlacedMark = {
  page: 1,
  x: 0.5,
  y: 0.5,
  w: 0.05,
  h: 0.04,
  mark: { kind: 'check' },
  label: 'Pets',
};
const page = samplePdf();
const labelsOn = (marks: PlacedMark[], pdf = page) => {
  const file = openPdf(pdf);
  return labelsFor(marks, file, openPages(file));
};
/** The place of the only label in points, rounded. */
const placeOf = (marks: PlacedMark[], pdf = page, width = 300) => {
  const [label, ...more] = labelsOn(marks, pdf);
  expect(more).toEqual([]);
  return label && [label.x * width, label.y * 400, label.w * width, label.h * 400].map(Math.round);
};

test('a label follows its mark up to the edge of the page, and precedes it in a script from right to left', () => {
  expect(labelsOn([tick])[0]).toMatchObject({ page: 1, mark: { kind: 'text', text: 'Pets' } });
  expect(placeOf([tick])).toEqual([169, 203, 113, 11]);
  expect(placeOf([{ ...tick, label: 'حيوانات' }])).toEqual([18, 203, 128, 11]);
});

test('only ticks and dots with a label have one, and only where the page has text, but none near', () => {
  expect(labelsOn([{ ...tick, mark: { kind: 'radio' } }])).toHaveLength(1);
  expect(labelsOn([{ ...tick, label: null }])).toEqual([]);
  expect(labelsOn([{ ...tick, mark: { kind: 'text', text: 'x' } }])).toEqual([]);
  expect(labelsOn([{ ...tick, x: 0.1, y: 0.15 }])).toEqual([]);
  expect(labelsOn([tick], samplePdf({ content: '0 g 0 0 9 9 re f' }))).toEqual([]);
  expect(labelsOn([tick], samplePdf({ content: 'BT /F 12 Tf 20 350 Td (______) Tj ET' }))).toEqual([]);
});

test('a label covers no other mark: it ends before it, or is above its own mark, or is left out', () => {
  const neighbor: PlacedMark = { ...tick, x: 0.75, label: null };
  expect(placeOf([tick, neighbor])).toEqual([169, 203, 52, 11]);
  const close: PlacedMark = { ...tick, x: 0.56, label: null };
  expect(placeOf([tick, close])).toEqual([150, 188, 132, 11]);
  expect(
    placeOf([
      { ...tick, label: 'حيوانات' },
      { ...close, x: 0.42 },
    ]),
  ).toEqual([18, 188, 147, 11]);
  expect(labelsOn([tick, close, { ...close, x: 0.5, y: 0.46 }])).toEqual([]);
  expect(placeOf([tick, { ...close, y: 0.8 }])).toEqual([169, 203, 113, 11]);
});

test('a label covers no other label', () => {
  expect(labelsOn([tick, { ...tick, y: 0.525 }])).toHaveLength(1);
  expect(labelsOn([tick, { ...tick, y: 0.54 }])).toHaveLength(2);
});

test('a text is the label of a mark up to 0.3 of the page before it, 0.15 behind it and 0.03 above and below it', () => {
  const text = samplePdf({ content: 'BT /F 12 Tf 200 200 Td (Page) Tj ET' });
  // The text is at 200 to 228 points from the left and 191 to 203 from the top; the mark has 15 by 16 points.
  const hasLabel = (x: number, y: number) =>
    labelsOn([{ ...tick, label: 'A', x: x / 300, y: y / 400, w: 0.02 }], text).length === 1;
  expect([hasLabel(148, 188), hasLabel(152, 188)]).toEqual([true, false]);
  expect([hasLabel(210, 140), hasLabel(210, 170)]).toEqual([true, false]);
  expect([hasLabel(210, 222), hasLabel(210, 208)]).toEqual([true, false]);
  const wide = samplePdf({
    content: 'BT /F 12 Tf 20 200 Td (Page) Tj ET',
    pageEntries: '/MediaBox [0 0 600 400]',
  });
  const before = (x: number) => labelsOn([{ ...tick, x: x / 600, y: 188 / 400 }], wide).length === 1;
  expect([before(235), before(222)]).toEqual([true, false]);
});

test('a label is as high as its mark, but at least 8 points and at most 11, and at most 240 points wide', () => {
  expect(placeOf([{ ...tick, h: 9 / 400 }])).toEqual([169, 200, 113, 9]);
  expect(placeOf([{ ...tick, h: 4 / 400 }])).toEqual([169, 198, 113, 8]);
  const wide = samplePdf({ pageEntries: '/MediaBox [0 0 900 400]' });
  expect(placeOf([{ ...tick, w: 15 / 900 }], wide, 900)).toEqual([469, 203, 240, 11]);
});

test('a label has 3 points for each character, or it is above the mark, or left out', () => {
  expect(placeOf([{ ...tick, label: 'x'.repeat(37) }])).toEqual([169, 203, 113, 11]);
  expect(placeOf([{ ...tick, label: 'x'.repeat(38) }])).toEqual([150, 188, 132, 11]);
  expect(labelsOn([{ ...tick, label: 'x'.repeat(45) }])).toEqual([]);
});

test('a label does not leave the page', () => {
  expect(placeOf([{ ...tick, y: 0.99 }])).toEqual([150, 384, 132, 11]);
  expect(labelsOn([{ ...tick, y: 0, label: 'x'.repeat(38) }])).toEqual([]);
});

test('a label has the background of its mark', () => {
  expect(labelsOn([{ ...tick, background: 'white' }])).toMatchObject([{ background: 'white' }]);
});

test('at most 20 pages get labels', () => {
  const marks = Array.from({ length: 21 }, (_, index) => ({ ...tick, page: index + 1 }));
  const labels = labelsOn([...marks, { ...tick, page: 99 }], samplePdf({ pages: 21 }));
  expect(labels.map((label) => label.page)).toEqual(marks.slice(0, 20).map((mark) => mark.page));
});

test('a page whose content is too long has no labels, and the budget of the file is not spent', () => {
  const file = openPdf(samplePdf({ content: `BT /F 12 Tf 20 350 Td (Page) Tj ET ${' '.repeat(5_000_000)}` }));
  const before = file.budget.total;
  expect(labelsFor([tick], file, openPages(file))).toEqual([]);
  expect(file.budget.total).toBe(before);
});

test('a text that /ActualText gives is text, however long it is', () => {
  const content = `BT /F 12 Tf 100 190 Td /Span <</ActualText (${'Pets'.repeat(50_000)})>> BDC (____) Tj EMC ET`;
  const before = { ...tick, x: 0.6, y: 0.5 };
  expect(labelsOn([before], samplePdf({ content }))).toEqual([]);
  expect(labelsOn([{ ...before, y: 0.1 }], samplePdf({ content }))).toHaveLength(1);
});

test('a page can have more words than a call can have arguments', () => {
  const content = `BT /F 0.001 Tf 20 200 Td (${'a '.repeat(200_000)}) Tj ET`;
  expect(labelsOn([{ ...tick, y: 0.1 }], samplePdf({ content }))).toHaveLength(1);
});

test('a page with very many fonts has no labels', () => {
  const fonts = Array.from({ length: 1100 }, (_, index) => `/F${index} <</Subtype /Type1>>`);
  const uses = fonts.map((_, index) => `/F${index} 12 Tf`).join(' ');
  const pdf = samplePdf({
    content: `BT /F 12 Tf 20 350 Td (Page) Tj ${uses} ET`,
    pageEntries: `/Resources <</Font <</F 3 0 R ${fonts.join(' ')}>>>>`,
  });
  expect(labelsOn([tick], pdf)).toEqual([]);
});

test('a file that cannot be read has no labels', () => {
  const file = openPdf(page);
  const pages = openPages(file);
  const decode = () => {
    throw new RangeError('Maximum call stack size exceeded');
  };
  Object.assign(file, { decode });
  expect(labelsFor([tick], file, pages)).toEqual([]);
});
