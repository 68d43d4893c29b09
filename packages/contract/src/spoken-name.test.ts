import { expect, test } from '@jest/globals';
import { spokenName } from './spoken-name.ts';

test.each([
  ['contract_date', 'Contract date'],
  ['contractDate', 'Contract date'],
  ['tenant.Full-Name', 'Tenant full name'],
  ['IBAN', 'IBAN'],
  ['x2', 'X2'],
  ['A__', 'A'],
])('%s reads %s', (name, words) => {
  expect(spokenName(name)).toBe(words);
});
