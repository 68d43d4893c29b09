/** Counts envelopes against the month's allowance (docs/spec/decisions.md, section 1). */
import { ProblemError } from '@countersign/problem/problem-error';
import type { Ctx, SqlCtx } from '../ctx.ts';
import { monthOf, resetsOn } from './month.ts';

/**
 * Adds to the count of the month in the caller's transaction. Throws allowance-exhausted and adds nothing if the allowance is
 * used up. One statement, so concurrent callers cannot exceed the allowance together. Test mode is not counted.
 */
export async function countEnvelope(ctx: SqlCtx, count = 1): Promise<void> {
  if (ctx.mode === 'test') return;
  const allowance = ctx.settings.envelopeAllowance;
  const now = ctx.now();
  const day = now.toISOString().slice(0, 10);
  // Locks the month's row, by primary key, until the caller commits. Call it last: every send of the workspace needs this row.
  const added = await ctx.db.$executeRaw`
    INSERT INTO usage_month AS month (workspace_id, month, used, day, day_used)
    SELECT ${ctx.workspaceId}::uuid, ${monthOf(now).toISOString().slice(0, 10)}::date, ${count}::int, ${day}::date, ${count}::int
    WHERE ${count}::int <= ${allowance}::int
    ON CONFLICT (workspace_id, month) DO UPDATE SET used = month.used + excluded.used, day = excluded.day,
      day_used = excluded.day_used + CASE WHEN month.day = excluded.day THEN month.day_used ELSE 0 END
    WHERE month.used + excluded.used <= ${allowance}::int`;
  if (added === 0) throw allowanceExhausted(ctx);
}

/** The 402 when the allowance of the month is used up. */
function allowanceExhausted(ctx: Pick<Ctx, 'settings' | 'now'>): ProblemError {
  const allowance = ctx.settings.envelopeAllowance;
  const resets = resetsOn(ctx.now());
  return new ProblemError('allowance-exhausted', {
    detail: `The allowance of ${allowance} envelopes a month is used up; it resets on ${resets}.`,
    members: { allowance, resets_on: resets },
  });
}
