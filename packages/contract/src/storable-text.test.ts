import { expect, test } from '@jest/globals';
import { storableText } from './storable-text.ts';

test('a text is cut without half of a surrogate pair, and has no NUL', () => {
  expect(storableText('abc', 5)).toBe('abc');
  expect(storableText('a\0b😀', 4)).toBe('ab😀');
  expect(storableText('ab😀', 3)).toBe('ab\ufffd');
  expect(storableText('\ud83d', 3)).toBe('\ufffd');
});
