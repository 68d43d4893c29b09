/** Limits how many signing emails a caller can cause: per document, and per address of a workspace. */
import { normalizeEmail } from '@countersign/contract/common';
import { ProblemError } from '@countersign/problem/problem-error';
import type { TxCtx } from '../ctx.ts';
import { realClock } from '../document-clock.ts';

/** A token bucket that holds `perHour` tokens and refills them evenly within an hour. */
interface HourlyLimit {
  id: string;
  perHour: number;
  /** What the limit is for, as the problem shows it. */
  name: string;
}

/**
 * Counts a resend of a document and the emails to its recipients, in the caller's transaction. Throws mail-limit with Retry-After
 * and `retry_at` when the document or an address is over its limit; the caller's transaction then changes nothing.
 */
export async function limitResend(
  ctx: TxCtx,
  documentId: string,
  recipients: ReadonlyArray<{ email: string }>,
): Promise<void> {
  const perHour = ctx.settings.documentResendsPerHour;
  const document = {
    id: `resend:${documentId}`,
    perHour,
    name: `This document can be resent ${perHour} times an hour`,
  };
  await takeTokens(ctx, [document, ...addressLimits(ctx, recipients)]);
}

/** The same for the first emails of a document, and for reminders caused by advancing a test clock. */
export async function limitInvitations(
  ctx: TxCtx,
  recipients: ReadonlyArray<{ email: string }>,
): Promise<void> {
  await takeTokens(ctx, addressLimits(ctx, recipients));
}

function addressLimits(ctx: TxCtx, recipients: ReadonlyArray<{ email: string }>): HourlyLimit[] {
  const perHour = ctx.settings.addressMailsPerHour;
  const addresses = new Set(recipients.map(({ email }) => normalizeEmail(email)));
  return [...addresses].map((address) => {
    // A keyed hash, so that no list of addresses is kept; per workspace, so that one workspace cannot use up the limit of
    // another.
    const hash = ctx.secrets.mac('person-address', `${ctx.workspaceId} ${address}`).toString('base64url');
    return {
      id: `mail:${hash}`,
      perHour,
      name: `A workspace can send ${perHour} emails an hour to one address`,
    };
  });
}

interface BucketState {
  id: string;
  allowed: boolean;
  secondsToNext: number;
}

/** One statement takes one token of each bucket. It locks the buckets in the order of their ids, by primary key. */
async function takeTokens(ctx: TxCtx, limits: readonly HourlyLimit[]): Promise<void> {
  if (limits.length === 0) return;
  const sorted = [...limits].sort((a, b) => (a.id < b.id ? -1 : 1));
  const states = await ctx.db.$queryRaw<BucketState[]>`
    WITH wanted AS MATERIALIZED (
      SELECT * FROM unnest(${sorted.map(({ id }) => id)}::text[], ${sorted.map(({ perHour }) => perHour)}::float8[]) AS w(id, per_hour)
    ), taken AS (
      INSERT INTO rate_bucket AS b (id, tokens, updated_at)
      SELECT id, per_hour - 1, clock_timestamp() FROM wanted ORDER BY id
      ON CONFLICT (id) DO UPDATE SET
        tokens = least(excluded.tokens + 1,
          b.tokens + (excluded.tokens + 1) / 3600 * greatest(0, extract(epoch FROM clock_timestamp() - b.updated_at))) - 1,
        updated_at = clock_timestamp()
      WHERE least(excluded.tokens + 1,
        b.tokens + (excluded.tokens + 1) / 3600 * greatest(0, extract(epoch FROM clock_timestamp() - b.updated_at))) >= 1
      RETURNING b.id
    )
    SELECT w.id, t.id IS NOT NULL AS allowed,
      coalesce((1 - b.tokens) * 3600 / w.per_hour - extract(epoch FROM clock_timestamp() - b.updated_at), 0)::float8 AS "secondsToNext"
    FROM wanted w LEFT JOIN taken t USING (id) LEFT JOIN rate_bucket b USING (id)`;
  const refused = states.filter(({ allowed }) => !allowed);
  if (refused.length === 0) return;
  const longest = refused.reduce((a, b) => (b.secondsToNext > a.secondsToNext ? b : a));
  const retryAfterSeconds = Math.max(1, Math.ceil(longest.secondsToNext));
  const retryAt = new Date(realClock(ctx.now)().getTime() + retryAfterSeconds * 1000).toISOString();
  const { name } = limits.find(({ id }) => id === longest.id)!;
  throw new ProblemError('mail-limit', {
    detail: `${name}. Nothing was sent. Try again after ${retryAt}.`,
    members: { retry_at: retryAt },
    retryAfterSeconds,
  });
}
