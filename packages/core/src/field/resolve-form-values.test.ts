import { FieldSpec } from '@countersign/contract/field';
import { expect, test } from '@jest/globals';
import { guardFixedValues, resolveFormValues, tooMuchPatternWork } from './resolve-form-values.ts';

const field = (given: object) =>
  FieldSpec.parse({ type: 'text', page: 1, x: 0.1, y: 0.1, w: 0.2, h: 0.05, recipient_index: 0, ...given });
const fields = [
  field({ name: 'city' }),
  field({ name: 'rent', type: 'number' }),
  field({ name: 'city', settings: { max_length: 5 } }),
  field({ name: 'sign', type: 'signature' }),
  field({ name: 'short', type: 'initials' }),
  field({ name: 'fixed', read_only: true }),
];

const resolve = (values: Record<string, string>) =>
  resolveFormValues(fields, values, ['body', 'form_values']);
const faultsOf = async (values: Record<string, string>) =>
  (await resolve(values)).issues.map(
    ({ loc, msg }) => `${loc.join('.')}: ${msg.replace(/^Value error, /, '')}`,
  );

test('a value is for all fields of a name, or for one by its index; an empty one fits every field', async () => {
  expect(await resolve({ city: 'Porto', 1: '950', fixed: 'x' })).toEqual({
    prefill: new Map([
      [0, 'Porto'],
      [1, '950'],
      [2, 'Porto'],
      [5, 'x'],
    ]),
    issues: [],
  });
  expect(await resolve({ 0: 'Porto' })).toEqual({ prefill: new Map([[0, 'Porto']]), issues: [] });
  expect(await resolve({ rent: '', sign: '' })).toEqual({
    prefill: new Map([
      [1, ''],
      [3, ''],
    ]),
    issues: [],
  });
});

test('every value that fits no field, or not its field, is an error', async () => {
  expect(await faultsOf({ 6: 'x', '05': 'x', town: '' })).toEqual([
    'body.form_values.6: the template has no such field',
    'body.form_values.05: the template has no such field',
    'body.form_values.town: the template has no such field',
  ]);
  expect(await faultsOf({ rent: 'much', city: 'Coimbra' })).toEqual([
    'body.form_values.rent: Input should be a valid decimal',
    'body.form_values.city: String should have at most 5 characters',
  ]);
  expect(await faultsOf({ sign: 'Ada', short: 'A' })).toEqual([
    'body.form_values.sign: a field of type signature cannot have a value before signing',
    'body.form_values.short: a field of type initials cannot have a value before signing',
  ]);
});

test('nothing that the sender writes into a field may turn the direction of other characters', async () => {
  const turned = 'EUR \u202e0021\u202c';
  expect(await faultsOf({ fixed: turned, 0: turned })).toEqual([
    expect.stringMatching(/^body\.form_values\.0: must not contain characters that turn the direction/),
    expect.stringMatching(/^body\.form_values\.fixed: must not contain characters that turn the direction/),
  ]);
  for (const given of [
    { prefill_value: turned },
    { prefill_value: turned, read_only: true },
    { type: 'dropdown', settings: { options: ['\u2067a\u2069'] } },
  ])
    expect(() => field(given)).toThrow('must not contain characters that turn the direction');
});

test('a value that fills many read-only fields counts for each of them', async () => {
  const many = Array.from({ length: 250 }, (_, at) => field({ name: 'terms', read_only: at < 201 }));
  const resolveTerms = (length: number) =>
    resolveFormValues(many, { terms: 'a'.repeat(length) }, ['body', 'form_values']);
  expect((await resolveTerms(9950)).issues).toEqual([]);
  expect((await resolveTerms(9951)).issues).toEqual([
    {
      loc: ['body', 'form_values'],
      msg: 'Value error, the values of read-only fields may have 2000000 characters together',
      type: 'value_error',
    },
  ]);
});

test('two keys for one field are an error, and the first one counts', async () => {
  const { prefill, issues } = await resolve({ 0: 'Rome', city: 'Porto' });
  expect(prefill).toEqual(
    new Map([
      [0, 'Rome'],
      [2, 'Porto'],
    ]),
  );
  expect(issues).toEqual([
    {
      loc: ['body', 'form_values', 'city'],
      msg: 'Value error, another key already sets this field',
      type: 'value_error',
      input: 'Porto',
    },
  ]);
});

test('only a value that no recipient can correct must be drawable; up to ten characters are named', async () => {
  const letters = Array.from({ length: 11 }, (_, at) => String.fromCodePoint(0xf0000 + at));
  expect(await faultsOf({ fixed: letters.join('') })).toEqual([
    `body.form_values.fixed: no font can draw: ${letters.slice(0, 10).join(' ')}`,
  ]);
  expect(await faultsOf({ 0: letters.join('') })).toEqual([]);
});

test('values whose patterns need too much work in total are refused', async () => {
  const settings = { pattern: 'a{200}' };
  const prefill_value = 'a'.repeat(900);
  const costly = Array.from({ length: 5 }, () =>
    field({ name: 'x', settings, read_only: true, prefill_value }),
  );
  const { issues } = await resolveFormValues(costly, { x: prefill_value }, []);
  expect(issues.at(-1)).toMatchObject(tooMuchPatternWork);
  const { detail } = await guardFixedValues(costly, []).catch((error) => error);
  expect(detail.at(-1)).toMatchObject(tooMuchPatternWork);
});

test('a value in a field that recipients cannot change must fit it', async () => {
  const number = { type: 'number', prefill_value: 'seven' };
  const given = [
    field(number),
    field({ type: 'number', read_only: true }),
    field({ ...number, read_only: true }),
  ];
  await expect(guardFixedValues(given, ['body', 'fields'])).rejects.toMatchObject({
    slug: 'validation',
    detail: [{ loc: ['body', 'fields', 2, 'prefill_value'], type: 'decimal_parsing', input: 'seven' }],
  });
  await guardFixedValues(given.slice(0, 2), ['body', 'fields']);
});
