import type { FieldCondition } from '@countersign/contract/field-condition';
import { describe, expect, test } from '@jest/globals';
import {
  asksForTick,
  conditionInWords,
  conditionOf,
  conditionWarnings,
  freshName,
  possibleFields,
  rowFor,
  rowsOf,
  withKeys,
  withNames,
} from './conditions.ts';
import type { Box, Draft, Person } from './draft.ts';
import { draftFault, fieldSpecs } from './draft-state.ts';

const person = (key: string, signing_order: number): Person => ({
  ...{ key, name: key, email: `${key}@example.test`, role: 'signer', signing_order },
  auth_level: 'link',
  delivery: 'email',
  signature_level: null,
});
const box = (key: string, more: Partial<Box> = {}): Box => ({
  ...{ key, type: 'text', page: 1, x: 0.1, y: 0.1, w: 0.2, h: 0.05, person: 'ada', name: key },
  ...{ required: true, read_only: false, prefill_value: '', settings: {} },
  visible_if: null,
  required_if: null,
  ...more,
});
const people = [person('ada', 1), person('grace', 2)];
const plan = box('plan', { type: 'dropdown', settings: { options: ['Small', 'Large'] } });
const married = box('married', { type: 'checkbox', name: 'is_married' });
const isMarried: FieldCondition = { field: 'married', equals: 'true' };

describe('references', () => {
  test('a renamed field keeps its conditions, because they refer to its box', () => {
    const stored = [
      box('k1', { name: 'married' }),
      box('k2', { visible_if: { all: [{ field: 'married', filled: true }] } }),
    ];
    const [first, second] = withKeys(stored);
    expect(second!.visible_if).toEqual({ all: [{ field: 'k1', filled: true }] });
    const renamed = { ...first!, name: 'wed' };
    expect(withNames([renamed, second!])[1]!.visible_if).toEqual({ all: [{ field: 'wed', filled: true }] });
  });

  test('the API gets names, and no required_if of a read-only field', () => {
    const spouse = box('spouse', { visible_if: isMarried, required_if: isMarried, read_only: true });
    expect(fieldSpecs({ people, boxes: [married, spouse] })[1]).toMatchObject({
      visible_if: { field: 'is_married', equals: 'true' },
      required_if: null,
    });
  });

  test('a condition can refer to fields of the same person and of those who sign earlier', () => {
    const draft: Draft = { people, boxes: [plan, married, box('g', { person: 'grace' })] };
    expect(possibleFields(draft, plan).map(({ key }) => key)).toEqual(['married']);
    expect(possibleFields(draft, draft.boxes[2]!).map(({ key }) => key)).toEqual(['plan', 'married']);
  });

  test('a field gets a name that no other has', () => {
    expect(freshName([box('a', { name: 'text_1' })], box('b'))).toBe('text_2');
  });
});

describe('warnings', () => {
  const warned = (boxes: Box[], who = people) => [...conditionWarnings({ people: who, boxes }).values()];
  const spouse = box('spouse', { visible_if: isMarried });

  test.each<[Box[], Person[], RegExp | null]>([
    [[married, spouse], people, null],
    [[spouse], people, /field that was removed/],
    [[{ ...married, name: '' }, spouse], people, /Checkbox on page 1 needs a name/],
    [[married, box('other', { name: 'is_married' }), spouse], people, /^2 fields have the name/],
    [[{ ...married, person: 'grace' }, spouse], people, /does not sign earlier/],
    [[plan, box('x', { visible_if: { field: 'plan', equals: 'Huge' } })], people, /can never be "Huge"/],
    [[plan, box('x', { required_if: { field: 'plan', equals: '' } })], people, /value of plan is missing/],
    [[married, spouse], [{ ...people[0]!, role: 'cc' }], /belongs to a cc/],
  ])('%#', (boxes, who, message) => {
    const texts = warned(boxes, who).flat();
    expect(texts).toEqual(message ? [expect.stringMatching(message)] : []);
  });

  test('a draft with a broken condition is not saved, and says why', () => {
    expect(draftFault({ people, boxes: [married, spouse] })).toBeNull();
    expect(draftFault({ people, boxes: [spouse] })).toBe(
      'The condition of spouse does not work. It refers to a field that was removed.',
    );
  });
});

describe('lines of the editor', () => {
  test.each<[FieldCondition]>([
    [isMarried],
    [{ field: 'plan', not_equals: 'Small' }],
    [{ field: 'plan', filled: false }],
    [{ all: [isMarried, { field: 'plan', filled: true }] }],
    [{ any: [isMarried, { field: 'plan', equals: 'Large' }] }],
  ])('%j is read and written again', (condition) => {
    expect(conditionOf(rowsOf(condition)!)).toEqual(condition);
  });

  test('what the lines cannot express is only described; no lines are no condition', () => {
    expect(rowsOf({ field: 'plan', in: ['Small'] })).toBeNull();
    expect(rowsOf({ all: [{ any: [isMarried] }] })).toBeNull();
    expect(conditionOf({ joined: 'all', rows: [] })).toBeNull();
    expect([married, plan, box('t')].map((one) => rowFor(one).operator)).toEqual([
      'equals',
      'equals',
      'filled',
    ]);
  });

  test.each([
    ['equals', 'true', true],
    ['equals', 'false', false],
    ['not_equals', 'true', false],
    ['not_equals', 'false', true],
    ['filled', '', true],
    ['empty', '', false],
  ] as const)('%s %s of a checkbox asks for a tick: %j', (operator, value, expected) => {
    expect(asksForTick({ field: 'married', operator, value })).toBe(expected);
  });

  test('a condition in words', () => {
    const boxes = [married, plan];
    expect(
      conditionInWords(
        {
          all: [
            { any: [isMarried, { field: 'married', not_equals: 'true' }] },
            { field: 'plan', in: ['Small', 'Large'] },
            { field: 'plan', not_equals: 'Small' },
            { field: 'gone', filled: false },
          ],
        },
        boxes,
      ),
    ).toBe(
      '(is_married is ticked or is_married is not ticked) and plan is one of Small, Large and plan is not Small and a removed field is empty',
    );
  });
});
