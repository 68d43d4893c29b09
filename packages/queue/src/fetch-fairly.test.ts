/** Workspaces are served in rotation, however many jobs of other workspaces wait. */
import { randomUUID } from 'node:crypto';
import { closeDb, createDb, type Db } from '@countersign/db/client';
import { inTransaction } from '@countersign/db/transaction';
import { startThrowawayPostgres, type ThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import * as z from 'zod';
import { type FairRequest, fetchFairly } from './fetch-fairly.ts';
import { handle, type Run } from './handler.ts';
import { defineJob } from './jobs.ts';
import { migrateDatabase } from './migrate.ts';
import { createWorkerQueue, type Queue } from './queue.ts';
import { work } from './work.ts';

const payload = z.strictObject({ name: z.string(), request_id: z.string() });
type Payload = z.infer<typeof payload>;
const define = (name: string) =>
  defineJob<Payload>({
    name,
    queue: 'test',
    payload,
    retryLimit: 3,
    retryDelaySeconds: 3600,
    retryBackoff: false,
    expireSeconds: 60,
    fair: true,
  });
const definitions = {
  rotation: define('fair.rotation'),
  backlog: define('fair.backlog'),
  burst: define('fair.burst'),
  deferred: define('fair.deferred'),
  shared: define('fair.shared'),
  whole: define('fair.whole'),
};

let server: ThrowawayPostgres;
let db: Db;
let queue: Queue;

beforeAll(async () => {
  server = await startThrowawayPostgres();
  await migrateDatabase(server.url, { log: silentLog, jobs: Object.values(definitions) });
  db = createDb(server.url);
  queue = createWorkerQueue({ url: server.url, log: silentLog });
  await queue.start();
});

afterAll(async () => {
  await queue.stop();
  await closeDb(db);
  await server.stop();
});

async function enqueue(job: ReturnType<typeof define>, workspaceId: string | undefined, ...names: string[]) {
  await inTransaction(db, ({ tx }) =>
    queue.enqueueMany(
      tx,
      job,
      names.map((name) => ({ name, request_id: 'r' })),
      { workspaceId },
    ),
  );
  queue.notify([job.name]);
}

/** A handler whose jobs run until the test ends them. */
function manualJobs() {
  const begun: string[] = [];
  const open = new Map<string, () => void>();
  const heard = new Map<string, () => void>();
  const run: Run<Payload> = async ({ name }) => {
    begun.push(name);
    heard.get(name)?.();
    await new Promise<void>((resolve) => open.set(name, resolve));
  };
  return {
    begun,
    run,
    begins: (name: string) =>
      begun.includes(name) ? Promise.resolve() : new Promise<void>((resolve) => heard.set(name, resolve)),
    end: (name: string) => open.get(name)!(),
    endAll: () => {
      for (const end of open.values()) end();
    },
  };
}

const names = (jobs: Array<{ data: object }>) => jobs.map(({ data }) => (data as Payload).name);
const [first, second, third] = ['1', '2', '3'].map((digit) => randomUUID().replace(/^./, digit)) as [
  string,
  string,
  string,
];

test('PostgreSQL never compiles a claim, which would take seconds', async () => {
  const [claim] = await db.$queryRaw<Array<{ settings: string[] }>>`
    SELECT proconfig AS settings FROM pg_proc WHERE proname = 'countersign_claim'`;
  expect(claim?.settings).toContain('jit=off');
});

test('a claim that was planned for an empty queue reads few rows of a long one', async () => {
  const { name } = definitions.burst;
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    const sql = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
    await fetchFairly(sql, name, { most: 3, after: '' });
    await client.query(
      `INSERT INTO pgboss.job (name, data, group_id, retry_limit, policy)
       SELECT $1, '{}', CASE WHEN n <= 20000 THEN $2 ELSE $3 END, 3, 'standard' FROM generate_series(1, 20003) AS n`,
      [name, first, second],
    );
    await client.query('BEGIN');
    const { jobs } = await fetchFairly(sql, name, { most: 6, after: '' });
    const { rows } = await client.query(
      `SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_all_tables WHERE relname = 'job_common'`,
    );
    await client.query('ROLLBACK');
    expect(jobs.map(({ groupId }) => groupId).toSorted()).toEqual([
      first,
      first,
      first,
      second,
      second,
      second,
    ]);
    expect(rows[0].read).toBeLessThan(50);
  } finally {
    await client.end();
  }
  await db.$executeRaw`DELETE FROM pgboss.job WHERE name = ${name}`;
});

