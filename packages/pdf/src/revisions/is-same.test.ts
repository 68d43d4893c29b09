import { expect, test } from '@jest/globals';
import { dict, name, type PdfObject, PdfRef, PdfStream, PdfString } from '../model/objects.ts';
import { differingKeys, isSame } from './is-same.ts';

const string = (text: string) => new PdfString(Buffer.from(text));
const stream = (length: number, text: string) => new PdfStream(dict({ Length: length }), Buffer.from(text));

/** Different objects; each comparison gets new ones. */
const objects: Array<() => PdfObject> = [
  () => null,
  () => true,
  () => 1,
  () => 2,
  () => name('A'),
  () => name('B'),
  () => new PdfRef(1, 0),
  () => new PdfRef(2, 0),
  () => new PdfRef(1, 1),
  () => string('a'),
  () => string('b'),
  () => stream(1, 'a'),
  () => stream(1, 'b'),
  () => stream(2, 'a'),
  () => dict({ A: 1 }),
  () => dict({ A: 2 }),
  () => dict({ A: 1, B: 1 }),
  () => [],
  () => [1],
  () => [1, 2],
  () => [dict({ A: string('a') })],
];

test('every object is the same as a copy of it, and as no other', () => {
  for (const [at, a] of objects.entries())
    for (const [other, b] of objects.entries())
      expect([at, other, isSame(a(), b())]).toEqual([at, other, at === other]);
});

test('a member that is null counts as absent', () => {
  expect(isSame(dict({ A: 1, B: null }), dict({ A: 1 }))).toBe(true);
  expect(isSame(dict({ A: 1 }), dict({ A: 1, B: null }))).toBe(true);
  expect(differingKeys(dict({ A: 1, B: 2, C: null }), dict({ A: 1, B: 3, D: 4 }))).toEqual(['B', 'D']);
});

test('keys that are repeated are not the same as keys that are not, because some readers use the first value', () => {
  const repeating = (...values: number[]) => {
    const result = dict({});
    for (const value of values) result.put('A', value);
    return result;
  };
  expect(isSame(repeating(1, 2), repeating(1, 2))).toBe(true);
  expect(differingKeys(repeating(1, 2), repeating(1, 2))).toEqual([]);
  for (const other of [repeating(2), repeating(3, 2), repeating(1, 1, 2)]) {
    expect([isSame(repeating(1, 2), other), isSame(other, repeating(1, 2))]).toEqual([false, false]);
    expect(() => differingKeys(repeating(1, 2), other)).toThrow(
      'a dictionary that repeats a key was changed',
    );
  }
});
