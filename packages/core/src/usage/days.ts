/**
 * Documents per day (UTC) for the usage page. Days that are over are stored, so that the page does not count the documents of a year; it
 * counts only those of the two or three days since.
 */
import { utcDay } from '@countersign/contract/calendar-day';
import { type SqlPart, sqlPart } from '@countersign/db/sql';
import type { Base } from '../ctx.ts';

const dayMs = 86_400_000;

/** The first day that is not stored yet. The row `usage-days` of daily_sweep has it. */
const firstUnstored = sqlPart`coalesce((SELECT day FROM daily_sweep WHERE id = 'usage-days'), '1970-01-01'::date)`;

/** A row with its day for each live document that was completed, and each test document that was sent, from a day on and before another. */
const byDay = (workspaceId: SqlPart, from: SqlPart, until: SqlPart): SqlPart => sqlPart`
  SELECT (completed_at AT TIME ZONE 'UTC')::date AS day, 1 AS completed, 0 AS test_sent FROM document
  WHERE workspace_id = ${workspaceId} AND mode = 'live'
    AND completed_at >= ${from}::timestamp AT TIME ZONE 'UTC' AND completed_at < ${until}::timestamp AT TIME ZONE 'UTC'
  UNION ALL
  SELECT (sent_at AT TIME ZONE 'UTC')::date, 0, 1 FROM document
  WHERE workspace_id = ${workspaceId} AND mode = 'test'
    AND sent_at >= ${from}::timestamp AT TIME ZONE 'UTC' AND sent_at < ${until}::timestamp AT TIME ZONE 'UTC'`;

/** The rows (day, completed, test_sent) of a workspace from a day on, to be added up. */
export const usageDays = (workspaceId: string, from: Date): SqlPart => sqlPart`
  SELECT day, completed, test_sent FROM usage_day WHERE workspace_id = ${workspaceId}::uuid AND day >= ${utcDay(from)}::date
  UNION ALL ${byDay(sqlPart`${workspaceId}::uuid`, sqlPart`greatest(${utcDay(from)}::date, ${firstUnstored})`, sqlPart`'infinity'`)}`;

/**
 * Stores each day until the day before yesterday: transactions of those days have ended. The first run counts all documents. Safe to run
 * twice, also at once. A stored day is final, so a worker whose clock is ahead stores none that the database's clock has not passed.
 */
export async function storeUsageDays({ db, now }: Pick<Base, 'db' | 'now'>): Promise<void> {
  const yesterday = utcDay(new Date(now().getTime() - dayMs));
  const until = sqlPart`least(${yesterday}::date, (now() AT TIME ZONE 'UTC')::date - 1)`;
  await db.$executeRaw`
    WITH stored AS (
      INSERT INTO usage_day (workspace_id, day, completed, test_sent)
      SELECT w.id, d.day, sum(d.completed), sum(d.test_sent) FROM workspace w
      CROSS JOIN LATERAL (${byDay(sqlPart`w.id`, firstUnstored, until)}) AS d
      GROUP BY w.id, d.day ON CONFLICT DO NOTHING
    )
    INSERT INTO daily_sweep AS s (id, day) VALUES ('usage-days', ${until})
    ON CONFLICT (id) DO UPDATE SET day = greatest(s.day, excluded.day)`;
}
