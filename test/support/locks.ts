/** Holds the lock of a document in a test while the code under test waits for it. */
import type { TestBase } from './base.ts';
import { until } from './processes.ts';

/** Runs `work` while a transaction holds the document's lock. Resolves with its result after the lock is released. */
export function whileLocked<T>(base: TestBase, documentId: string, work: () => Promise<T>): Promise<T> {
  return base.db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM document WHERE id = ${documentId}::uuid FOR UPDATE`;
      return work();
    },
    { timeout: 60_000 },
  );
}

/** Resolves when this many transactions wait for the lock of a document. */
export const lockWaited = (base: TestBase, waiters: number) =>
  until(async () => {
    const [found] = await base.db.$queryRaw<Array<{ count: number }>>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM document%'`;
    return found!.count >= waiters;
  }, `${waiters} to wait for the document`);
