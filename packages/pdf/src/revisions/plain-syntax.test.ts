import { describe, expect, test } from '@jest/globals';
import { LayoutError } from './layout-error.ts';
import { requireOnePlainObject, requirePlainObject } from './plain-syntax.ts';

const fault = (check: () => unknown): string | null => {
  try {
    check();
  } catch (error) {
    if (error instanceof LayoutError) return error.message;
    throw error;
  }
  return null;
};

describe('one object with plain syntax', () => {
  test.each([
    ' null ',
    'true',
    '-1.5',
    '+.25',
    '7.',
    '12 0 R',
    '/Name#20x',
    '<48 65 6C>',
    '(a (nested) \\) \\( string)',
    '[1 [2 (x)] /A<</B 1>>]',
    '<</A 1/B[2 0 R]/C<</D(x)>>>>',
    '<<>>',
    '[]',
    '()',
  ])('%j is accepted', (text) => {
    expect(fault(() => requireOnePlainObject(text))).toBeNull();
  });

  test.each([
    ['', 'something that is no object'],
    ['1 2', 'is not one object'],
    ['nul', 'something that is no object'],
    ['truex', 'something that is no object'],
    ['1.2.3', 'something that is no object'],
    ['% comment\n1', 'something that is no object'],
    ['[1 % comment\n]', 'something that is no object'],
    ['<4x>', 'something that is no object'],
    ['[1', 'something that is no object'],
    ['<</A 1', 'something that is no key'],
    ['<</A>>', 'something that is no object'],
    ['<<1 2>>', 'something that is no key'],
    ['<</A 1 /A 2>>', 'has /A twice in a dictionary'],
    ['<</A 1 /#41 2>>', 'has /A twice in a dictionary'],
    ['(a', 'a string that does not end'],
    ['(a\\)', 'a string that does not end'],
    ['((a)', 'a string that does not end'],
    ['(a))', 'is not one object'],
    ['/a#4', 'is not one object'],
  ])('%j is refused: %s', (text, reason) => {
    expect(fault(() => requireOnePlainObject(text))).toContain(reason);
  });

  test.each(['[', '<</A '])('%j can be nested 300 deep', (open) => {
    const close = open === '[' ? ']' : '>>';
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    expect(fault(() => requireOnePlainObject(nested(300)))).toBeNull();
    expect(fault(() => requireOnePlainObject(nested(301)))).toContain('is nested too deeply');
  });
});

describe('an indirect object', () => {
  const check = (text: string, given: object = {}, offset = 2, limit?: number) =>
    requirePlainObject(Buffer.from(`..${text}`, 'latin1'), offset, limit ?? text.length + 2, {
      num: 7,
      gen: 0,
      streamLength: null,
      ...given,
    });

  test('ends after endobj', () => {
    expect(check('7 0 obj <</A 1>> endobj more')).toBe(2 + '7 0 obj <</A 1>> endobj'.length);
    expect(check('7 3 obj 1 endobj', { gen: 3 })).toBe(18);
  });

  test('with a stream ends after the length that it states', () => {
    const text = '7 0 obj <</Length 3>> stream\nabc\nendstream\nendobj';
    expect(check(text, { streamLength: 3 })).toBe(2 + text.length);
    expect(check(text.replace('stream\n', 'stream\r\n'), { streamLength: 3 })).toBe(3 + text.length);
    expect(fault(() => check(text, { streamLength: 2 }))).toContain('another length than it states');
    expect(fault(() => check(text, { streamLength: 4 }))).toBeNull();
    expect(fault(() => check(text, { streamLength: 5 }))).toContain('another length than it states');
    expect(fault(() => check(text.replace('stream\n', 'stream '), { streamLength: 3 }))).toContain(
      'a stream that does not begin as one does',
    );
  });

  test.each([
    ['8 0 obj 1 endobj', 'object 7 is not where the cross-reference data says'],
    ['7 1 obj 1 endobj', 'object 7 is not where the cross-reference data says'],
    [' 7 0 obj 1 endobj', 'object 7 is not where the cross-reference data says'],
    ['7 0 obj 1 endob', 'does not end as an object does'],
    ['7 0 obj 1 2 endobj', 'does not end as an object does'],
    ['7 0 obj (1 0 obj) endobj', 'contains what looks like another one'],
    ['7 0 obj (xref 1) endobj', 'contains what looks like another one'],
    ['7 0 obj (trailer<<) endobj', 'contains what looks like another one'],
    ['7 0 obj (%%EOF) endobj', 'contains what looks like another one'],
  ])('%j is refused: %s', (text, reason) => {
    expect(fault(() => check(text))).toContain(reason);
  });

  test('is refused if its stream contains what looks like another object', () => {
    const text = '7 0 obj <</Length 7>> stream\n1 0 obj\nendstream\nendobj';
    expect(fault(() => check(text, { streamLength: 7 }))).toContain('looks like another one');
  });
});
