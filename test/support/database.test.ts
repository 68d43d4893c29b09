import { isMigrated } from '@countersign/db/migrate';
import { inTransaction } from '@countersign/db/transaction';
import { inspectJobs } from '@countersign/queue/inspect';
import { jobs } from '@countersign/queue/jobs';
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
  const ready = (await inspectJobs(first.queue)).map(({ job, ready }) => [job, ready]);
  expect(Object.fromEntries(ready)).toEqual({
    'mail.send': 0,
    'document.seal': 0,
    'document.expire-sweep': 0,
    'document.remind-sweep': 0,
    'housekeeping.sweep': 1,
  });
});
