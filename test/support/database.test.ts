import { isMigrated } from '@countersign/db/migrate';
import { inTransaction } from '@countersign/db/transaction';
import { inspectJobs } from '@countersign/queue/inspect';
import { allJobs, jobs } from '@countersign/queue/jobs';
import { expect, test } from '@jest/globals';
import { testDatabase } from './database.ts';

test('a test file gets one database, migrated, empty, with its queues', async () => {
  const [first, second] = await Promise.all([testDatabase(), testDatabase()]);
  expect(second).toBe(first);
  expect(await isMigrated(first.db)).toBe(true);
  expect(await first.db.document.count()).toBe(0);
  await inTransaction(first.db, async ({ tx }) => {
    await first.queue.enqueue(tx, jobs.housekeepingSweep, { request_id: 'r' });
  });
  const ready = (await inspectJobs(first.queue)).filter((one) => one.ready > 0);
  expect(ready.map(({ job }) => job)).toEqual(['housekeeping.sweep']);
  const known = (await inspectJobs(first.queue)).map(({ job }) => job);
  expect(known.sort()).toEqual(allJobs.map(({ name }) => name).sort());
});
