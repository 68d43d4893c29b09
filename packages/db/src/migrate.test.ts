import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { closeDb, createDb } from './client.ts';
import { schemaDrift } from './diff.ts';
import { silentLog } from './log.ts';
import { isMigrated, MigrationError, migrate } from './migrate.ts';
import { defaultMigrationsDir, migrationNames, readMigrations } from './migrations.ts';
import { withSchemaEngine } from './schema-engine.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from './throwaway.ts';

let server: ThrowawayPostgres;
let url: string;
let home: string;
let migrationsDir: string;
let count = 0;

beforeAll(async () => {
  server = await startThrowawayPostgres();
  home = await mkdtemp(join(tmpdir(), 'countersign-migrations-'));
});

beforeEach(async () => {
  count += 1;
  await query(server.url, `CREATE DATABASE migrate_${count}`);
  const address = new URL(server.url);
  address.pathname = `/migrate_${count}`;
  url = address.href;
  migrationsDir = await mkdtemp(join(home, 'case-'));
});

afterAll(async () => {
  await server.stop();
  await rm(home, { recursive: true, force: true });
});

async function query(on: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: on });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function write(name: string, sql: string): Promise<void> {
  await mkdir(join(migrationsDir, name), { recursive: true });
  await writeFile(join(migrationsDir, name, 'migration.sql'), sql);
}

const run = () => migrate(url, { migrationsDir, log: silentLog });

const withFunction = `
  CREATE TABLE thing (id int PRIMARY KEY);
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no; never'; RETURN NULL; END; $$;
  CREATE TRIGGER refuse BEFORE DELETE ON thing FOR EACH ROW EXECUTE FUNCTION refuse();`;

describe('migrate', () => {
  test('applies what is missing in the order of names, functions with semicolons included, and then nothing', async () => {
    await write('20260101000000_first', withFunction);
    expect(await run()).toEqual({ applied: ['20260101000000_first'] });
    await write('20260103000000_third', 'INSERT INTO thing SELECT value FROM other;');
    await write('20260102000000_second', 'CREATE TABLE other AS SELECT 5 AS value;');
    expect(await run()).toEqual({ applied: ['20260102000000_second', '20260103000000_third'] });
    expect(await run()).toEqual({ applied: [] });
    expect(await query(url, 'SELECT id FROM thing')).toEqual([{ id: 5 }]);
    await expect(query(url, 'DELETE FROM thing')).rejects.toThrow('no; never');
  });

  test('a migration that fails leaves nothing behind, and applies once it is mended', async () => {
    await write('20260101000000_first', 'CREATE TABLE one (id int); CREATE TABLE two (id nonsense);');
    await expect(run()).rejects.toThrow(MigrationError);
    await expect(run()).rejects.toThrow(/20260101000000_first failed and was rolled back: .*nonsense/);
    expect(await query(url, `SELECT to_regclass('one') AS one`)).toEqual([{ one: null }]);
    await write('20260101000000_first', 'CREATE TABLE one (id int);');
    expect(await run()).toEqual({ applied: ['20260101000000_first'] });
  });

  test('an applied migration that was edited since is refused by name', async () => {
    await write('20260101000000_first', 'CREATE TABLE one (id int);');
    await run();
    await write('20260101000000_first', 'CREATE TABLE one (id bigint);');
    await expect(run()).rejects.toThrow(/edited since: 20260101000000_first/);
  });

  test('a database with another history is refused, one of a newer version is left as it is', async () => {
    await write('20260101000000_first', 'CREATE TABLE one (id int);');
    await write('20260102000000_second', 'CREATE TABLE two (id int);');
    await run();
    await rm(join(migrationsDir, '20260102000000_second'), { recursive: true });
    expect(await run()).toEqual({ applied: [] });
    await write('20260103000000_third', 'CREATE TABLE three (id int);');
    await expect(run()).rejects.toThrow(/has 20260102000000_second, .* and lacks 20260103000000_third/);
    expect(await query(url, `SELECT to_regclass('three') AS three`)).toEqual([{ three: null }]);
  });

  test('isMigrated is true when every migration of the folder is applied, and false before', async () => {
    await write('20260101000000_first', 'CREATE TABLE one (id int);');
    const db = createDb(url);
    expect(await isMigrated(db, migrationsDir)).toBe(false);
    await run();
    expect(await isMigrated(db, migrationsDir)).toBe(true);
    await write('20260102000000_second', 'CREATE TABLE two (id int);');
    expect(await isMigrated(db, migrationsDir)).toBe(false);
    await closeDb(db);
  });
});

describe('prisma/migrations', () => {
  test('say what prisma/schema says, and Prisma itself finds its history in order', async () => {
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

  test('a change that a migration forgot shows as drift; triggers, checks and partial indexes do not', async () => {
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
