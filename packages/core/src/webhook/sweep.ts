/** Removes events and deliveries older than WEBHOOK_RETENTION, and what deleted endpoints left. */
import type { Base } from '../ctx.ts';

/** Rows of one statement: short, so that nothing waits for it. */
const batch = 5000;
/** A deleted endpoint may still be sent to for a moment. */
const deletedGraceMs = 60_000;

export interface SweptWebhooks {
  events: number;
  deliveries: number;
  endpoints: number;
}

/** Deletes in batches, the oldest first, until nothing is left to delete. Safe to run twice. Returns what went. */
export async function sweepWebhooks(base: Pick<Base, 'db' | 'now' | 'settings'>): Promise<SweptWebhooks> {
  const { db } = base;
  const now = base.now().getTime();
  const kept = new Date(now - base.settings.webhookRetentionSeconds * 1000);
  const gone = new Date(now - deletedGraceMs);
  // The oldest rows stand first by id; each statement looks at one batch and no further. What an event says of its time may be that of
  // a document whose clock was moved ahead: its age counts from its fan-out.
  const deliveries = await repeat(
    () => db.$executeRaw`
      DELETE FROM webhook_delivery WHERE created_at < ${kept}::timestamptz
        AND id IN (SELECT id FROM webhook_delivery ORDER BY id LIMIT ${batch})`,
  );
  const orphans = await repeat(
    () => db.$executeRaw`
      DELETE FROM webhook_delivery WHERE id IN (
        SELECT d.id FROM webhook_endpoint e JOIN webhook_delivery d ON d.endpoint_id = e.id
        WHERE e.deleted_at < ${gone}::timestamptz LIMIT ${batch})`,
  );
  const endpoints = await db.$executeRaw`
    DELETE FROM webhook_endpoint e WHERE e.deleted_at < ${gone}::timestamptz
      AND NOT EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.endpoint_id = e.id)`;
  const events = await repeat(
    () => db.$executeRaw`
      DELETE FROM outbox_event WHERE fanned_out_at < ${kept}::timestamptz
        AND id IN (SELECT id FROM outbox_event ORDER BY id LIMIT ${batch})`,
  );
  return { events, deliveries: deliveries + orphans, endpoints };
}

/** Until nothing goes any more: a batch that is not whole may have a row in it that stays. */
async function repeat(remove: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const removed = await remove();
    if (removed === 0) return total;
    total += removed;
  }
}
