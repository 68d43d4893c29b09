import { describe, expect, test } from '@jest/globals';
import { type CheckedField, conditionFaults } from './condition-faults.ts';
import { FieldSpecs } from './field.ts';
import { applyConditions, type ConditionalField, type FieldCondition } from './field-condition.ts';

type Entry = ConditionalField & { value?: string | null };
const text = (name: string, more: Partial<Entry> = {}): Entry => ({
  name,
  type: 'text',
  required: false,
  ...more,
});
const statesOf = (fields: readonly Entry[], earlier: Parameters<typeof applyConditions>[2] = []) =>
  applyConditions(fields, ({ value }) => value ?? null, earlier);
/** Whether a field with this condition is visible next to the other one. */
const shows = (condition: FieldCondition, other: Partial<Entry>) =>
  statesOf([text('a', other), text('b', { visible_if: condition })])[1]!.visible;

describe('a comparison', () => {
  test.each<[FieldCondition, Partial<Entry>, boolean]>([
    [{ field: 'a', equals: 'yes' }, { value: 'yes' }, true],
    [{ field: 'a', equals: 'yes' }, { value: ' yes\n' }, true],
    [{ field: 'a', equals: 'yes' }, { value: 'Yes' }, false],
    [{ field: 'a', equals: 'caf\u00e9' }, { value: 'cafe\u0301' }, true],
    [{ field: 'a', equals: 'yes' }, { value: null }, false],
    [{ field: 'a', not_equals: 'yes' }, { value: 'no' }, true],
    [{ field: 'a', not_equals: 'yes' }, { value: null }, true],
    [{ field: 'a', in: ['x', 'y'] }, { value: 'y' }, true],
    [{ field: 'a', in: ['x', 'y'] }, { value: null }, false],
    [{ field: 'a', filled: true }, { value: 'x' }, true],
    [{ field: 'a', filled: false }, { value: 'x' }, false],
    [{ field: 'a', filled: false }, { value: null }, true],
    [{ field: 'a', equals: '5' }, { type: 'number', value: '+5.0' }, true],
    [{ field: 'a', equals: '0' }, { type: 'number', value: '-0' }, true],
    [{ field: 'a', equals: 'Ada@Example.test' }, { type: 'email', value: 'ada@example.TEST' }, true],
    [{ field: 'a', equals: 'false' }, { type: 'checkbox', value: null }, true],
    [{ field: 'a', equals: 'true' }, { type: 'checkbox', value: 'true' }, true],
    [{ field: 'a', filled: true }, { type: 'checkbox', value: 'false' }, false],
    [{ field: 'a', filled: false }, { type: 'checkbox', value: 'false' }, true],
    [{ field: 'constructor', filled: true }, { value: 'x' }, false],
  ])('%j of %j: %j', (condition, other, expected) => {
    expect(shows(condition, other)).toBe(expected);
  });

  test('all and any nest', () => {
    const [yes, no] = [
      { field: 'a', equals: 'yes' },
      { field: 'a', equals: 'no' },
    ];
    expect(shows({ all: [yes, no] }, { value: 'yes' })).toBe(false);
    expect(shows({ any: [yes, no] }, { value: 'yes' })).toBe(true);
    expect(shows({ all: [{ any: [no, yes] }, yes] }, { value: 'yes' })).toBe(true);
  });
});

