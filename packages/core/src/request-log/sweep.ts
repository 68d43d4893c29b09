/** Deletes entries of the request log that are older than REQUEST_LOG_DAYS. */
import { leastIdAt } from '@countersign/contract/ids';
import type { Base } from '../ctx.ts';

const dayMs = 86_400_000;
/** Rows of one statement; few, so that it holds its locks only briefly. */
const batch = 5000;
/** Statements of one sweep. The next one continues. */
const mostBatches = 200;

/** Deletes in batches, the oldest first, by the primary key, which grows with time. Safe to run twice. */
export async function sweepRequestLog(base: Pick<Base, 'db' | 'now' | 'settings'>): Promise<number> {
  const before = leastIdAt(new Date(base.now().getTime() - base.settings.requestLogDays * dayMs));
  let total = 0;
  for (let run = 0; run < mostBatches; run += 1) {
    const removed = await base.db.$executeRaw`
      DELETE FROM api_request WHERE id IN (
        SELECT id FROM api_request WHERE id < ${before}::uuid ORDER BY id LIMIT ${batch})`;
    total += removed;
    if (removed < batch) break;
  }
  return total;
}
