import { expect, test } from '@jest/globals';
import { cleanLine, cleanText } from './clean.ts';

test('composes decomposed letters', () => {
  expect(cleanText('cafe\u0301')).toBe('café');
});

test('removes control characters and explicit bidi formatting, but keeps direction marks', () => {
  expect(cleanText('a\u0007\u202eb\u2066c\u2069\u200fd')).toBe('abc\u200fd');
});

test('normalizes line breaks and spaces', () => {
  expect(cleanText('a\r\nb\rc\u2028d\te\u2003f')).toBe('a\nb\nc\nd e f');
  expect(cleanLine('a\r\nb')).toBe('a b');
  expect(cleanText('a\u3164b')).toBe('a b');
  expect(cleanText('20\u202f000\u2007km')).toBe('20\u00a0000\u00a0km');
});

test('replaces unpaired surrogates and noncharacters by U+FFFD', () => {
  expect(cleanText('a\ud800b\uffffc\u{1fffe}')).toBe('a\ufffdb\ufffdc\ufffd');
});
