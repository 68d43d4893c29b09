import type { EventOut, RecipientOut } from '@countersign/client/generated/api';
import { expect, test } from '@jest/globals';
import { sentenceOf } from './event-sentence.ts';

const sentence = (name: string, payload: Record<string, unknown> = {}) =>
  sentenceOf(
    {
      event_type: 'recipient.rejected',
      actor: { type: 'recipient', id: 'r1' },
      payload: { recipient_id: 'r1', ...payload },
    } as unknown as EventOut,
    [{ id: 'r1', name } as RecipientOut],
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
