/** Token buckets use PostgreSQL's clock, which tests cannot change, so they change the buckets instead. */
import type { Base } from '@countersign/core/ctx';

/** Lets this much time pass for every bucket of the test file. A negative time sets the clock back. */
export async function passForBuckets({ db }: Pick<Base, 'db'>, milliseconds: number): Promise<void> {
  await db.$executeRaw`
    UPDATE rate_bucket SET updated_at = updated_at - ${milliseconds}::float8 * interval '1 millisecond'`;
}
