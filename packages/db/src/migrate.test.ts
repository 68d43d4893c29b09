import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startThrowawayPostgres, type ThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { closeDb, createDb } from './client.ts';
import { isMigrated, MigrationError, migrate } from './migrate.ts';

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
  test('applies missing migrations in the order of names, also functions with semicolons; a second call applies nothing', async () => {
    await write('20260101000000_first', withFunction);
    expect(await run()).toEqual({ applied: ['20260101000000_first'] });
    await write('20260103000000_third', 'INSERT INTO thing SELECT value FROM other;');
    await write('20260102000000_second', 'CREATE TABLE other AS SELECT 5 AS value;');
    expect(await run()).toEqual({ applied: ['20260102000000_second', '20260103000000_third'] });
    expect(await run()).toEqual({ applied: [] });
    expect(await query(url, 'SELECT id FROM thing')).toEqual([{ id: 5 }]);
    await expect(query(url, 'DELETE FROM thing')).rejects.toThrow('no; never');
  });

  test('a failing migration is rolled back completely, and can be applied once it is corrected', async () => {
    await write('20260101000000_first', 'CREATE TABLE one (id int); CREATE TABLE two (id nonsense);');
    await expect(run()).rejects.toThrow(MigrationError);
    await expect(run()).rejects.toThrow(/20260101000000_first failed and was rolled back: .*nonsense/);
    expect(await query(url, `SELECT to_regclass('one') AS one`)).toEqual([{ one: null }]);
    await write('20260101000000_first', 'CREATE TABLE one (id int);');
    expect(await run()).toEqual({ applied: ['20260101000000_first'] });
  });

  test('a migration that waits for a table lets other sessions use it, and is applied when the table is free', async () => {
    await write('20260101000000_first', 'CREATE TABLE thing (id int);');
    await run();
    await write('20260102000000_second', 'ALTER TABLE thing ADD COLUMN name text;');
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    await reader.query('BEGIN; SELECT * FROM thing');
    const warned = Promise.withResolvers<void>();
    const log = { ...silentLog, warn: () => warned.resolve() };
    const migrating = migrate(url, { migrationsDir, log, lockTimeoutMs: 100 });
    await warned.promise;
    // If the migration still waited in PostgreSQL, this would wait behind it, and behind the open transaction.
    expect(await query(url, 'SELECT * FROM thing')).toEqual([]);
    await reader.query('COMMIT');
    expect(await migrating).toEqual({ applied: ['20260102000000_second'] });
    await reader.end();
  });

  test('an applied migration that was edited later is an error that names it', async () => {
    await write('20260101000000_first', 'CREATE TABLE one (id int);');
    await run();
    await write('20260101000000_first', 'CREATE TABLE one (id bigint);');
    await expect(run()).rejects.toThrow(/edited since: 20260101000000_first/);
  });

  test('a database with a different history is refused; one of a newer version is left unchanged', async () => {
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