describe('the states of fields', () => {
  test('a condition sees a hidden field as empty, in any order of the fields', () => {
    const fields = [
      text('c', { visible_if: { field: 'b', filled: true } }),
      text('b', { value: 'kept', visible_if: { field: 'a', equals: 'yes' } }),
      text('a', { value: 'no' }),
    ];
    expect(statesOf(fields).map(({ visible }) => visible)).toEqual([false, false, true]);
    fields[2]!.value = 'yes';
    expect(statesOf(fields).map(({ visible }) => visible)).toEqual([true, true, true]);
  });

  test('required_if takes the place of required, and a hidden field is never required', () => {
    const condition = { field: 'a', filled: true };
    const fields = [
      text('a'),
      text('b', { required: true, required_if: condition }),
      text('c', { required: true, visible_if: condition }),
    ];
    expect(statesOf(fields).map(({ required }) => required)).toEqual([false, false, false]);
    fields[0]!.value = 'x';
    expect(statesOf(fields).map(({ required }) => required)).toEqual([false, true, true]);
  });

  test('values of recipients who signed earlier count', () => {
    const fields = [text('b', { visible_if: { field: 'plan', equals: 'Large' } })];
    const plan = { name: 'plan', type: 'dropdown', value: 'Large' } as const;
    expect(statesOf(fields, [plan])[0]!.visible).toBe(true);
    expect(statesOf(fields, [{ ...plan, value: null }])[0]!.visible).toBe(false);
  });

  test('a chain of 2,000 fields neither overflows the stack nor takes long, and a cycle ends', () => {
    const chain = Array.from({ length: 2000 }, (_, at) =>
      text(`f${at}`, {
        value: 'x',
        ...(at < 1999 && { visible_if: { field: `f${at + 1}`, filled: true } }),
      }),
    );
    expect(statesOf(chain).every(({ visible }) => visible)).toBe(true);
    chain[1999]!.visible_if = { field: 'f0', filled: true };
    expect(statesOf(chain).some(({ visible }) => visible)).toBe(false);
  });
});

describe('what does not fit the document', () => {
  const owner = (signingOrder: number, role = 'signer') => ({
    id: `${role}${signingOrder}`,
    role,
    signingOrder,
  });
  const field = (name: string | null, more: Partial<CheckedField> = {}): CheckedField => ({
    name,
    type: 'text',
    required: true,
    options: [],
    owner: owner(1),
    ...more,
  });
  const faultsOf = (...fields: CheckedField[]) =>
    conditionFaults(fields).map(({ index, path, message }) => `${index} ${path.join('.')}: ${message}`);
  const when = (condition: FieldCondition) => field('b', { visible_if: condition });

  test.each<[CheckedField, FieldCondition, RegExp | null]>([
    [field('a'), { field: 'a', filled: true }, null],
    [field('a', { owner: owner(0) }), { field: 'a', filled: true }, null],
    [field('a', { owner: owner(2) }), { field: 'a', filled: true }, /^1 visible_if: .*does not sign earlier/],
    [
      field('a', { owner: { ...owner(1), id: 'other' } }),
      { field: 'a', filled: true },
      /does not sign earlier/,
    ],
    [field('a'), { field: 'x', filled: true }, /no field has the name "x"/],
    [field('a'), { field: 'b', filled: true }, /cannot refer to the field itself/],
    [field('a', { type: 'signature' }), { field: 'a', filled: true }, null],
    [field('a', { type: 'signature' }), { field: 'a', equals: 'Ada' }, /only filled can be used/],
    [field('a', { type: 'checkbox' }), { field: 'a', equals: 'yes' }, /"true" or "false"/],
    [field('a', { type: 'radio', options: ['S', 'L'] }), { field: 'a', in: ['S', 'M'] }, /"M".*its options/],
    [field('a', { type: 'number' }), { field: 'a', not_equals: 'five' }, /not a number/],
    [field('a', { type: 'date' }), { field: 'a', equals: '1.2.2026' }, /YYYY-MM-DD/],
    [
      field('a'),
      {
        any: [
          { field: 'a', filled: true },
          { field: 'x', filled: true },
        ],
      },
      /visible_if.any.1: no/,
    ],
  ])('%j, referred to by %j', (other, condition, message) => {
    const faults = faultsOf(other, when(condition));
    expect(faults).toEqual(message ? [expect.stringMatching(message)] : []);
  });

  test('a name that several fields have is ambiguous', () => {
    expect(faultsOf(field('a'), field('a'), when({ field: 'a', filled: true }))).toEqual([
      expect.stringMatching(/2 fields have the name "a"/),
    ]);
    expect(faultsOf(field('a'), field('a'))).toEqual([]);
  });

  test('a field of a viewer or cc cannot have conditions', () => {
    const fields = [field('a', { owner: owner(0) }), field('b', { owner: owner(1, 'cc') })];
    fields[1]!.visible_if = { field: 'a', filled: true };
    expect(faultsOf(...fields)).toEqual([expect.stringMatching(/belongs to a cc/)]);
  });

  test('each cycle is reported once, with its fields; fields behind it are not', () => {
    const sees = (name: string, other: string) => field(name, { visible_if: { field: other, filled: true } });
    expect(faultsOf(sees('a', 'b'), sees('b', 'c'), sees('c', 'a'), sees('d', 'a'))).toEqual([
      '0 visible_if: the conditions form a cycle: a → b → c → a',
    ]);
    expect(faultsOf(sees('d', 'a'), sees('a', 'b'), sees('b', 'a'), sees('x', 'y'), sees('y', 'x'))).toEqual([
      '1 visible_if: the conditions form a cycle: a → b → a',
      '3 visible_if: the conditions form a cycle: x → y → x',
    ]);
  });

  test('two fields may require each other, because no state depends on what is required', () => {
    const needs = (name: string, other: string) =>
      field(name, { required_if: { field: other, filled: true } });
    expect(faultsOf(needs('a', 'b'), needs('b', 'a'))).toEqual([]);
  });
});

