/**
 * The rate limit: token buckets in the database, shared by all API processes (docs/spec/decisions.md, section 1). One per workspace;
 * for what anybody may call, one per address. Those of signing links are elsewhere: link-limit.ts.
 */
import type { Base } from '@countersign/core/ctx';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Request, RequestHandler, Response } from 'express';
import { callerNetwork } from '../caller-network.ts';
import { requestCtx } from '../ctx.ts';
import type { TokenBucket } from '../local-buckets.ts';

/** Takes a token from the workspace's bucket, or throws rate-limited with Retry-After; sets the RateLimit headers either way. */
export function rateLimit(): RequestHandler {
  return async (request, response, next) => {
    const ctx = requestCtx(request);
    const { rateSustainedRps: rate, rateBurstRps: burst } = ctx.settings;
    await spendToken(ctx, response, {
      bucket: ctx.workspaceId,
      rate,
      burst,
      detail: `The workspace may make ${rate} requests a second, ${burst} at once.`,
    });
    next();
  };
}

/** Takes a token, or throws rate-limited with Retry-After and this detail; sets the RateLimit headers either way. */
export async function spendToken(
  base: Pick<Base, 'db'>,
  response: Response,
  limit: { bucket: string; rate: number; burst: number; detail: string },
): Promise<void> {
  const { bucket, rate, burst } = limit;
  answerBucket(response, await takeToken(base, bucket, rate, burst), { ...limit, cost: 1 });
}

/** Sets the RateLimit headers to what a bucket holds; throws rate-limited with Retry-After where that was too little. */
export function answerBucket(
  response: Response,
  { allowed, tokens }: TokenBucket,
  { rate, burst, cost, detail }: { rate: number; burst: number; cost: number; detail: string },
): void {
  response.setHeader('RateLimit-Limit', String(Math.floor(burst)));
  response.setHeader('RateLimit-Remaining', String(Math.max(0, Math.floor(tokens))));
  response.setHeader('RateLimit-Reset', String(Math.ceil((burst - tokens) / rate)));
  if (!allowed) {
    const retryAfterSeconds = Math.max(1, Math.ceil((Math.min(cost, burst) - tokens) / rate));
    throw new ProblemError('rate-limited', { detail, retryAfterSeconds });
  }
}

/** Takes a token of the caller's network for what anybody may call; `name` tells such buckets apart. Throws rate-limited. */
export async function limitAddress(
  base: Pick<Base, 'db' | 'secrets'>,
  request: Request<never> | Request,
  response: Response,
  limit: { name: string; rate: number; burst: number },
): Promise<void> {
  await spendToken(base, response, {
    ...limit,
    bucket: `${limit.name}:${callerNetwork(base, request)}`,
    detail: 'Too many calls from this address.',
  });
}

/** The same before the body is read, so that requests with invalid bodies count too. */
export function addressLimit(
  base: Pick<Base, 'db' | 'secrets'>,
  limit: { name: string; rate: number; burst: number },
): RequestHandler {
  return async (request, response, next) => {
    await limitAddress(base, request, response, limit);
    next();
  };
}

/**
 * One statement: refills by the time passed and takes one token, or finds less than one and leaves the row alone. Locks the
 * bucket, by primary key. Time is PostgreSQL's alone, asked under the lock, so the clocks of processes do not matter; when it was set
 * back, a bucket that was drained before goes on filling from what it shows now.
 */
async function takeToken(
  base: Pick<Base, 'db'>,
  id: string,
  rate: number,
  burst: number,
): Promise<TokenBucket> {
  const [bucket] = await base.db.$queryRaw<Array<TokenBucket & { ahead: boolean }>>`
    WITH taken AS (
      INSERT INTO rate_bucket AS b (id, tokens, updated_at)
      VALUES (${id}, ${burst}::float8 - 1, clock_timestamp())
      ON CONFLICT (id) DO UPDATE SET
        tokens = least(${burst}::float8, b.tokens + ${rate}::float8 * greatest(0, extract(epoch FROM clock_timestamp() - b.updated_at))) - 1,
        updated_at = clock_timestamp()
      WHERE least(${burst}::float8, b.tokens + ${rate}::float8 * greatest(0, extract(epoch FROM clock_timestamp() - b.updated_at))) >= 1
      RETURNING b.tokens
    )
    SELECT true AS allowed, tokens, false AS ahead FROM taken
    UNION ALL
    SELECT false, least(${burst}::float8, tokens + ${rate}::float8 * greatest(0, extract(epoch FROM clock_timestamp() - updated_at))),
      updated_at > clock_timestamp()
    FROM rate_bucket WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM taken)`;
  if (bucket?.ahead)
    await base.db.$executeRaw`
      UPDATE rate_bucket SET updated_at = clock_timestamp() WHERE id = ${id} AND updated_at > clock_timestamp()`;
  // A row that another process has just made is not in our snapshot yet: it holds what is left of a full bucket.
  return bucket ?? { allowed: false, tokens: 0 };
}
