/** Removes events and deliveries older than WEBHOOK_RETENTION, and the deliveries of deleted endpoints. */
import type { Base } from '../ctx.ts';

/** Rows of one statement; few, so that it holds its locks only briefly. */
const batch = 5000;
/** Attempts may still run for a moment after an endpoint was deleted. */
const deletedGraceMs = 60_000;

export interface SweptWebhooks {
  events: number;
  deliveries: number;
  endpoints: number;
}

/** Deletes in batches, the oldest first, until nothing is left to delete. Safe to run twice. Returns how many rows it deleted. */
export async function sweepWebhooks(base: Pick<Base, 'db' | 'now' | 'settings'>): Promise<SweptWebhooks> {
  const { db } = base;
  const now = base.now().getTime();
  const kept = new Date(now - base.settings.webhookRetentionSeconds * 1000);
  const gone = new Date(now - deletedGraceMs);
  // The oldest rows come first by id. Each statement continues after the rows that the one before removed: their entries stay in the
  // index until a vacuum. The age of an event counts from its fan-out, because its own time may be that of a test document whose clock was
  // moved ahead.
  const deliveries = await removeOldest(
    (after) => db.$queryRaw<Removed[]>`
      WITH oldest AS MATERIALIZED (SELECT id FROM webhook_delivery WHERE id > ${after}::bigint ORDER BY id LIMIT ${batch}),
        removed AS (
          DELETE FROM webhook_delivery d USING oldest
          WHERE d.id = oldest.id AND d.created_at < ${kept}::timestamptz RETURNING d.id)
      SELECT count(*)::int AS count, max(id) AS last FROM removed`,
  );
  const ofDeletedEndpoints = await repeat(
    () => db.$executeRaw`
      DELETE FROM webhook_delivery WHERE id IN (
        SELECT d.id FROM webhook_endpoint e JOIN webhook_delivery d ON d.endpoint_id = e.id
        WHERE e.deleted_at < ${gone}::timestamptz LIMIT ${batch})`,
  );
  const endpoints = await db.$executeRaw`
    DELETE FROM webhook_endpoint e WHERE e.deleted_at < ${gone}::timestamptz
      AND NOT EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.endpoint_id = e.id)`;
  const events = await removeOldest(
    (after) => db.$queryRaw<Removed[]>`
      WITH oldest AS MATERIALIZED (SELECT id FROM outbox_event WHERE id > ${after}::bigint ORDER BY id LIMIT ${batch}),
        removed AS (
          DELETE FROM outbox_event e USING oldest
          WHERE e.id = oldest.id AND e.fanned_out_at < ${kept}::timestamptz RETURNING e.id)
      SELECT count(*)::int AS count, max(id) AS last FROM removed`,
  );
  return { events, deliveries: deliveries + ofDeletedEndpoints, endpoints };
}

interface Removed {
  count: number;
  last: bigint | null;
}

/** Repeats, each time from the last removed id, until nothing is removed. A batch may be incomplete because some of its rows stay. */
async function removeOldest(remove: (after: bigint) => Promise<Removed[]>): Promise<number> {
  for (let total = 0, after = 0n; ; ) {
    const [removed] = await remove(after);
    if (!removed?.last) return total;
    total += removed.count;
    after = removed.last;
  }
}

/** Repeats until nothing is deleted. */
async function repeat(remove: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const removed = await remove();
    if (removed === 0) return total;
    total += removed;
  }
}