describe('the shape', () => {
  const spec = { type: 'text', page: 1, x: 0, y: 0, w: 0.1, h: 0.1, recipient_index: 0 };
  const messagesOf = (...conditions: unknown[]) =>
    FieldSpecs.safeParse(conditions.map((visible_if) => ({ ...spec, visible_if }))).error?.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    ) ?? [];
  const leaf = { field: 'a', filled: true };
  const nested = (depth: number): unknown => (depth === 0 ? leaf : { all: [nested(depth - 1)] });

  test.each<[unknown]>([
    [leaf],
    [null],
    [{ any: [leaf, { all: [leaf] }] }],
    [nested(4)],
    [{ all: Array.from({ length: 50 }, () => leaf) }],
  ])('%j fits', (one) => {
    expect(messagesOf(one)).toEqual([]);
  });

  test.each<[unknown, RegExp]>([
    [{}, /0.visible_if: .*a condition is/],
    [{ field: 'a' }, /a condition is/],
    [{ field: 'a', equals: 'x', filled: true }, /a condition is/],
    [{ equals: 'x' }, /a condition is/],
    [{ all: [leaf], any: [leaf] }, /a condition is/],
    [{ all: [leaf], equals: 'x' }, /a condition is/],
    [{ all: [leaf, { field: 'a' }] }, /0.visible_if.all.1: .*a condition is/],
    [{ field: 'a', equal: 'x' }, /Unrecognized key/],
    [{ field: '1a', filled: true }, /visible_if.field/],
    [{ field: 'a', equals: ' ' }, /can be seen/],
    [{ field: 'a', equals: 'x'.repeat(501) }, /visible_if.equals/],
    [nested(5), /nested at most 4 deep/],
    [
      { any: [leaf, { field: 'a', in: Array.from({ length: 50 }, (_, at) => `v${at}`) }] },
      /50 values, not 51/,
    ],
  ])('%j does not', (condition, message) => {
    expect(messagesOf(condition).join('\n')).toMatch(message);
  });

  test('the conditions of all fields together have a limit', () => {
    const large = { field: 'a', in: Array.from({ length: 50 }, (_, at) => `v${at}`) };
    expect(messagesOf(...Array.from({ length: 100 }, () => large))).toEqual([]);
    expect(messagesOf(...Array.from({ length: 101 }, () => large))).toEqual([
      expect.stringMatching(/^100.visible_if: .*more than 5000 values altogether/),
    ]);
  });

  test('a read-only field cannot be required under a condition', () => {
    const { error } = FieldSpecs.safeParse([{ ...spec, read_only: true, required_if: leaf }]);
    expect(error?.issues[0]?.path).toEqual([0, 'required_if']);
  });
});
