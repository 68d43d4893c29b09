/** The connection pool of one process, as a Prisma client over the pg driver: no engine process, no binary to download. */

import { type Log, silentLog } from '@countersign/log/port';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { FairPool } from './fair-pool.ts';
import { PrismaClient } from './generated/client.ts';
import { preparingClient } from './prepared.ts';
import { refuseStandby, serviceConnections } from './primary.ts';

export type Db = PrismaClient;

const poolOf = new WeakMap<Db, pg.Pool>();
const logs = new WeakMap<Db, Log>();
const timeLimitFactors = new WeakMap<Db, number>();

/**
 * Opens no connection yet; `max` (default 10) limits their number. Connections that break are dropped,
 * and the next query opens a new one, so nothing needs to be restarted after an outage of PostgreSQL. A query that gets no connection within 5 s fails with an
 * error that isDatabaseUnavailable recognizes. `timeLimitFactor` multiplies this limit and those of transactions. `prepare`
 * (default true) prepares repeated statements by name.
 */
export function createDb(
  url: string,
  options: { max?: number; log?: Log; timeLimitFactor?: number; prepare?: boolean } = {},
): Db {
  const { timeLimitFactor = 1, prepare = true } = options;
  const pool = new FairPool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: timeLimitFactor * 5000,
    idleTimeoutMillis: 30_000,
    ...serviceConnections,
    application_name: 'countersign',
    onConnect: async (client) => {
      await refuseStandby(client);
      await client.query(sessionSettings);
    },
    ...(prepare ? { Client: preparingClient(options.log) } : {}),
  });
  const onLost = (error: Error) =>
    options.log?.warn('a database connection was lost', { error: error.message });
  // The adapter listens only once Prisma has sent its first statement. Without a listener, an idle connection that is lost ends the process.
  pool.on('error', onLost);
  const adapter = new PrismaPg(pool, { disposeExternalPool: true, onConnectionError: onLost });
  // Interactive transactions wait for a connection as long as single queries do; 15 s is the longest any verb may take.
  const transactionOptions = { maxWait: timeLimitFactor * 5000, timeout: timeLimitFactor * 15_000 };
  const db = new PrismaClient({ adapter, transactionOptions });
  poolOf.set(db, pool);
  timeLimitFactors.set(db, timeLimitFactor);
  if (options.log) logs.set(db, options.log);
  return db;
}

/**
 * Makes PostgreSQL end a transaction whose process was cut off. Otherwise the transaction and its locks would last as long as the
 * network keeps the connection. No verb waits so long between two statements. Compiling a statement (JIT) takes longer than any of ours
 * runs. Set by a statement because poolers refuse it as a startup parameter.
 */
const sessionSettings = `SET idle_in_transaction_session_timeout = '60s'; SET jit = off`;

/** The log of the client, or a silent one. */
export function logOf(db: Db): Log {
  return logs.get(db) ?? silentLog;
}

/** The client's pool, for use in this package only. Throws when the client is closed. */
export function poolFor(db: Db): pg.Pool {
  const pool = poolOf.get(db);
  if (!pool) throw new Error('the database client is closed');
  return pool;
}

/** The factor for the time limits of this client. */
export const timeLimitFactorOf = (db: Db): number => timeLimitFactors.get(db) ?? 1;

/** Whether this is an open client. False for a transaction, although it has the same type in a verb. */
export const isClient = (db: object): db is Db => poolOf.has(db as Db);

/**
 * Runs `work` with a connection of the client's pool. A connection that fails between two statements, for example because the server
 * stops, rejects the next statement and is not used again. Without a listener, its `error` event would end the process.
 */
export async function withConnection<T>(db: Db, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await poolFor(db).connect();
  let failed = false;
  const fail = () => {
    failed = true;
  };
  client.on('error', fail);
  try {
    return await work(client);
  } catch (error) {
    await client.query('ROLLBACK').catch(fail);
    throw error;
  } finally {
    client.off('error', fail);
    client.release(failed);
  }
}

/** Waits for running queries and closes all connections. May be called twice. */
export async function closeDb(db: Db): Promise<void> {
  const pool = poolOf.get(db);
  poolOf.delete(db);
  await db.$disconnect();
  if (pool && !pool.ending) await pool.end();
}
