/** Removes addresses and expired events from the admin logs of all workspaces. */
import { type Base, withTransaction } from '../ctx.ts';
import { recordAdminEvent } from './record.ts';

const dayMs = 86_400_000;
/** For how long an event keeps the address and the user agent of its actor. */
const addressDays = 90;
/** Rows per statement, and statements per sweep. The next sweep continues. */
const batch = 5000;
const mostBatches = 200;
/** Workspaces whose ids are in memory at once. */
const workspacePage = 1000;

/** The details of `admin_log.expired`. */
export interface ExpiryDetails {
  /** Number and hash of the last removed event. The next event continues the chain from this hash. */
  through_seq: number;
  through_hash: string;
  /** The number of removed events. */
  events: number;
  /** ADMIN_LOG_DAYS. */
  retention_days: number;
}

/**
 * Removes addresses after 90 days, and events after ADMIN_LOG_DAYS, the oldest of each workspace first. Each removal is recorded as an
 * event of the same chain (`admin_log.expired`), so a log without its first events is complete only if the chain says so. Safe to run
 * twice. Returns the number of removed events.
 */
export async function sweepAdminLog(base: Base): Promise<number> {
  const before = (days: number) => new Date(base.now().getTime() - days * dayMs);
  for (let round = 0; round < mostBatches; round += 1) {
    const changed = await base.db.$executeRaw`
      UPDATE admin_event SET ip = NULL, user_agent = NULL WHERE (workspace_id, seq) IN (
        SELECT workspace_id, seq FROM admin_event
        WHERE created_at < ${before(addressDays)}::timestamptz AND (ip IS NOT NULL OR user_agent IS NOT NULL) LIMIT ${batch})`;
    if (changed < batch) break;
  }
  const { adminLogDays } = base.settings;
  return adminLogDays === 0 ? 0 : removeExpired(base, before(adminLogDays));
}

async function removeExpired(base: Base, limit: Date): Promise<number> {
  let total = 0;
  for await (const workspaceId of workspacesWithExpired(base, limit)) {
    for (let removed = batch; removed === batch && total < mostBatches * batch; ) {
      removed = await removeOldest(base, workspaceId, limit);
      total += removed;
    }
    if (total >= mostBatches * batch) break;
  }
  return total;
}

/** If only records of earlier removals have expired, nothing is removed: each removal would add another record, forever. */
async function* workspacesWithExpired(base: Base, limit: Date): AsyncGenerator<string> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const found = await base.db.$queryRaw<Array<{ id: string }>>`
      SELECT DISTINCT workspace_id AS id FROM admin_event
      WHERE created_at < ${limit}::timestamptz AND event_type <> 'admin_log.expired' AND workspace_id > ${last}::uuid
      ORDER BY workspace_id LIMIT ${workspacePage}`;
    yield* found.map(({ id }) => id);
    if (found.length < workspacePage) return;
    last = found.at(-1)!.id;
  }
}

/** Removes the oldest expired events of the workspace, at most a batch, and records it, in one transaction. Returns how many. */
function removeOldest(base: Base, workspaceId: string, limit: Date): Promise<number> {
  return withTransaction({ ...base, requestId: 'sweep' }, async ({ db }) => {
    await db.$executeRaw`SELECT set_config('countersign.retention', 'on', true)`;
    // Only events before the first one that is kept, so that the rest is one chain even if clocks differed.
    const removed = await db.$queryRaw<Array<{ seq: number; hash: string }>>`
      DELETE FROM admin_event WHERE workspace_id = ${workspaceId}::uuid AND seq IN (
        SELECT seq FROM admin_event WHERE workspace_id = ${workspaceId}::uuid AND seq <= (
          SELECT max(seq) FROM admin_event
          WHERE workspace_id = ${workspaceId}::uuid AND created_at < ${limit}::timestamptz AND event_type <> 'admin_log.expired'
            AND seq < coalesce((SELECT min(seq) FROM admin_event
              WHERE workspace_id = ${workspaceId}::uuid AND created_at >= ${limit}::timestamptz), 2147483647))
        ORDER BY seq LIMIT ${batch})
      RETURNING seq, hash`;
    if (removed.length === 0) return 0;
    // Equal mutant "other.seq > one.seq → other.seq >= one.seq": no two have the same.
    const through = removed.reduce((one, other) => (other.seq > one.seq ? other : one));
    const details: ExpiryDetails = {
      through_seq: through.seq,
      through_hash: through.hash,
      events: removed.length,
      retention_days: base.settings.adminLogDays,
    };
    await recordAdminEvent(
      {
        db,
        workspaceId,
        actor: { type: 'system', id: 'housekeeping' },
        ip: null,
        userAgent: null,
        now: base.now,
      },
      { type: 'admin_log.expired', target: { type: 'workspace', id: workspaceId }, details: { ...details } },
    );
    return removed.length;
  });
}
