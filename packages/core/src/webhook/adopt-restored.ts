/**
 * After a backup was restored into another PostgreSQL (docs/OPERATIONS.md), transaction numbers in rows are those of the old server. If
 * they are ahead, restored events are beyond the horizon of the event feed and new ones come before them (event/feed.ts), and every
 * endpoint treats every event as older than itself (fan-out.ts).
 */
import type { Base } from '../ctx.ts';

/**
 * Puts the events of such a backup before all new ones, and lets its endpoints receive all events that are fanned out from now on.
 * If there is nothing to do, reads one index entry per workspace and mode. Safe to run at every start, in several processes. Returns
 * whether it changed anything.
 */
export async function adoptRestored({ db }: Pick<Base, 'db'>): Promise<boolean> {
  // Every transaction that is visible here has a lower number.
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
  // Equal mutant "→ true": without such events the statement finds none.
  if (ahead?.events)
    // Ids continue after the restored ones, so all rows up to the last of these come from the dump.
    await db.$executeRaw`
      UPDATE outbox_event SET tx = 0
      WHERE tx <> 0 AND id <= (
        SELECT max(id) FROM outbox_event WHERE tx >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint)`;
  // Equal mutant "→ true": without such endpoints the statement finds none.
  if (ahead?.endpoints)
    await db.$executeRaw`
      UPDATE webhook_endpoint SET since_snapshot = NULL
      WHERE pg_snapshot_xmax(since_snapshot::pg_snapshot)::text::bigint
        > pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;
  return Boolean(ahead?.events || ahead?.endpoints);
}
