/** The rows of a bulk send that are worth a preview. */
import { expect, test } from '@jest/globals';
import type { TemplateDefinition } from '../template/fill.ts';
import { SampleRows } from './sample-rows.ts';

const samplesFor = (...names: Array<string | null>) =>
  new SampleRows({ fields: names.map((name) => ({ name })) } as unknown as TemplateDefinition);

test('are the first, the last, and of each named field the first row with its longest value', () => {
  const samples = samplesFor('city', null, 'rent');
  samples.add(2, { rent: '1', other: 'x' });
  samples.add(4, { city: 'Oslo' });
  samples.add(5, { city: 'Bern', rent: '' });
  samples.add(7, { city: 'Rom' });
  expect(samples.list()).toEqual([
    { row_no: 2, reason: 'first' },
    { row_no: 7, reason: 'last' },
    { row_no: 4, reason: 'longest', field: 'city' },
    { row_no: 2, reason: 'longest', field: 'rent' },
  ]);
});

test('are none without a valid row, and no longest ones without values', () => {
  const samples = samplesFor('city');
  expect(samples.list()).toEqual([]);
  samples.add(1, { city: '' });
  expect(samples.list()).toEqual([
    { row_no: 1, reason: 'first' },
    { row_no: 1, reason: 'last' },
  ]);
});

test('show at most twenty fields: those with the longest values', () => {
  const names = Array.from({ length: 22 }, (_, at) => `field_${at}`);
  const samples = samplesFor(...names);
  samples.add(1, Object.fromEntries(names.map((name, at) => [name, 'x'.repeat(at + 1)])));
  const fields = samples.list().flatMap(({ field }) => field ?? []);
  expect(fields).toEqual(names.toReversed().slice(0, 20));
});
