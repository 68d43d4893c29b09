/** Token buckets in the database, shared by all API processes (docs/spec/decisions.md, section 1). */
import type { Base } from '../ctx.ts';

export interface TokenBucket {
  allowed: boolean;
  /** Tokens left in the bucket. */
  tokens: number;
}

/**
 * Takes one token from the bucket if it holds at least one; otherwise changes nothing. A bucket that does not exist yet is full:
 * it holds `burst` tokens and gains `rate` a second. One statement, which locks the bucket by primary key. Only PostgreSQL's clock
 * counts, read under the lock, so the clocks of the API processes do not matter. If that clock was set back, the bucket refills
 * from the present time on.
 */
export async function takeToken(
  base: Pick<Base, 'db'>,
  limit: { bucket: string; rate: number; burst: number },
): Promise<TokenBucket> {
  const { bucket: id, rate, burst } = limit;
  const [bucket] = await base.db.$queryRaw<Array<TokenBucket & { isAhead: boolean }>>`
    WITH taken AS (
      INSERT INTO rate_bucket AS b (id, tokens, updated_at)
      VALUES (${id}, ${burst}::float8 - 1, clock_timestamp())
      ON CONFLICT (id) DO UPDATE SET
        tokens = least(${burst}::float8, b.tokens + ${rate}::float8 * greatest(0, extract(epoch FROM clock_timestamp() - b.updated_at))) - 1,
        updated_at = clock_timestamp()
      WHERE least(${burst}::float8, b.tokens + ${rate}::float8 * greatest(0, extract(epoch FROM clock_timestamp() - b.updated_at))) >= 1
      RETURNING b.tokens
    )
    SELECT true AS allowed, tokens, false AS "isAhead" FROM taken
    UNION ALL
    SELECT false, least(${burst}::float8, tokens + ${rate}::float8 * greatest(0, extract(epoch FROM clock_timestamp() - updated_at))),
      updated_at > clock_timestamp()
    FROM rate_bucket WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM taken)`;
  if (bucket?.isAhead)
    await base.db.$executeRaw`
      UPDATE rate_bucket SET updated_at = clock_timestamp() WHERE id = ${id} AND updated_at > clock_timestamp()`;
  // Another process created the bucket after this statement's snapshot: it holds at most what is left of a full bucket.
  return bucket ?? { allowed: false, tokens: 0 };
}

/** Deletes buckets that were not used for so long, of one kind (`verify:`) or of all. They must be full again by then. */
export async function removeIdleBuckets(
  base: Pick<Base, 'db'>,
  idle: { prefix?: string; seconds: number },
): Promise<void> {
  await base.db.$executeRaw`
    DELETE FROM rate_bucket WHERE starts_with(id, ${idle.prefix ?? ''})
      AND updated_at < clock_timestamp() - ${idle.seconds}::float8 * interval '1 second'`;
}
