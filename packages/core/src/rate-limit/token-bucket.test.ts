/** Buckets when PostgreSQL's clock was set back, and when two processes create the same one. The limits themselves: apps/api/src/middleware/rate-limit.test.ts. */
import { expect, test } from '@jest/globals';
import { testBase } from '../../../../test/support/base.ts';
import { until } from '../../../../test/support/processes.ts';
import { chargeTokens, takeToken } from './token-bucket.ts';

test('a bucket of the future takes no token, and refills from the present time on', async () => {
  const { db } = await testBase();
  await db.$executeRaw`
    INSERT INTO rate_bucket (id, tokens, updated_at)
    SELECT id, 0.5, clock_timestamp() + interval '1 hour' FROM unnest(ARRAY['ahead', 'other']) AS id`;
  expect(await takeToken({ db }, { bucket: 'ahead', rate: 0.0001, burst: 1 })).toEqual({
    allowed: false,
    tokens: 0.5,
  });
  const future = await db.$queryRaw`SELECT id FROM rate_bucket WHERE updated_at > clock_timestamp()`;
  expect(future).toEqual([{ id: 'other' }]);
});

test('has no token when another process creates the bucket at the same time and takes the last one', async () => {
  const { db } = await testBase();
  const created = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const other = db.$transaction(
    async (tx) => {
      await tx.$executeRaw`INSERT INTO rate_bucket (id, tokens, updated_at) VALUES ('new', 0, clock_timestamp())`;
      created.resolve();
      await commit.promise;
    },
    { timeout: 60_000 },
  );
  await created.promise;
  const taken = takeToken({ db }, { bucket: 'new', rate: 0.0001, burst: 1 });
  const blocked = async () =>
    (await db.$queryRaw<unknown[]>`SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`)
      .length > 0;
  await until(blocked, 'the second process to wait for the first');
  commit.resolve();
  await other;
  expect(await taken).toEqual({ allowed: false, tokens: 0 });
});

test('a charge takes more than the bucket holds, at most its burst more; a bucket that does not exist stays full', async () => {
  const { db } = await testBase();
  const limit = { bucket: 'charged', rate: 0.0001, burst: 10 };
  await chargeTokens({ db }, limit, 5);
  const take = async () => {
    const { allowed, tokens } = await takeToken({ db }, limit);
    return [allowed, Math.round(tokens)];
  };
  expect(await take()).toEqual([true, 9]);
  await chargeTokens({ db }, limit, 12);
  expect(await take()).toEqual([false, -3]);
  await chargeTokens({ db }, limit, 1000);
  expect(await take()).toEqual([false, -10]);
});
