import type { Field } from '@countersign/db/models';
import { expect, test } from '@jest/globals';
import { earlierFields, fieldStates, refuseFaults, valueForOthers } from './conditions.ts';

const field = (id: string, recipientId: string, given: Partial<Field> = {}) =>
  ({
    ...{ id, recipientId, name: id, type: 'text', required: false, readOnly: false },
    ...{ value: null, prefillValue: null, visibleIf: null, requiredIf: null },
    ...given,
  }) as Field;
const filled = (name: string) => ({ field: name, filled: true });

test('others see what was signed, or what the sender fixed in a field that is always visible', () => {
  const fixed = { readOnly: true, prefillValue: 'fixed' };
  const seen = (given: Partial<Field>) => valueForOthers(field('a', 'ada', given));
  expect(seen({ value: 'signed', ...fixed })).toBe('signed');
  expect(seen(fixed)).toBe('fixed');
  expect(seen({ ...fixed, readOnly: false })).toBeNull();
  expect(seen({ ...fixed, visibleIf: filled('b') })).toBeNull();
});

test('a recipient gets the fields of others that conditions name, and no other ones', () => {
  const fields = [
    field('city', 'ada', { value: 'Porto' }),
    field('rent', 'ada', { value: '950' }),
    field('secret', 'ada', { value: 'x' }),
    field('unnamed', 'ada', { name: null, value: 'x' }),
    field('own', 'bob', { visibleIf: filled('city') }),
    field('more', 'bob', { requiredIf: { all: [filled('rent'), filled('own')] } }),
    field('later', 'eve', { visibleIf: filled('secret') }),
  ];
  expect(earlierFields(fields, 'bob')).toEqual([
    { name: 'city', type: 'text', value: 'Porto' },
    { name: 'rent', type: 'text', value: '950' },
  ]);
  expect(earlierFields(fields, 'ada')).toEqual([]);
});

test('the states of a recipient are those of own fields, with the values that would be accepted', () => {
  const fields = [
    field('city', 'ada', { value: 'Porto' }),
    field('own', 'bob', { visibleIf: filled('city') }),
    field('more', 'bob', { requiredIf: filled('own') }),
  ];
  const states = (own: string | null) =>
    Object.fromEntries(fieldStates(fields, 'bob', new Map([['own', own]])));
  const visible = { visible: true, required: false };
  expect(states('x')).toEqual({ own: visible, more: { visible: true, required: true } });
  expect(states(null)).toEqual({ own: visible, more: visible });
});

test('every fault is reported with its place', () => {
  const faults = [
    { index: 1, path: ['visible_if'], message: 'one' },
    { index: 2, path: ['required_if', 'all', 0], message: 'two' },
  ];
  const refuse = (given: typeof faults) => refuseFaults(given as never, (index) => ['body', index]);
  expect(() => refuse([])).not.toThrow();
  let detail: unknown;
  try {
    refuse(faults);
  } catch (error) {
    ({ detail } = error as { detail: unknown });
  }
  expect(detail).toEqual([
    { loc: ['body', 1, 'visible_if'], msg: 'Value error, one', type: 'value_error' },
    { loc: ['body', 2, 'required_if', 'all', 0], msg: 'Value error, two', type: 'value_error' },
  ]);
});
