import { expect, test } from '@jest/globals';
import { tallyFaults } from './tally.ts';

test('writers that only refuse each other are sound', () => {
  expect(tallyFaults([{ done: 3, refused: { 'document-state': 2, 'not-found': 1 }, failed: [] }])).toEqual(
    [],
  );
});

test('writers that changed nothing, other refusals and failures are faults', () => {
  const tallies = [
    { done: 0, refused: { 'document-state': 9 }, failed: [] },
    { done: 0, refused: { forbidden: 1 }, failed: ['deadlock detected'] },
  ];
  expect(tallyFaults(tallies)).toEqual([
    'the writers changed nothing',
    'refused with forbidden',
    'deadlock detected',
  ]);
});
