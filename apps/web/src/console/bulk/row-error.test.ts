import { expect, test } from '@jest/globals';
import { rowErrorWords } from './row-error.ts';

test.each([
  ['recipients.0.name: a name is required', 'Recipient 1: the name is missing.'],
  ['recipients.1.email: not a valid email address', 'Recipient 2: the email address is not valid.'],
  ['recipients.0.delivery: must be email or none', 'Recipient 1, delivery: must be email or none.'],
  ['form_values.nope: the template has no such field', 'The template has no field “nope”.'],
  ['form_values.rent: not a number', 'rent: not a number.'],
  [
    'recipients.0.email: an email address is required; form_values.a; b: the template has no such field; and 2 more',
    'Recipient 1: the email address is missing. The template has no field “a; b”. And 2 more.',
  ],
  ['Email of tenant: an email address is required', 'Email of tenant: an email address is required.'],
  ['not-sendable: no recipient has to sign', 'No recipient has to sign.'],
])('the error %j is %j', (error, words) => {
  expect(rowErrorWords(error)).toBe(words);
});
