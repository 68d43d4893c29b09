/**
 * Whether a bulk send exceeds the fair-use threshold per day of its workspace (docs/spec/interface.md, Limits;
 * docs/spec/decisions.md, section 5).
 */
import { utcDay } from '@countersign/contract/calendar-day';
import type { TxCtx } from '../ctx.ts';
import { pendingStatuses } from './status.ts';

/**
 * True if the envelopes counted today (UTC), the unsent rows of other bulk sends in the mode, and `rows` together exceed the
 * threshold. A flagged bulk send can still be dispatched.
 */
export async function needsReview(ctx: TxCtx, bulkSendId: string, rows: number): Promise<boolean> {
  const threshold = ctx.settings.reviewThreshold;
  if (rows > threshold) return true;
  const day = utcDay(ctx.now());
  const [load] = await ctx.db.$queryRaw<Array<{ counted: number; waiting: number }>>`
    SELECT
      (SELECT coalesce(sum(day_used), 0)::int FROM usage_month
        WHERE workspace_id = ${ctx.workspaceId}::uuid AND day = ${day}::date AND ${ctx.mode} = 'live') AS counted,
      (SELECT coalesce(sum(row_count - invalid_count - sent_count - failed_count), 0)::int FROM bulk_send
        WHERE workspace_id = ${ctx.workspaceId}::uuid AND mode = ${ctx.mode}::mode AND id <> ${bulkSendId}::uuid
          AND status = ANY(${pendingStatuses}::bulk_send_status[]) AND created_at >= ${day}::timestamptz - interval '1 day') AS waiting`;
  return (load?.counted ?? 0) + (load?.waiting ?? 0) + rows > threshold;
}
