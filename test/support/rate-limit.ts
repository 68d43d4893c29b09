/** Token buckets follow PostgreSQL's clock, which tests cannot move: they move the buckets. */
import type { Base } from '@countersign/core/ctx';

/** As if so much time had passed for every bucket of the test file; less than nothing sets the clock back. */
export async function passForBuckets({ db }: Pick<Base, 'db'>, milliseconds: number): Promise<void> {
  await db.$executeRaw`
    UPDATE rate_bucket SET updated_at = updated_at - ${milliseconds}::float8 * interval '1 millisecond'`;
}
