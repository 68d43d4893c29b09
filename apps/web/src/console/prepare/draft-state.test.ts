import type { DocumentOut } from '@countersign/client/generated/api';
import { describe, expect, test } from '@jest/globals';
import type { Box, Draft, Person } from './draft.ts';
import {
  changeBoxes,
  draftFault,
  draftOfDocument,
  type EditHistory,
  fieldSpecs,
  nextHistory,
  problemsOf,
  recipientSpecs,
  withOwnSteps,
} from './draft-state.ts';

const ada: Person = {
  key: 'ada',
  name: 'Ada',
  email: 'ada@example.test',
  role: 'signer',
  signing_order: 1,
  auth_level: 'link',
  delivery: 'email',
  signature_level: null,
};
const box: Box = {
  key: 'box',
  type: 'signature',
  page: 1,
  x: 0.1,
  y: 0.1,
  w: 0.2,
  h: 0.05,
  person: 'ada',
  name: '',
  required: true,
  read_only: false,
  prefill_value: '',
  settings: {},
  visible_if: null,
  required_if: null,
};
const draft: Draft = { people: [ada], boxes: [box] };
const begin: EditHistory = { past: [], present: draft, future: [], tag: null };
const move = (history: EditHistory, x: number, tag: string | null) =>
  nextHistory(history, {
    what: 'change',
    tag,
    change: (known) => changeBoxes(known, new Set(['box']), (one) => ({ ...one, x })),
  });
const xOf = (history: EditHistory) => history.present.boxes[0]!.x;

test('a field whose recipient was removed belongs to nobody, and the draft is not saved before it is assigned', () => {
  const field = { ...box, id: 'f1', recipient_id: null, anchor: null };
  const loaded = draftOfDocument({
    recipients: [{ ...ada, id: 'ada' }],
    fields: [field, { ...field, id: 'f2', recipient_id: 'ada' }],
  } as unknown as DocumentOut);
  expect(loaded.boxes.map(({ person }) => person)).toEqual(['', 'ada']);
  expect(draftFault(loaded)).toBe(
    'Signature on page 1 belongs to nobody yet. Select it and choose a person.',
  );
  const assigned = { ...loaded, boxes: loaded.boxes.map((one) => ({ ...one, person: 'ada' })) };
  expect(draftFault(assigned)).toBeNull();
});

test('two people with their own keys in one step get steps of their own; the level goes to the API', () => {
  const withKey = (key: string): Person => ({ ...ada, key, signature_level: 'qualified' });
  const steps = (people: Person[]) => withOwnSteps(people).map((one) => one.signing_order);
  expect(steps([withKey('ada'), ada])).toEqual([1, 1]);
  expect(steps([withKey('ada'), ada, withKey('grace')])).toEqual([1, 2, 3]);
  expect(recipientSpecs({ people: [withKey('ada')], boxes: [] })[0]).toMatchObject({
    signature_level: 'qualified',
  });
});

describe('the edit history of a draft', () => {
  test('consecutive changes with one tag are undone together; others one by one', () => {
    const moved = move(move(move(begin, 0.2, 'place'), 0.3, 'place'), 0.4, 'size');
    const once = nextHistory(moved, { what: 'undo' });
    expect(xOf(once)).toBe(0.3);
    const twice = nextHistory(once, { what: 'undo' });
    expect(xOf(twice)).toBe(0.1);
    expect(nextHistory(twice, { what: 'undo' })).toBe(twice);
    expect(xOf(nextHistory(nextHistory(twice, { what: 'redo' }), { what: 'redo' }))).toBe(0.4);
  });

  test('a change after an undo discards the redo steps and starts a new step', () => {
    const back = nextHistory(move(begin, 0.2, 'place'), { what: 'undo' });
    const other = move(back, 0.5, 'place');
    expect(other.future).toEqual([]);
    expect(xOf(nextHistory(other, { what: 'undo' }))).toBe(0.1);
  });

  test('a change that changes nothing adds no step', () => {
    expect(nextHistory(begin, { what: 'change', tag: null, change: (known) => known })).toBe(begin);
  });
});

describe('what is sent to the API', () => {
  test('fields name their person by position; empty settings and names are left out; nothing leaves the page', () => {
    const grace = { ...ada, key: 'grace' };
    const wide = { ...box, person: 'grace', x: 0.9, w: 0.1 + 1e-9, settings: { pattern: null, options: [] } };
    expect(fieldSpecs({ people: [ada, grace], boxes: [wide] })).toEqual([
      expect.objectContaining({
        recipient_index: 1,
        name: null,
        prefill_value: null,
        settings: {},
        x: 0.9,
        w: 0.1,
      }),
    ]);
  });

  test.each([
    [{ name: ' ' }, {}, 'Person 1 has no name yet.'],
    [{ email: 'ada' }, {}, 'Ada has no valid email address yet.'],
    [{}, { name: '1st' }, 'The field name “1st” must begin'],
    [
      {},
      { type: 'dropdown' as const, settings: { options: [] } },
      'A drop-down on page 1 has no options yet.',
    ],
  ])('a draft that cannot be saved says why: %j %j', (person, field, words) => {
    expect(draftFault({ people: [{ ...ada, ...person }], boxes: [{ ...box, ...field }] })).toContain(words);
    expect(draftFault(draft)).toBeNull();
  });

  test('a draft that cannot be sent says why, in the words of the server', () => {
    expect(problemsOf(draft, 1, null, new Date())).toEqual([]);
    expect(
      problemsOf({ people: [ada], boxes: [] }, 1, null, new Date()).map(({ message }) => message),
    ).toEqual(['Signer Ada <ada@example.test> has no field to fill in.']);
    expect(problemsOf({ people: [], boxes: [] }, 1, null, new Date())).toMatchObject([{ code: 'no_signer' }]);
    expect(problemsOf(draft, 0, null, new Date())).toMatchObject([
      { code: 'field_on_missing_page', field_id: 'box' },
    ]);
  });
});
