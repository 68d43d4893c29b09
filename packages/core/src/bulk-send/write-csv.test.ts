import { describe, expect, test } from '@jest/globals';
import { csvLine } from './write-csv.ts';

describe('a cell that a spreadsheet would run as a formula', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-1', "'-1"],
    ['\t=1', `"'\t'=1"`],
    // A spreadsheet that separates by semicolon starts new cells inside ours.
    ['a;=1+1', `"a;'=1+1"`],
    ['a;"=1+1";b', `"a;""'=1+1"";b"`],
    ['a\n=1+1', `"a\n'=1+1"`],
    ['a;;+1;-2', `"a;;'+1;'-2"`],
  ])('%j is made text', (value, written) => {
    expect(csvLine([value])).toBe(`${written}\r\n`);
  });
});

test('numbers are written as they are, and absent values are empty', () => {
  expect(csvLine([-3, 0, null, undefined, ''])).toBe('-3,0,,,\r\n');
});

test('text that no spreadsheet runs is unchanged', () => {
  const cells = ['Ada-Maria', 'a=b', 'ada+1@example.test', 'a; b', 'Porto, PT -1', '"x"', null, 3];
  expect(csvLine(cells)).toBe('Ada-Maria,a=b,ada+1@example.test,"a; b","Porto, PT -1","""x""",,3\r\n');
});
