import { migrate } from '@countersign/db/migrate';
import { defaultMigrationsDir, migrationNames, readMigrations } from '@countersign/db/migrations';
import { silentLog } from '@countersign/log/port';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { schemaDrift } from './schema-drift.ts';
import { withSchemaEngine } from './schema-engine.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from './throwaway.ts';

let server: ThrowawayPostgres;
let url: string;
let count = 0;

beforeAll(async () => {
  server = await startThrowawayPostgres();
});

beforeEach(async () => {
  count += 1;
  await query(server.url, `CREATE DATABASE drift_${count}`);
  const address = new URL(server.url);
  address.pathname = `/drift_${count}`;
  url = address.href;
});

afterAll(() => server.stop());

async function query(on: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: on });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

describe('prisma/migrations', () => {
  test('match prisma/schema, and Prisma accepts their history', async () => {
    const names = await migrationNames(defaultMigrationsDir);
    expect(names.length).toBeGreaterThan(0);
    expect(await migrate(url, { log: silentLog })).toEqual({ applied: names });
    expect(await schemaDrift(url)).toBe('');

    const migrations = await readMigrations(defaultMigrationsDir);
    const diagnosis = await withSchemaEngine(url, (engine) =>
      engine.diagnoseMigrationHistory({
        migrationsList: {
          baseDir: defaultMigrationsDir,
          lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
          shadowDbInitScript: '',
          migrationDirectories: migrations.map(({ name, sql }) => ({
            path: name,
            migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
          })),
        },
        optInToShadowDatabase: false,
        filters: { externalTables: [], externalEnums: [] },
      }),
    );
    expect(diagnosis).toMatchObject({
      hasMigrationsTable: true,
      history: null,
      editedMigrationNames: [],
      failedMigrationNames: [],
    });
  });

  test('a change without a migration is reported as drift; triggers, checks and partial indexes are not', async () => {
    await migrate(url, { log: silentLog });
    await query(
      url,
      `CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END; $$;
       CREATE TRIGGER nothing BEFORE UPDATE ON workspace FOR EACH ROW EXECUTE FUNCTION nothing();
       ALTER TABLE workspace ADD CONSTRAINT named CHECK (name <> '');
       CREATE INDEX only_some ON workspace (name) WHERE slug = 'x';
       CREATE INDEX lowered ON workspace (lower(name));`,
    );
    expect(await schemaDrift(url)).toBe('');
    await query(
      url,
      'ALTER TABLE workspace DROP COLUMN name CASCADE; CREATE INDEX plain ON workspace (slug, id)',
    );
    const drift = await schemaDrift(url);
    expect(drift).toContain('ADD COLUMN     "name" TEXT NOT NULL');
    expect(drift).toContain('DROP INDEX "plain"');
  });
});
