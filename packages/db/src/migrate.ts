/**
 * Applies prisma/migrations to a database. Each migration commits together with its row in `_prisma_migrations`, so a process that is
 * killed leaves only complete migrations, and the next start continues. Prisma's own engine is not used: it commits the two separately,
 * so a killed process needs `prisma migrate resolve`, and its driver splits scripts at every semicolon, even inside functions. The table
 * has Prisma's format, so `prisma migrate deploy` and `status` work on the same database.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@countersign/log/port';
import pg from 'pg';
import type { Db } from './client.ts';
import { sqlState } from './errors.ts';
import { defaultMigrationsDir, type Migration, migrationNames, readMigrations } from './migrations.ts';

/** A migration cannot be applied. The message names it and says why. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Keys for pg_try_advisory_lock: "cosg" in ASCII, and 1 for migrations. */
const migrateLock = [0x636f7367, 1] as const;

/** The columns that Prisma creates, in its order. */
const historyTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

export interface MigrateOptions {
  migrationsDir?: string;
  log: Log;
  /** Runs under the same lock after the migrations, for schemas of other packages, such as the queue. */
  afterwards?: () => Promise<void>;
  /** Longest wait for the lock on a table, and then the pause in which other sessions use it; 2000 by default. */
  lockTimeoutMs?: number;
}

/** The most attempts of a migration that waits for a lock. */
const maxLockWaits = 60;
/** SQLSTATE of a lock that was not granted in time. */
const lockNotAvailable = '55P03';

/**
 * Applies the missing migrations under an advisory lock. Any number of processes may call it at once: one applies them, the others
 * wait and find nothing to do. `url` must not go through a pooler in transaction mode. Throws MigrationError if a migration fails (it is
 * rolled back completely), if an applied migration was edited, or if the database has a different history.
 */
export async function migrate(url: string, options: MigrateOptions): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(options.migrationsDir ?? defaultMigrationsDir);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'countersign migrate',
    connectionTimeoutMillis: 15_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await lock(client);
    await client.query(historyTable);
    const missing = await findMissing(client, migrations);
    for (const migration of missing) {
      await applyWithShortLockWaits(client, migration, options);
      options.log.info(`applied migration ${migration.name}`);
    }
    await options.afterwards?.();
    return { applied: missing.map(({ name }) => name) };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Tries every 100 ms instead of waiting inside PostgreSQL, where a waiting statement would hold up index builds. */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
      ...migrateLock,
    ]);
    if (rows[0]?.taken) return;
    await delay(100);
  }
}

async function findMissing(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  const failed = rows.find((row) => !row.finished);
  if (failed) {
    throw new MigrationError(
      `Migration ${failed.name} was started by the Prisma CLI and did not finish. Check which of its changes are in the database, then run prisma migrate resolve.`,
    );
  }
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const edited = migrations.filter(
    ({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum,
  );
  if (edited.length > 0) {
    throw new MigrationError(
      `Applied migrations were edited since: ${edited.map(({ name }) => name).join(', ')}. Restore the files and write a new migration.`,
    );
  }
  const missing = migrations.filter(({ name }) => !applied.has(name));
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name)).sort();
  // A newer version may have applied migrations that are unknown here. If some are missing as well, the history is a different one.
  if (missing.length > 0 && unknown.length > 0) {
    throw new MigrationError(
      `The database was migrated by a different version: it has ${unknown[0]}, which this version does not know, and lacks ${missing[0]!.name}. Use a new database, or the version that migrated this one.`,
    );
  }
  return missing;
}

/**
 * Applies the migration. While a migration waits for the lock on a table, all other statements on this table wait behind it. So it gives
 * up after a short time, pauses to let them run, and tries again: a long transaction, such as a backup, then delays only the migration and
 * not the service. Throws MigrationError after some minutes.
 */
async function applyWithShortLockWaits(
  client: pg.Client,
  migration: Migration,
  { log, lockTimeoutMs = 2000 }: MigrateOptions,
): Promise<void> {
  for (let waits = 1; ; waits += 1) {
    try {
      await apply(client, migration, lockTimeoutMs);
      return;
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable || waits === maxLockWaits) {
        throw new MigrationError(`Migration ${migration.name} failed and was rolled back: ${String(error)}`, {
          cause: error,
        });
      }
      log.warn(`migration ${migration.name} waits for a table that another transaction uses`);
      await delay(lockTimeoutMs);
    }
  }
}

async function apply(client: pg.Client, migration: Migration, lockTimeoutMs: number): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    await client.query(migration.sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Whether every migration of the folder is applied; for /readyz. */
export async function isMigrated(db: Db, migrationsDir = defaultMigrationsDir): Promise<boolean> {
  return (await missingMigrations(db, migrationsDir)).length === 0;
}

/** Names of the migrations of the folder that are not applied; one query. */
export async function missingMigrations(db: Db, migrationsDir = defaultMigrationsDir): Promise<string[]> {
  const names = await migrationNames(migrationsDir);
  const [table] = await db.$queryRaw<
    Array<{ exists: boolean }>
  >`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`;
  if (!table?.exists) return names;
  const rows = await db.$queryRaw<Array<{ name: string }>>`
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  const applied = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !applied.has(name));
}
