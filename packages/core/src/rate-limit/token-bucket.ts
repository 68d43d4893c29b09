/** Token buckets in the database, shared by all API processes (docs/spec/decisions.md, section 1). */
import { sqlOf, sqlPart } from '@countersign/db/sql';
import type { SqlTx } from '../ctx.ts';

interface TakesTokens {
  db: SqlTx;
}

export interface TokenBucket {
  allowed: boolean;
  /** Tokens left in the bucket. */
  tokens: number;
}

export interface TokenLimit {
  bucket: string;
  /** Tokens that the bucket gains a second. */
  rate: number;
  /** Tokens that the bucket can hold. One that does not exist yet is full. */
  burst: number;
}

/** Takes one token from the bucket if it holds at least one; otherwise changes nothing. See `takeTokens`. */
export async function takeToken(base: TakesTokens, limit: TokenLimit): Promise<TokenBucket> {
  const [bucket] = await takeTokens(base, [limit]);
  return bucket!;
}

/**
 * Takes one token from each bucket that holds at least one, and returns the buckets in the order of `limits`, which must name each
 * bucket once. One statement; see `taken`. If PostgreSQL's clock was set back, a bucket refills from the present time on.
 */
export async function takeTokens(base: TakesTokens, limits: readonly TokenLimit[]): Promise<TokenBucket[]> {
  // Equal mutant "limits.length === 0 → false": the statement would return no rows.
  if (limits.length === 0) return [];
  const rows = await sqlOf(base.db).$queryRaw<Array<TakenRow & { id: string }>>`
    WITH wanted AS MATERIALIZED (
      SELECT * FROM unnest(${limits.map(({ bucket }) => bucket)}::text[], ${limits.map(({ rate }) => rate)}::float8[],
        ${limits.map(({ burst }) => burst)}::float8[]) AS w(id, rate, burst)
    ), ${taken}
    SELECT w.id, ${takenColumns} FROM ${takenTables}`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  await settleAhead(base, rows);
  return limits.map(({ bucket }) => bucketOf(byId.get(bucket)!));
}

/**
 * The part of a statement that takes one token from each bucket in `wanted (id, rate, burst)`, a table that the statement names before.
 * Locks the buckets in the order of their ids by primary key. Only PostgreSQL's clock counts, read under the lock, so the clocks of the
 * processes do not matter. Read the result with `takenColumns` from `takenTables`, and pass the rows to `settleAhead` and `bucketOf`.
 */
export const taken = sqlPart`taken AS (
      INSERT INTO rate_bucket AS b (id, tokens, updated_at)
      SELECT id, burst - 1, clock_timestamp() FROM wanted ORDER BY id
      ON CONFLICT (id) DO UPDATE SET
        tokens = (SELECT least(w.burst, b.tokens + w.rate * greatest(0, extract(epoch FROM clock_timestamp() - b.updated_at)))
          FROM wanted w WHERE w.id = b.id) - 1,
        updated_at = clock_timestamp()
      WHERE (SELECT least(w.burst, b.tokens + w.rate * greatest(0, extract(epoch FROM clock_timestamp() - b.updated_at)))
        FROM wanted w WHERE w.id = b.id) >= 1
      RETURNING b.id, b.tokens
    )`;
export const takenColumns = sqlPart`t.id IS NOT NULL AS allowed, t.id IS NULL AND b.updated_at > clock_timestamp() AS "isAhead",
      coalesce(t.tokens, CASE WHEN b.id IS NOT NULL THEN
        least(w.burst, b.tokens + w.rate * greatest(0, extract(epoch FROM clock_timestamp() - b.updated_at))) END) AS tokens`;
export const takenTables = sqlPart`wanted w LEFT JOIN taken t USING (id) LEFT JOIN rate_bucket b USING (id)`;

export interface TakenRow {
  allowed: boolean;
  isAhead: boolean;
  /** Null if another process created the bucket after the statement's snapshot, so that its content is unknown. */
  tokens: number | null;
}

export function bucketOf({ allowed, tokens }: TakenRow): TokenBucket {
  return { allowed, tokens: tokens ?? 0 };
}

/** Lets refused buckets refill from now on if their last change is in the future, because PostgreSQL's clock was set back. */
export async function settleAhead(
  base: TakesTokens,
  rows: ReadonlyArray<TakenRow & { id: string }>,
): Promise<void> {
  // Equal mutant "→ true": the statement would change nothing.
  if (rows.some(({ isAhead }) => isAhead))
    await base.db.$executeRaw`
      UPDATE rate_bucket SET updated_at = clock_timestamp()
      WHERE id = ANY (${rows.map(({ id }) => id)}) AND updated_at > clock_timestamp()`;
}

/**
 * Takes tokens for what a request turned out to cost, after its answer. The bucket may then hold less than none, at most `burst` less, and
 * the next token comes once it has refilled. Changes nothing if the bucket does not exist.
 */
export async function chargeTokens(
  base: TakesTokens,
  { bucket, rate, burst }: TokenLimit,
  tokens: number,
): Promise<void> {
  await sqlOf(base.db).$executeRaw`
    UPDATE rate_bucket SET updated_at = clock_timestamp(), tokens = greatest(-${burst}::float8,
      least(${burst}::float8, tokens + ${rate}::float8 * greatest(0, extract(epoch FROM clock_timestamp() - updated_at))) - ${tokens}::float8)
    WHERE id = ${bucket}`;
}

/** Deletes buckets that were not used for `seconds`, by which time they must be full again: those of one kind (`verify:`), or all. */
export async function removeIdleBuckets(
  base: TakesTokens,
  idle: { prefix?: string; seconds: number },
): Promise<void> {
  await base.db.$executeRaw`
    DELETE FROM rate_bucket WHERE starts_with(id, ${idle.prefix ?? ''})
      AND updated_at < clock_timestamp() - ${idle.seconds}::float8 * interval '1 second'`;
}
