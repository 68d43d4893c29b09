import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { testBase } from '../support/base.ts';
import { checkRun } from './check.ts';
import { emptyLoad } from './load.ts';
import type { World } from './world.ts';

test('a run in which no document was sealed fails', async () => {
  const { db, storage } = await testBase();
  const world = { db, storage, mails: [], deliveries: new Map() } as unknown as World;
  const { faults } = await checkRun(world, randomUUID(), emptyLoad());
  expect(faults).toEqual(['no document was sealed, so nothing was tested']);
});
