/** GET /v1/console/usage: documents sent and completed per month (UTC). */
import { guardRole } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { monthOf } from './month.ts';

export interface MonthUsage {
  /** First day of the month. */
  month: Date;
  /** As counted against the allowance. */
  liveSent: number;
  testSent: number;
  /** Only live documents. */
  completed: number;
}

/** The last `months` months, ending with the current one; months without documents have zeros. */
export async function listUsage(ctx: Ctx, months: number): Promise<MonthUsage[]> {
  guardRole(ctx, 'manager');
  const current = monthOf(ctx.now());
  const first = new Date(Date.UTC(current.getUTCFullYear(), current.getUTCMonth() - months + 1, 1));
  // By the partial indexes document_completed_by_month and document_test_sent_by_month.
  return ctx.db.$queryRaw<MonthUsage[]>`
    WITH completed AS (
      SELECT date_trunc('month', completed_at, 'UTC') AS month, count(*)::int AS count FROM document
      WHERE workspace_id = ${ctx.workspaceId}::uuid AND mode = 'live' AND completed_at >= ${first}::timestamptz GROUP BY 1
    ), tested AS (
      SELECT date_trunc('month', sent_at, 'UTC') AS month, count(*)::int AS count FROM document
      WHERE workspace_id = ${ctx.workspaceId}::uuid AND mode = 'test' AND sent_at >= ${first}::timestamptz GROUP BY 1
    )
    SELECT m.month, (SELECT coalesce(sum(used), 0)::int FROM usage_month u WHERE u.workspace_id = ${ctx.workspaceId}::uuid
        AND u.month = (m.month AT TIME ZONE 'UTC')::date) AS "liveSent", coalesce(t.count, 0) AS "testSent", coalesce(c.count, 0) AS completed
    FROM generate_series(${first}::timestamptz, ${current}::timestamptz, '1 month', 'UTC') AS m(month)
    LEFT JOIN tested t ON t.month = m.month
    LEFT JOIN completed c ON c.month = m.month
    ORDER BY m.month`;
}
