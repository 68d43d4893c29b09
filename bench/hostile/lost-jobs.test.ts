import { expect, test } from '@jest/globals';
import type { Service } from '../support/service.ts';
import { countLost, lostBetween } from './lost-jobs.ts';

const part = (service: object, lost: number) => ({
  service: service as Service,
  runs: async (outcome: string) => (outcome === 'lost' ? lost : 0),
});

test('a process that was replaced does not hide the lost jobs of the others', async () => {
  const [seal, mail, newMail] = [{}, {}, {}];
  const before = await countLost([part(seal, 1), part(mail, 5)]);
  const after = await countLost([part(seal, 3), part(newMail, 0)]);
  expect(lostBetween(before, after)).toBe(2);
});
