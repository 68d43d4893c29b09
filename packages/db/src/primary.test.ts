import { startThrowawayPostgres, type ThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { closeDb, createDb, type Db } from './client.ts';
import { connectionFault } from './connection-fault.ts';
import { isDatabaseUnavailable } from './errors.ts';

const servers: ThrowawayPostgres[] = [];
let db: Db;

beforeAll(async () => {
  const primary = await startThrowawayPostgres({
    flags: ['wal_level=replica', 'max_wal_senders=2', 'wal_keep_size=64MB'],
  });
  servers.push(primary);
  const standby = await primary.addStandby();
  servers.push(standby);
  db = createDb(standby.url, { max: 1 });
});

afterAll(async () => {
  await closeDb(db);
  for (const server of servers) await server.stop();
});

test('a standby is not used, also not for reads, until it is promoted', async () => {
  const [primary, standby] = servers as [ThrowawayPostgres, ThrowawayPostgres];
  const error = await db.$queryRaw`SELECT 1`.catch((refusal: unknown) => refusal);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(connectionFault(error, { url: standby.url, setting: 'DATABASE_URL' })?.says).toMatch(
    /^The database at 127\.0\.0\.1:\d+ \(DATABASE_URL\) accepts no writes: it is a standby/,
  );
  await primary.kill();
  await standby.promote();
  expect(await db.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
});
