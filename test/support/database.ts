/**
 * A migrated database for one test file, without rows or jobs of other files. Import this at the top of the file. After the file has
 * run, connections are closed and the database is dropped.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { closeDb, createDb, type Db } from '@countersign/db/client';
import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { createQueue, type Queue } from '@countersign/queue/queue';
import { afterAll } from '@jest/globals';
import pg from 'pg';
import { prepareTemplate, serverVariable, templateName, testFileVariable, urlOf } from './template.ts';

export interface TestDatabase {
  url: string;
  db: Db;
  /** Started, for enqueuing. A test that runs jobs starts its own worker queue on `url`. */
  queue: Queue;
}

/** Mutation tests run several files in one process: the key is the file, and they end the databases with the process. */
const made = new Map<string, Promise<TestDatabase>>();
const closers: Array<() => Promise<unknown>> = [];

/** The database of this test file, created by the first call. */
export function testDatabase(): Promise<TestDatabase> {
  const file = process.env[testFileVariable] ?? '';
  const known = made.get(file) ?? make();
  made.set(file, known);
  return known;
}

afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  made.clear();
});

async function make(): Promise<TestDatabase> {
  const serverUrl = process.env[serverVariable] ?? (await startOwnServer());
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(serverUrl, (admin) => copyTemplate(admin, name));
  closers.push(() => administer(serverUrl, (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`)));
  const url = urlOf(serverUrl, name);
  // Nothing else retries if the machine stalls: the default time limits are too short for tests.
  const db = createDb(url, { max: 10, timeLimitFactor: 8 });
  closers.push(() => closeDb(db));
  const queue = createQueue({ url, log: silentLog });
  await queue.start();
  closers.push(() => queue.stop());
  return { url, db, queue };
}

/** For a test file that runs without the setup in jest.config.js. */
async function startOwnServer(): Promise<string> {
  const server = await startThrowawayPostgres();
  closers.push(() => server.stop());
  await prepareTemplate(server.url);
  return server.url;
}

async function administer(serverUrl: string, task: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    await task(admin);
  } finally {
    await admin.end();
  }
}

/** Retries while another copy uses the template. */
async function copyTemplate(admin: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${templateName}`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt === 100) throw error;
      await delay(50);
    }
  }
}
