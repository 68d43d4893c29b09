/** The limits of the shared strings of a spreadsheet. */
import { expect, test } from '@jest/globals';
import { SharedStrings } from './shared-strings.ts';

/** The longest text that fits. */
const block = 'x'.repeat(4 * 1024 * 1024);

test('a text is found by its number, however many there are; other numbers have none', () => {
  const strings = new SharedStrings();
  const texts = Array.from({ length: 5000 }, (_, at) => (at % 3 === 0 ? '' : `Straße ${at}`));
  for (const text of texts) expect(strings.add(text)).toBe(true);
  expect(texts.map((_, at) => strings.get(at))).toEqual(texts);
  for (const index of [-1, 0.5, texts.length]) expect(strings.get(index)).toBeUndefined();
});

test('a text that does not fit beside the others is found in the next block', () => {
  const strings = new SharedStrings();
  const texts = ['start', block, 'between', block.slice(1), 'y', 'end'];
  for (const text of texts) expect(strings.add(text)).toBe(true);
  expect(texts.every((text, at) => strings.get(at) === text)).toBe(true);
  expect(strings.add(`${block}x`)).toBe(false);
});

test('the blocks have at most 96 MiB', () => {
  const strings = new SharedStrings();
  for (let blocks = 0; blocks < 24; blocks += 1) expect(strings.add(block)).toBe(true);
  expect(strings.add('x')).toBe(false);
  expect(strings.add('')).toBe(true);
  expect(strings.get(23) === block).toBe(true);
});

test('there are at most four million texts', () => {
  const strings = new SharedStrings();
  let added = 0;
  while (added < SharedStrings.maxCount + 1 && strings.add('')) added += 1;
  expect([added, strings.get(added - 1)]).toEqual([4_000_000, '']);
});
