import type { FieldSettings, SignatureInput } from '@countersign/client/generated/api';
import type { FieldType } from '@countersign/contract/field';
import { validateFieldValue } from '@countersign/contract/field-value';
import { describe, expect, test } from '@jest/globals';
import { wordFault } from './fault-words.ts';
import { english } from './words.ts';

function words(type: FieldType, value: string | SignatureInput | null, settings: FieldSettings = {}): string {
  const verdict = validateFieldValue({ type, required: true, settings }, value);
  if (verdict.ok) throw new Error('the value was accepted');
  return wordFault(type, verdict, english);
}

describe('an error becomes a sentence for the recipient', () => {
  test.each<[FieldType, string | SignatureInput | null, FieldSettings, string]>([
    ['signature', null, {}, 'Please add your signature.'],
    ['initials', null, {}, 'Please add your initials.'],
    ['checkbox', 'false', {}, 'Please tick this box.'],
    ['dropdown', '', { options: ['a'] }, 'Please choose one.'],
    ['text', '', {}, 'Please fill this in.'],
    ['text', 'abcd', { max_length: 1 }, 'At most 1 character.'],
    [
      'text',
      'abcd',
      { pattern: '[0-9]+' },
      'This does not match the format that the sender requires: [0-9]+',
    ],
    ['date', '2026-02-30', {}, 'Please enter a date that exists.'],
    ['email', 'ada', {}, 'Please enter an email address, such as name@example.com.'],
    ['number', '3', { min_value: 4 }, 'Must be 4 or more.'],
    ['number', '3', { max_value: 2.5 }, 'Must be 2.5 or less.'],
    ['signature', { mode: 'draw', width: 9, height: 9, strokes: [] }, {}, 'Please add your signature.'],
  ])('%s %j %j', (type, value, settings, sentence) => {
    expect(words(type, value, settings)).toBe(sentence);
  });

  test('errors that only the server can find are shown in its words', () => {
    const fault = { ok: false, type: 'value_error', msg: 'Value error, no font can draw: 𒀀' } as const;
    expect(wordFault('text', fault, english)).toBe('No font can draw: 𒀀.');
  });
});
