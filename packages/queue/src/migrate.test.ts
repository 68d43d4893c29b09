import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { closeDb, createDb } from '@countersign/db/client';
import { isMigrated } from '@countersign/db/migrate';
import { defaultMigrationsDir, migrationNames } from '@countersign/db/migrations';
import { startThrowawayPostgres, type ThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { allJobs, deadLetterName, defineJob, jobs } from './jobs.ts';
import { migrateDatabase } from './migrate.ts';

let server: ThrowawayPostgres;
let count = 0;

beforeAll(async () => {
  server = await startThrowawayPostgres();
});

afterAll(async () => {
  await server.stop();
});

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function emptyDatabase(): Promise<string> {
  count += 1;
  await query(server.url, `CREATE DATABASE migrate_${count}`);
  const url = new URL(server.url);
  url.pathname = `/migrate_${count}`;
  return url.href;
}

describe('migrateDatabase', () => {
  test('ten processes that start together on an empty database migrate it once', async () => {
    const url = await emptyDatabase();
    const program = fileURLToPath(new URL('../test/migrate-once.ts', import.meta.url));
    const outputs = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const child = spawn(process.execPath, [program, url], { stdio: ['ignore', 'pipe', 'pipe'] });
        let output = '';
        for (const stream of [child.stdout, child.stderr]) {
          stream.on('data', (chunk: Buffer) => {
            output += chunk;
          });
        }
        const status = await new Promise((resolve) => child.once('close', resolve));
        return { status, output };
      }),
    );
    expect(outputs.filter(({ status }) => status !== 0)).toEqual([]);
    const names = await migrationNames(defaultMigrationsDir);
    const applied = outputs.flatMap(({ output }) => JSON.parse(output) as string[]);
    expect(applied).toEqual(names);
    const history = await query(url, 'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1');
    expect(history.map(({ name }) => name)).toEqual(names);
    const queues = await query(url, 'SELECT name FROM pgboss.queue');
    const expected = allJobs.flatMap((job) => [job.name, deadLetterName(job)]);
    expect(queues.map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
    const db = createDb(url);
    expect(await isMigrated(db)).toBe(true);
    await closeDb(db);
  });

  test('queues get the settings of the catalogue; a changed policy is refused', async () => {
    const url = await emptyDatabase();
    const job = defineJob({ ...jobs.mailSend, name: 'some.job', retryLimit: 3 });
    await migrateDatabase(url, { log: silentLog, jobs: [job] });
    await migrateDatabase(url, { log: silentLog, jobs: [{ ...job, retryLimit: 9, heartbeatSeconds: 20 }] });
    expect(
      await query(
        url,
        `SELECT retry_limit, heartbeat_seconds, dead_letter FROM pgboss.queue WHERE name = 'some.job'`,
      ),
    ).toEqual([{ retry_limit: 9, heartbeat_seconds: 20, dead_letter: 'some.job.dead' }]);
    const changed = migrateDatabase(url, { log: silentLog, jobs: [{ ...job, policy: 'exclusive' }] });
    await expect(changed).rejects.toThrow('Give the job a new name');
  });
});