test('a fetch gives each workspace an equal share, starting after the workspace served last', async () => {
  const job = definitions.rotation;
  await enqueue(job, first, 'a1', 'a2', 'a3', 'a4');
  await enqueue(job, second, 'b1');
  await enqueue(job, third, 'c1', 'c2');
  const fetch = async (most: number, after: string, without: string[] = [], last: string[] = []) =>
    names((await queue.fetchFairly(job.name, { most, after, without, last })).jobs).toSorted();
  expect(await fetch(1, first)).toEqual(['b1']);
  expect(await fetch(1, third, [first])).toEqual(['c1']);
  expect(await fetch(2, third)).toEqual(['a1', 'c2']);
  expect(await fetch(5, '', [first])).toEqual([]);
  expect(await fetch(5, '', [first], [first])).toEqual([]);
  await enqueue(job, second, 'b2');
  expect(await fetch(5, '', [], [first])).toEqual(['b2']);
  expect(await fetch(5, '', [], [first])).toEqual(['a2', 'a3', 'a4']);
});

test('a job starts at once although a hundred thousand jobs of another workspace wait', async () => {
  const job = definitions.backlog;
  await db.$executeRaw`
    INSERT INTO pgboss.job (name, data, group_id, retry_limit, policy, created_on)
    SELECT ${job.name}, jsonb_build_object('name', 'a' || n, 'request_id', 'r'), ${first}, 3, 'standard', now() + n * interval '1 microsecond'
    FROM generate_series(1, 100000) AS n`;
  const { begun, run, begins, end, endAll } = manualJobs();
  // It neither polls nor checks its wake-ups within the test's time limit.
  const options = { queues: ['test'], concurrency: { test: 2 }, pollMs: 3_600_000 };
  const worker = work(queue, { ...options, handlers: [handle(job, run)] });
  try {
    await begins('a1');
    await begins('a2');
    // Both slots are used by jobs that do not end. The spare slot is for other workspaces.
    await enqueue(job, second, 'b1', 'b2', 'b3');
    await begins('b1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    // The spare slot, once free, goes to the next job of the other workspace.
    end('b1');
    await begins('b2');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2']);
    // A free slot goes to a workspace that uses less than half of the slots.
    end('a1');
    end('b2');
    await begins('b3');
    const others = begun.slice(4);
    expect(others.filter((name) => name.startsWith('a')).length).toBeLessThanOrEqual(1);
  } finally {
    const stopped = worker.stop({ graceSeconds: 0 });
    endAll();
    await stopped;
  }
  await db.$executeRaw`DELETE FROM pgboss.job WHERE name = ${job.name}`;
});

test('many workspaces with only deferred jobs do not hide a job that is due', async () => {
  const job = definitions.deferred;
  await db.$executeRaw`
    INSERT INTO pgboss.job (name, data, group_id, retry_limit, policy, start_after)
    SELECT ${job.name}, '{"name": "later", "request_id": "r"}', gen_random_uuid()::text, 3, 'standard', now() + interval '1 day'
    FROM generate_series(1, 5000)`;
  await enqueue(job, 'zz', 'due');
  const { run, begins, endAll } = manualJobs();
  const worker = work(queue, { queues: ['test'], concurrency: { test: 1 }, handlers: [handle(job, run)] });
  try {
    await begins('due');
  } finally {
    endAll();
    await worker.stop();
  }
});

test('a fetch says whether it claimed all due jobs', async () => {
  const job = definitions.whole;
  const isAll = async (request: Partial<FairRequest>) =>
    (await queue.fetchFairly(job.name, { most: 10, after: '', ...request })).isAll;
  expect(await isAll({})).toBe(true);
  await enqueue(job, first, 'a1', 'a2', 'a3');
  expect(await isAll({ most: 2 })).toBe(false);
  expect(await isAll({})).toBe(true);
  // The fetch takes the whole share of the first workspace, and less than the share of the second.
  await enqueue(job, first, 'a4', 'a5', 'a6');
  await enqueue(job, second, 'b1');
  expect(await isAll({ most: 4 })).toBe(false);
  expect(await isAll({})).toBe(true);
  // The jobs of a workspace that comes last are not looked at while others have due jobs.
  await enqueue(job, first, 'a7');
  await enqueue(job, second, 'b2');
  expect(await isAll({ last: [first] })).toBe(false);
  expect(await isAll({ last: [first] })).toBe(false);
  expect(await isAll({ last: [first] })).toBe(true);
  // Only one of two workspaces is looked at.
  await enqueue(job, first, 'a8');
  await enqueue(job, second, 'b3');
  expect(await isAll({ groups: 1 })).toBe(false);
});

test('jobs without a workspace share one place in the rotation', async () => {
  const job = definitions.shared;
  await enqueue(job, undefined, 'x1', 'x2');
  await enqueue(job, first, 'a1');
  const { jobs: fetched } = await queue.fetchFairly(job.name, { most: 2, after: '', without: [] });
  expect(names(fetched).toSorted()).toEqual(['a1', 'x1']);
  expect(fetched.map(({ groupId }) => groupId).toSorted()).toEqual([first, 'none']);
});
