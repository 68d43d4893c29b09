/** The values with which sign-as fills in the fields of a recipient. */
import type { Field } from '@countersign/db/models';
import { describe, expect, test } from '@jest/globals';
import { withSampleValues } from './sample-values.ts';

const field = (given: Partial<Field>) =>
  ({
    ...{ id: 'one', type: 'text', required: true, requiredIf: null, readOnly: false, prefillValue: null },
    settings: {},
    ...given,
  }) as Field;

const sampleFor = (given: Partial<Field>) => withSampleValues([field(given)], 'Ada King', {}).one;

describe('a sample', () => {
  test.each([
    ['', 'Test'],
    ['[a-z]+', 'test'],
    ['[A-Z]{2,9}', 'TEST'],
    ['[A-Z]', 'T'],
    ['[0-9]', '1'],
    ['[0-9]{2}', '12'],
    ['[0-9]{3}', '123'],
    ['[0-9]{4}', '1234'],
    ['[0-9]{5}', '12345'],
    ['[0-9]{6}', '123456'],
    ['[0-9]{4}-[0-9]{2}-[0-9]{2}', '2026-01-01'],
    ['[0-9]{7}', undefined],
  ])('of a text with the pattern "%s" is %s', (pattern, sample) => {
    expect(sampleFor({ settings: pattern ? { pattern } : {} })).toBe(sample);
  });

  test.each([
    [{}, '1'],
    [{ min_value: 7.5 }, '7.5'],
    [{ max_value: -3 }, '-3'],
  ])('of a number with %j is %s', (settings, sample) => {
    expect(sampleFor({ type: 'number', settings })).toBe(sample);
  });

  test('of a choice is the first option', () => {
    const settings = { options: ['red', 'green'] };
    for (const type of ['radio', 'dropdown'] as const) expect(sampleFor({ type, settings })).toBe('red');
    expect(sampleFor({ type: 'checkbox' })).toBe('true');
    expect(sampleFor({ type: 'dropdown' })).toBeUndefined();
  });

  test('of a signature is typed if it may be, otherwise drawn, otherwise uploaded', () => {
    expect(sampleFor({ type: 'signature' })).toEqual({ mode: 'type', text: 'Ada King' });
    expect(sampleFor({ type: 'initials' })).toEqual({ mode: 'type', text: 'AK' });
    const settings = { input_modes: ['draw', 'upload'] };
    expect(sampleFor({ type: 'signature', settings })).toMatchObject({ mode: 'draw' });
    expect(sampleFor({ type: 'signature', settings: { input_modes: ['upload'] } })).toMatchObject({
      mode: 'upload',
    });
  });
});

test('only fields that can be required, and have no value, get a sample', () => {
  const requiredIf = { field: 'other', equals: 'true' };
  expect(sampleFor({ required: false, requiredIf })).toBe('Test');
  expect(sampleFor({ required: false })).toBeUndefined();
  expect(sampleFor({ readOnly: true })).toBeUndefined();
  expect(sampleFor({ prefillValue: 'Rome' })).toBeUndefined();
  for (const type of ['name', 'email', 'date'] as const) expect(sampleFor({ type })).toBeUndefined();
  expect(withSampleValues([field({})], 'Ada', { one: '', two: 'x' })).toEqual({ one: '', two: 'x' });
});
