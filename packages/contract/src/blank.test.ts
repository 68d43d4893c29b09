import { expect, test } from '@jest/globals';
import { isBlank } from './blank.ts';

test.each([
  '',
  ' ',
  '\t\r\n',
  '\u00a0\u3000',
  '\u200b\u2060\ufeff',
  '\u3164',
  '\u2800',
  '\u00ad\u034f',
  '\u202e \u202c',
])('%j is blank', (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each(['a', ' ا\u200d', '家', '👩\u200d🔬', '·', '\u0301', '-'])('%j is not blank', (text) => {
  expect(isBlank(text)).toBe(false);
});
