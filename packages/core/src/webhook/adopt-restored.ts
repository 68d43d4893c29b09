/**
 * After a dump was restored into another PostgreSQL (docs/OPERATIONS.md): what rows say of transactions is counted by the one that the
 * dump came from. Its numbers lie ahead: events would stand beyond the feed's horizon and new ones before them (event/feed.ts), and
 * every endpoint would take every event for one of before it was made (fan-out.ts).
 */
import type { Base } from '../ctx.ts';

/**
 * Puts the events of such a dump before all that happens now, and lets its endpoints get what happens from now on. Looks at one index
 * entry a workspace and mode where there is nothing to do; safe to run at every start, in several processes. Returns whether there
 * was anything.
 */
export async function adoptRestored({ db }: Pick<Base, 'db'>): Promise<boolean> {
  // No transaction that is visible here can be of this number or above.
  const [ahead] = await db.$queryRaw<Array<{ events: boolean; endpoints: boolean }>>`
    WITH next AS (SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS tx)
    SELECT
      EXISTS (
        SELECT 1 FROM next, workspace w, unnest(enum_range(NULL::mode)) AS m(mode), LATERAL (
          SELECT o.tx FROM outbox_event o WHERE o.workspace_id = w.id AND o.mode = m.mode ORDER BY o.tx DESC, o.id DESC LIMIT 1
        ) newest WHERE newest.tx >= next.tx) AS events,
      EXISTS (
        SELECT 1 FROM next, webhook_endpoint e
        WHERE pg_snapshot_xmax(e.since_snapshot::pg_snapshot)::text::bigint > next.tx) AS endpoints`;
  if (ahead?.events)
    // Ids go on where they ended, so everything up to the last of these is of the dump.
    await db.$executeRaw`
      UPDATE outbox_event SET tx = 0
      WHERE tx <> 0 AND id <= (
        SELECT max(id) FROM outbox_event WHERE tx >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint)`;
  if (ahead?.endpoints)
    await db.$executeRaw`
      UPDATE webhook_endpoint SET since_snapshot = NULL
      WHERE pg_snapshot_xmax(since_snapshot::pg_snapshot)::text::bigint
        > pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;
  return Boolean(ahead?.events || ahead?.endpoints);
}
