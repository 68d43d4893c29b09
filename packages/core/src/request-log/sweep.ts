/** Deletes entries of the request log that are older than REQUEST_LOG_DAYS. */
import { leastIdAt } from '@countersign/contract/ids';
import type { Base } from '../ctx.ts';

const dayMs = 86_400_000;
/** Rows of one statement; few, so that it holds its locks only briefly. */
const batch = 5000;
/** Statements of one sweep. The next one continues. */
const mostBatches = 200;

/**
 * Deletes in batches, the oldest first, by the primary key, which grows with time. Each statement continues after the one before, because
 * the entries of removed rows stay in the index until a vacuum. Safe to run twice.
 */
export async function sweepRequestLog(base: Pick<Base, 'db' | 'now' | 'settings'>): Promise<number> {
  const before = leastIdAt(new Date(base.now().getTime() - base.settings.requestLogDays * dayMs));
  let total = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (let run = 0; run < mostBatches; run += 1) {
    const [removed] = await base.db.$queryRaw<Array<{ count: number; last: string | null }>>`
      WITH oldest AS MATERIALIZED (
        SELECT id FROM api_request WHERE id > ${after}::uuid AND id < ${before}::uuid ORDER BY id LIMIT ${batch}
      ), removed AS (DELETE FROM api_request r USING oldest WHERE r.id = oldest.id RETURNING r.id)
      SELECT (SELECT count(*)::int FROM removed) AS count, (SELECT id FROM removed ORDER BY id DESC LIMIT 1) AS last`;
    total += removed!.count;
    if (!removed!.last || removed!.count < batch) break;
    after = removed!.last;
  }
  return total;
}
