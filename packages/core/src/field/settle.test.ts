import type { Field, Recipient } from '@countersign/db/models';
import { expect, test } from '@jest/globals';
import { completionsOf, drawnFields } from './drawn-fields.ts';
import { fieldsSettledBy, isFirstCompletion, printedOfSender, printedSignature } from './settle.ts';

const field = (id: string, recipientId: string | null, given: Partial<Field> = {}) =>
  ({ id, recipientId, type: 'text', settings: {}, readOnly: false, visibleIf: null, ...given }) as Field;
const recipient = (id: string, given: Partial<Recipient> = {}) =>
  ({ id, role: 'signer', status: 'completed', ownSignature: null, ...given }) as Recipient;

const condition = { field: 'own', filled: true };
const parts = {
  recipients: [recipient('ada'), recipient('bob', { role: 'approver' }), recipient('cc', { role: 'cc' })],
  fields: [
    field('of ada', 'ada'),
    field('of bob', 'bob'),
    field('fixed', 'bob', { readOnly: true }),
    field('shown to bob', 'bob', { readOnly: true, visibleIf: condition }),
    field('hidden from bob', 'bob', { visibleIf: condition }),
    field('of nobody', null),
    field('of a cc', 'cc'),
  ],
};

test('a completion settles the fields that the recipient could change or make visible, the first one also those that nobody can', () => {
  const settled = (recipientId: string, isFirst: boolean) =>
    fieldsSettledBy(parts, recipientId, isFirst).map(({ field: { id }, filledBy }) => [id, filledBy]);
  const ofBob = ['of bob', 'shown to bob', 'hidden from bob'].map((id) => [id, 'bob']);
  expect(settled('bob', false)).toEqual(ofBob);
  expect(settled('ada', true)).toEqual([
    ['of ada', 'ada'],
    ['fixed', null],
    ['of nobody', null],
    ['of a cc', null],
  ]);
  expect(settled('cc', false)).toEqual([]);
});

test('the first completion is the one before which nobody has completed', () => {
  const opened = recipient('bob', { status: 'opened' });
  expect(isFirstCompletion([recipient('ada', { status: 'sent' }), opened])).toBe(true);
  expect(isFirstCompletion([recipient('ada'), opened])).toBe(false);
});

test('a file with a signature of its own shows what was settled up to the last of these signatures', () => {
  const drawn = (...completions: Array<[string, boolean]>) => [
    ...drawnFields(
      parts,
      completions.map(([recipientId, hasOwnKey]) => ({ recipientId, hasOwnKey })),
    ),
  ];
  const first = ['of ada', 'fixed', 'of nobody', 'of a cc'];
  expect(drawn(['ada', false], ['bob', false])).toEqual([]);
  expect(drawn(['ada', true], ['bob', false])).toEqual(first);
  expect(drawn(['ada', false], ['bob', true])).toEqual([
    ...first,
    'of bob',
    'shown to bob',
    'hidden from bob',
  ]);
});

test('completions are in the order of time, without recipients who have not completed', () => {
  const at = (seconds: number) => ({ completedAt: new Date(seconds * 1000) });
  const recipients = [
    recipient('bob', { ...at(2), ownSignature: {} }),
    recipient('eve', { status: 'opened' }),
    recipient('ada', at(1)),
  ];
  expect(completionsOf(recipients)).toEqual([
    { recipientId: 'ada', hasOwnKey: false },
    { recipientId: 'bob', hasOwnKey: true },
  ]);
});

test('a field that nobody could change prints the value of the sender only if it is read-only', () => {
  const given = { prefillValue: 'Porto' };
  const printed = (more: Partial<Field>) => printedOfSender(field('a', null, { ...given, ...more }), null);
  expect(printed({ readOnly: true })).toEqual({ kind: 'text', text: 'Porto' });
  expect(printed({})).toEqual({ kind: 'nothing' });
});

test('a typed signature prints its font only if one was chosen', () => {
  const printed = { kind: 'signature', mode: 'type', text: 'Ada' };
  expect(Object.keys(printedSignature({ mode: 'type', text: 'Ada' }))).toEqual(Object.keys(printed));
  expect(printedSignature({ mode: 'type', text: 'Ada', font: 'caveat' })).toEqual({
    ...printed,
    font: 'caveat',
  });
  expect(printedSignature({ mode: 'upload', image_sha256: 'a1' })).toEqual({
    kind: 'signature',
    mode: 'upload',
    sha256: 'a1',
  });
});
