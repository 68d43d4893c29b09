/** The output of commands. */
import { expect, test } from '@jest/globals';
import { table } from './command.ts';

test('a table aligns its columns, and texts in it cannot control the terminal', () => {
  const rows = [
    { title: 'Lease\u001b[2J\u202e\u2028', documents: 7 },
    { title: 'Rent', documents: 12 },
  ];
  expect(table(rows)).toBe('title       documents\nLease [2J           7\nRent               12');
});
