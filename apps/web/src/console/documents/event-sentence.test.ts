import type { EventOut, RecipientOut } from '@countersign/client/generated/api';
import { expect, test } from '@jest/globals';
import { namesIn, sentenceOf } from './event-sentence.ts';

const sentence = (name: string, payload: Record<string, unknown> = {}) =>
  sentenceOf(
    {
      event_type: 'recipient.rejected',
      actor: { type: 'recipient', id: 'r1' },
      payload: { recipient_id: 'r1', ...payload },
    } as unknown as EventOut,
    namesIn([], [{ id: 'r1', name } as RecipientOut]),
  );

test('an event is a sentence with its reason', () => {
  expect(sentence('Ada Lovelace', { reason: 'too expensive' })).toBe(
    'Ada Lovelace declined: “too expensive”',
  );
});

test('a name from right to left does not reverse the sentence, and cannot bring controls of its own', () => {
  expect(sentence('محمد')).toBe('\u2068محمد\u2069 declined');
  expect(sentence('Ada\u202e')).toBe('Ada\ufffd declined');
});

test('an event has the names that its people had at the time', () => {
  const ada = { type: 'recipient', id: 'r1', name: 'Ada Byron' };
  const events = [
    ['recipient.link_issued', { type: 'user', name: 'Nadia' }, { recipient_id: 'r1' }],
    ['recipient.opened', ada, { recipient_id: 'r1' }],
    [
      'recipient.corrected',
      { type: 'user', name: 'Nadia' },
      { recipient_id: 'r1', before: { name: 'Ada Byron' }, after: { name: 'Ada Lovelace' } },
    ],
    [
      'recipient.reassigned',
      { ...ada, name: 'Ada Lovelace' },
      { recipient_id: 'r1', to_recipient_id: 'r2', email: 'grace@example.test' },
    ],
    [
      'recipient.completed',
      { type: 'recipient', id: 'r2', name: 'Grace Hopper' },
      { recipient_id: 'r2', role: 'approver' },
    ],
    ['envelope.downloaded', ada, { version: 'original' }],
  ].map(([event_type, actor, payload], index) => ({ seq: index + 1, event_type, actor, payload }));
  const trail = events as unknown as EventOut[];
  const known = namesIn(trail, [
    { id: 'r1', name: 'Ada Lovelace' } as RecipientOut,
    { id: 'r2', name: 'Grace Hopper' } as RecipientOut,
  ]);
  expect(trail.map((event) => sentenceOf(event, known))).toEqual([
    'Ada Byron received a signing link',
    'Ada Byron opened the document',
    'Nadia changed the recipient Ada Lovelace',
    'Ada Lovelace passed the document to Grace Hopper',
    'Grace Hopper approved',
    'Ada Byron viewed or downloaded the document',
  ]);
});

test.each([
  ['recipient.link_issued', 'signer', 'Ada received a signing link'],
  ['recipient.link_issued', 'viewer', 'Ada was emailed a link'],
  ['recipient.link_issued', 'approver', 'Ada received a link to approve'],
  ['recipient.consented', 'signer', 'Ada agreed to sign electronically'],
  ['recipient.consented', 'approver', 'Ada agreed to approve electronically'],
])('%s of a %s reads %j', (event_type, role, words) => {
  const event = { event_type, actor: { type: 'recipient', id: 'r1' }, payload: { recipient_id: 'r1' } };
  const known = namesIn([], [{ id: 'r1', name: 'Ada', role } as RecipientOut]);
  expect(sentenceOf(event as unknown as EventOut, known)).toBe(words);
});

test.each([
  [['signer', 'signer'], 'One recipient has signed; others have not yet', 'Everyone has signed'],
  [['approver', 'cc'], 'One recipient has approved; others have not yet', 'Everyone has approved'],
  [
    ['signer', 'approver'],
    'One recipient has signed or approved; others have not yet',
    'Everyone has signed or approved',
  ],
])('with the roles %j, completions read %j and %j', (roles, partly, wholly) => {
  const known = namesIn(
    [],
    [
      ...roles.map((role, at) => ({ id: `r${at}`, role }) as RecipientOut),
      { id: 'gone', role: 'approver', status: 'reassigned' } as RecipientOut,
    ],
  );
  const said = (event_type: string) =>
    sentenceOf({ event_type, actor: {}, payload: {} } as unknown as EventOut, known);
  expect([said('envelope.partially_signed'), said('envelope.completed')]).toEqual([partly, wholly]);
});
