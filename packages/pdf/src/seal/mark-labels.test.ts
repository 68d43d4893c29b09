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
const placeOf = (marks: PlacedMark[]) => {
  const [label, ...more] = labelsOn(marks);
  expect(more).toEqual([]);
  return label && [label.x * 300, label.y * 400, label.w * 300, label.h * 400].map(Math.round);
};

test('a label follows its mark up to the edge of the page, and precedes it in a script from right to left', () => {
  expect(labelsOn([tick])[0]).toMatchObject({ page: 1, mark: { kind: 'text', text: 'Pets' } });
  expect(placeOf([tick])).toEqual([169, 203, 113, 11]);
  expect(placeOf([{ ...tick, label: 'حيوانات' }])).toEqual([18, 203, 128, 11]);
});

test('only ticks and dots with a label have one, and only where the page has text, but none near', () => {
  expect(labelsOn([{ ...tick, label: null }])).toEqual([]);
  expect(labelsOn([{ ...tick, mark: { kind: 'text', text: 'x' } }])).toEqual([]);
  expect(labelsOn([{ ...tick, x: 0.1, y: 0.15 }])).toEqual([]);
  expect(labelsOn([tick], samplePdf({ content: '0 g 0 0 9 9 re f' }))).toEqual([]);
  expect(labelsOn([tick], samplePdf({ content: 'BT /F 12 Tf 20 350 Td (______) Tj ET' }))).toEqual([]);
});

test('a label covers no other mark: it ends before it, or is above its own mark, or is left out', () => {
  const beside: PlacedMark = { ...tick, x: 0.75, label: null };
  expect(placeOf([tick, beside])).toEqual([169, 203, 52, 11]);
  const close: PlacedMark = { ...tick, x: 0.56, label: null };
  expect(placeOf([tick, close])).toEqual([150, 188, 132, 11]);
  expect(labelsOn([tick, close, { ...close, x: 0.5, y: 0.46 }])).toEqual([]);
});

test('a page whose content is too long has no labels, and the budget of the file is not spent', () => {
  const file = openPdf(samplePdf({ content: `BT /F 12 Tf 20 350 Td (Page) Tj ET ${' '.repeat(5_000_000)}` }));
  const before = file.budget.total;
  expect(labelsFor([tick], file, openPages(file))).toEqual([]);
  expect(file.budget.total).toBe(before);
});
