/** Removes addresses and expired events from the admin logs of all workspaces. */
import type { Base } from '../ctx.ts';
import { withTransaction } from '../ctx.ts';

const dayMs = 86_400_000;
/** For how long an event keeps the address and the user agent of its actor. */
const addressDays = 90;
/** Rows of one statement, and statements of one sweep. The next one continues. */
const batch = 5000;
const mostBatches = 200;

/**
 * Removes addresses after 90 days, and events after ADMIN_LOG_DAYS, the oldest of each workspace first, so that the rest is one chain. Safe
 * to run twice. Returns the number of removed events.
 */
export async function sweepAdminLog(base: Base): Promise<number> {
  const before = (days: number) => new Date(base.now().getTime() - days * dayMs);
  await inBatches(
    () => base.db.$executeRaw`
      UPDATE admin_event SET ip = NULL, user_agent = NULL WHERE (workspace_id, seq) IN (
        SELECT workspace_id, seq FROM admin_event
        WHERE created_at < ${before(addressDays)}::timestamptz AND (ip IS NOT NULL OR user_agent IS NOT NULL) LIMIT ${batch})`,
  );
  const { adminLogDays } = base.settings;
  if (adminLogDays === 0) return 0;
  const limit = before(adminLogDays);
  return inBatches(() =>
    withTransaction({ ...base, requestId: 'sweep' }, async ({ db }) => {
      await db.$executeRaw`SELECT set_config('countersign.retention', 'on', true)`;
      return db.$executeRaw`
        DELETE FROM admin_event WHERE (workspace_id, seq) IN (
          SELECT workspace_id, seq FROM admin_event old
          WHERE created_at < ${limit}::timestamptz AND NOT EXISTS (
            SELECT FROM admin_event kept
            WHERE kept.workspace_id = old.workspace_id AND kept.seq < old.seq AND kept.created_at >= ${limit}::timestamptz)
          ORDER BY workspace_id, seq LIMIT ${batch})`;
    }),
  );
}

async function inBatches(run: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let round = 0; round < mostBatches; round += 1) {
    const changed = await run();
    total += changed;
    if (changed < batch) break;
  }
  return total;
}
