/** GET /v1/console/usage: documents sent and completed per month (UTC). */
import { guardRole } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { usageDays } from './days.ts';
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
  return ctx.db.$queryRaw<MonthUsage[]>`
    WITH counted AS (
      SELECT date_trunc('month', day)::date AS month, sum(completed)::int AS completed, sum(test_sent)::int AS tested
      FROM (${usageDays(ctx.workspaceId, first)}) AS days GROUP BY 1
    )
    SELECT m.month, (SELECT coalesce(sum(used), 0)::int FROM usage_month u WHERE u.workspace_id = ${ctx.workspaceId}::uuid
        AND u.month = (m.month AT TIME ZONE 'UTC')::date) AS "liveSent", coalesce(c.tested, 0) AS "testSent",
      coalesce(c.completed, 0) AS completed
    FROM generate_series(${first}::timestamptz, ${current}::timestamptz, '1 month', 'UTC') AS m(month)
    LEFT JOIN counted c ON c.month = (m.month AT TIME ZONE 'UTC')::date
    ORDER BY m.month`;
}
