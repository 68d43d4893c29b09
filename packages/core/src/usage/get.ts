/** GET /v1/usage (docs/spec/decisions.md, section 1). */
import type { Ctx } from '../ctx.ts';
import { monthOf, resetsOn } from './month.ts';

export interface EnvelopeUsage {
  allowance: number;
  used: number;
  /** At least 0, even if the allowance was lowered. */
  remaining: number;
  /** First day of the next month in UTC, YYYY-MM-DD. */
  resetsOn: string;
}

/** Envelopes counted in the current month, the same for keys of both modes. */
export async function getUsage(ctx: Ctx): Promise<EnvelopeUsage> {
  const now = ctx.now();
  const month = await ctx.db.usageMonth.aggregate({
    where: { workspaceId: ctx.workspaceId, month: monthOf(now) },
    _sum: { used: true },
  });
  const allowance = ctx.settings.envelopeAllowance;
  const used = month._sum.used ?? 0;
  return { allowance, used, remaining: Math.max(0, allowance - used), resetsOn: resetsOn(now) };
}
