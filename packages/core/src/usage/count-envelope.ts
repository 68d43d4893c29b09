/** Counts envelopes against the month's allowance (docs/spec/decisions.md, section 1). */
import { utcDay } from '@countersign/contract/calendar-day';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Ctx, SqlCtx } from '../ctx.ts';
import { monthOf, resetsOn } from './month.ts';

/** Rows of a month. Concurrent sends have different connections, so most of them add to different rows. */
// Equal mutant "16 → 17": any number of rows has the same sum.
const shards = 16;
/** With room for this many envelopes, callers count without waiting for each other: see countEnvelope. */
const leastRoom = 500;

/**
 * Adds to the count of the month in the caller's transaction. Throws allowance-exhausted and adds nothing if the allowance is
 * used up. Test mode is not counted.
 *
 * While there is room for 500 such counts, callers do not wait for each other. With less room they count one after the other, so
 * concurrent callers cannot exceed the allowance together. There is one exception: while a send that is not committed yet, such as a batch
 * of a bulk send, uses up the last 500 envelopes, each other send at that moment can exceed the allowance.
 */
export async function countEnvelope(ctx: SqlCtx, count = 1): Promise<void> {
  if (ctx.mode === 'test') return;
  // Equal mutant "await add(ctx, count, leastRoom * count) → false": it is only quicker.
  if (await add(ctx, count, leastRoom * count)) return;
  // The lock is held until the caller commits. The next statement sees everything that earlier holders have committed.
  await ctx.db.$executeRaw`SELECT pg_advisory_xact_lock(${usageLock}::int, hashtext(${ctx.workspaceId}))`;
  if (!(await add(ctx, count, count))) throw allowanceExhausted(ctx);
}

/** "cosu" in ASCII, the first key of the advisory lock of a workspace's count. */
// Equal mutant "0x636f7375 → 1668248438": any other number locks as well.
const usageLock = 0x636f7375;

/** Adds the count if the month has room for `room`; otherwise returns false. Locks one of the month's rows until the caller commits. */
async function add(ctx: SqlCtx, count: number, room: number): Promise<boolean> {
  const now = ctx.now();
  const month = utcDay(monthOf(now));
  const day = utcDay(now);
  const added = await ctx.db.$executeRaw`
    INSERT INTO usage_month AS month (workspace_id, month, shard, used, day, day_used)
    SELECT ${ctx.workspaceId}::uuid, ${month}::date, pg_backend_pid() % ${shards}::int, ${count}::int, ${day}::date, ${count}::int
    WHERE ${room}::int + (SELECT coalesce(sum(used), 0) FROM usage_month WHERE workspace_id = ${ctx.workspaceId}::uuid
      AND month = ${month}::date) <= ${ctx.settings.envelopeAllowance}::int
    ON CONFLICT (workspace_id, month, shard) DO UPDATE SET used = month.used + excluded.used, day = excluded.day,
      day_used = excluded.day_used + CASE WHEN month.day = excluded.day THEN month.day_used ELSE 0 END`;
  return added > 0;
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
