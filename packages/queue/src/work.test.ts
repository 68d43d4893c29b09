import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { closeDb, createDb, type Db } from '@countersign/db/client';
import { inTransaction } from '@countersign/db/transaction';
import { startThrowawayPostgres, type ThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { handle, type JobAttempt, type Run } from './handler.ts';
import { inspectJobs, listDead, listRetrying, redrive } from './inspect.ts';
import { defineJob, type JobDefinition } from './jobs.ts';
import { migrateDatabase } from './migrate.ts';
import { ClaimLost, GiveUp, RetryAfter, WorkerStopping } from './outcomes.ts';
import { createQueue, createWorkerQueue, type Queue } from './queue.ts';
import { type Worker, work } from './work.ts';

const payload = z.strictObject({ n: z.number(), request_id: z.string() });
type Payload = z.infer<typeof payload>;

function define(name: string, more: Partial<JobDefinition<Payload>> = {}): JobDefinition<Payload> {
  return defineJob({
    name,
    queue: 'test',
    payload,
    retryLimit: 3,
    retryDelaySeconds: 0,
    retryBackoff: false,
    expireSeconds: 60,
    ...more,
  });
}

/** One job for each test, so that tests do not see each other's jobs. */
const definitions = {
  rollback: define('test.rollback'),
  wake: define('test.wake'),
  many: define('test.many'),
  retry: define('test.retry', { retryLimit: 2 }),
  later: define('test.later', { retryLimit: 1 }),
  giveUp: define('test.give-up', { retryLimit: 50 }),
  invalid: define('test.invalid', { retryLimit: 50 }),
  hang: define('test.hang', { expireSeconds: 2, retryLimit: 1 }),
  drain: define('test.drain'),
  putBack: define('test.put-back'),
  // Only a missed heartbeat can free these jobs within the time of the test.
  killed: define('test.killed', { retryDelaySeconds: 2, retryBackoff: true, expireSeconds: 3600 }),
  outage: define('test.outage', { retryDelaySeconds: 1 }),
  unsettled: define('test.unsettled', { retryDelaySeconds: 1 }),
  exclusive: define('test.exclusive', { policy: 'exclusive' }),
  slots: define('test.slots'),
  same: define('test.same'),
  lost: define('test.lost'),
  burst: define('test.burst'),
  redrive: define('test.redrive', { retryLimit: 0 }),
};

let server: ThrowawayPostgres;
let db: Db;
let sender: Queue;
const open: Array<() => Promise<void>> = [];

beforeAll(async () => {
  // One test crashes the server, and committed data must survive that.
  server = await startThrowawayPostgres({ flags: ['synchronous_commit=on'] });
  await migrateDatabase(server.url, { log: silentLog, jobs: Object.values(definitions) });
  db = createDb(server.url);
  sender = createQueue({ url: server.url, log: silentLog });
  await sender.start();
});

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

afterAll(async () => {
  await sender.stop();
  await closeDb(db);
  await server.stop();
});

/** A worker for one job. It stops at the end of the test. */
async function startWorker(
  job: JobDefinition<Payload>,
  run: Run<Payload>,
  options: { concurrency?: number; pollMs?: number; onAttempt?: (report: JobAttempt) => void } = {},
): Promise<{ worker: Worker; queue: Queue }> {
  const queue = createWorkerQueue({ url: server.url, log: silentLog });
  await queue.start();
  const worker = work(queue, {
    ...options,
    queues: ['test'],
    concurrency: { test: options.concurrency ?? 5 },
    handlers: [handle(job, run)],
  });
  open.push(async () => {
    await worker.stop({ graceSeconds: 1 });
    await queue.stop();
  });
  return { worker, queue };
}

async function enqueue(job: JobDefinition<Payload>, ...numbers: number[]): Promise<void> {
  await inTransaction(db, async ({ tx, afterCommit }) => {
    await sender.enqueueMany(
      tx,
      job,
      numbers.map((n) => ({ n, request_id: 'r' })),
    );
    afterCommit(() => sender.notify([job.name]));
  });
}

/** Resolves with the values once there are `count` of them. */
function collector<T>(count: number): { push(value: T): void; all: Promise<T[]>; values: T[] } {
  const values: T[] = [];
  let resolve: (values: T[]) => void = () => undefined;
  const all = new Promise<T[]>((done) => {
    resolve = done;
  });
  return {
    values,
    all,
    push: (value) => {
      values.push(value);
      if (values.length === count) resolve(values);
    },
  };
}

async function states(job: JobDefinition<Payload>): Promise<Record<string, number>> {
  const rows = await db.$queryRaw<Array<{ state: string; count: number }>>`
    SELECT state::text, count(*)::int AS count FROM pgboss.job WHERE name = ${job.name} GROUP BY state`;
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Repeats a query until it returns the expected result, for facts that only the database knows. */
async function until<T>(ask: () => Promise<T>, right: (answer: T) => boolean, ms = 100_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const answer = await ask();
    if (right(answer) || Date.now() > end) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('enqueue', () => {
  test('a job exists if and only if the transaction commits', async () => {
    const job = definitions.rollback;
    const failed = inTransaction(db, async ({ tx }) => {
      expect(await sender.enqueue(tx, job, { n: 1, request_id: 'r' })).toMatch(/^[0-9a-f-]{36}$/);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await states(job)).toEqual({});
    await inTransaction(
      db,
      async ({ tx }) => void (await sender.enqueue(tx, job, { n: 2, request_id: 'r' })),
    );
    expect(await states(job)).toEqual({ created: 1 });
  });

  test("a payload that does not match the job's schema is refused before anything is written", async () => {
    const wrong = { n: 'one', request_id: 'r' } as unknown as Payload;
    await expect(inTransaction(db, ({ tx }) => sender.enqueue(tx, definitions.same, wrong))).rejects.toThrow(
      z.ZodError,
    );
  });

  test('enqueuing the same id twice makes one job', async () => {
    const id = randomUUID();
    const send = () =>
      inTransaction(db, ({ tx }) => sender.enqueue(tx, definitions.same, { n: 1, request_id: 'r' }, { id }));
    expect(await send()).toBe(id);
    expect(await send()).toBeNull();
    expect(await states(definitions.same)).toEqual({ created: 1 });
  });

  test('an exclusive job is refused while one waits or runs, and accepted again once it is done', async () => {
    const job = definitions.exclusive;
    const send = (n: number) =>
      inTransaction(db, ({ tx }) => sender.enqueue(tx, job, { n, request_id: 'r' }));
    expect(await send(1)).not.toBeNull();
    expect(await send(2)).toBeNull();
    let finish: () => void = () => undefined;
    const started = collector<number>(1);
    await startWorker(job, async ({ n }) => {
      started.push(n);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    await started.all;
    expect(await send(3)).toBeNull();
    finish();
    await until(
      () => states(job),
      ({ completed }) => completed === 1,
    );
    expect(await send(4)).not.toBeNull();
  });
});

/** Longer than the time limit of a test. */
const longPollMs = 3_600_000;

describe('work', () => {
  test('NOTIFY wakes an idle worker before its poll', async () => {
    let started: () => void = () => undefined;
    const { queue } = await startWorker(definitions.wake, async () => started(), { pollMs: longPollMs });
    await until(async () => queue.listening, Boolean);
    for (let n = 0; n < 21; n += 1) {
      const runs = new Promise<void>((resolve) => {
        started = resolve;
      });
      await enqueue(definitions.wake, n);
      // With polling alone, the test would end before the job begins. The benchmark measures the milliseconds.
      await runs;
    }
  });

  test('twenty jobs of one insert run concurrently when there are enough slots', async () => {
    const arrived = collector<number>(20);
    let finish: () => void = () => undefined;
    const end = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { worker } = await startWorker(
      definitions.many,
      async ({ n }) => {
        arrived.push(n);
        await end;
      },
      { concurrency: 20, pollMs: 60_000 },
    );
    await enqueue(definitions.many, ...Array.from({ length: 20 }, (_, n) => n));
    expect(new Set(await arrived.all).size).toBe(20);
    expect(worker.active()).toEqual({ test: 20 });
    finish();
    expect(
      await until(
        () => states(definitions.many),
        ({ completed }) => completed === 20,
      ),
    ).toEqual({ completed: 20 });
  });

  test('never runs more jobs than it has slots, and fills a freed slot without waiting for a poll', async () => {
    let active = 0;
    let most = 0;
    const ended = collector<number>(30);
    await startWorker(
      definitions.slots,
      async ({ n }) => {
        active += 1;
        most = Math.max(most, active);
        await new Promise(setImmediate);
        active -= 1;
        ended.push(n);
      },
      { concurrency: 3, pollMs: 60_000 },
    );
    await enqueue(definitions.slots, ...Array.from({ length: 30 }, (_, n) => n));
    expect(new Set(await ended.all).size).toBe(30);
    expect(most).toBe(3);
  });

  test('a failing job is retried up to its limit, then becomes a dead letter until it is redriven', async () => {
    const job = definitions.retry;
    let broken = true;
    const reports = collector<JobAttempt>(3);
    const recovered = collector<number>(1);
    const seen: Array<{ attempt: number; lastAttempt: boolean }> = [];
    await startWorker(
      job,
      async ({ n }, { attempt, lastAttempt }) => {
        seen.push({ attempt, lastAttempt });
        if (broken) throw new Error(`no luck with ${n}`);
        recovered.push(n);
      },
      { onAttempt: reports.push, pollMs: 100 },
    );
    await enqueue(job, 7);
    expect((await reports.all).map(({ outcome }) => outcome)).toEqual(['retry', 'retry', 'dead']);
    expect(seen).toEqual([
      { attempt: 1, lastAttempt: false },
      { attempt: 2, lastAttempt: false },
      { attempt: 3, lastAttempt: true },
    ]);
    const [dead] = await until(
      () => listDead(sender, job.name),
      (list) => list.length === 1,
    );
    expect(dead).toMatchObject({ payload: { n: 7, request_id: 'r' }, attempts: 3, error: 'no luck with 7' });
    const [status] = await inspectJobs(sender, [job]);
    expect(status).toMatchObject({
      job: job.name,
      ready: 0,
      active: 0,
      retrying: 0,
      dead: 1,
      lastError: 'no luck with 7',
    });

    broken = false;
    expect(await redrive(sender, job.name)).toBe(1);
    expect(await recovered.all).toEqual([7]);
    expect(await listDead(sender, job.name)).toEqual([]);
  });

  test('RetryAfter postpones a job any number of times without counting the attempts', async () => {
    const job = definitions.later;
    const reports = collector<JobAttempt>(5);
    const attempts: number[] = [];
    await startWorker(
      job,
      async (_, { attempt }) => {
        attempts.push(attempt);
        if (attempts.length <= 4) throw new RetryAfter(1, 'not yet');
      },
      { onAttempt: reports.push, pollMs: 50 },
    );
    await enqueue(job, 1);
    expect((await reports.all).map(({ outcome }) => outcome)).toEqual([
      'later',
      'later',
      'later',
      'later',
      'done',
    ]);
    expect(attempts).toEqual([1, 1, 1, 1, 1]);
    expect(
      await until(
        () => states(job),
        ({ completed }) => completed === 1,
      ),
    ).toEqual({ completed: 1 });
  });

  test('a postponed job shows its next run, the reason, and how often it failed', async () => {
    const job = definitions.later;
    const reports = collector<JobAttempt>(1);
    await startWorker(job, async () => Promise.reject(new RetryAfter(3_600_000, 'the authority is closed')), {
      onAttempt: reports.push,
    });
    await enqueue(job, 2);
    await reports.all;
    const [retrying] = await until(
      () => listRetrying(sender, job.name),
      (list) => list.length === 1,
    );
    expect(retrying).toMatchObject({ payload: { n: 2 }, attempts: 0, error: 'the authority is closed' });
    expect(retrying!.nextAt.getTime() - Date.now()).toBeGreaterThan(3_500_000);
  });

  test('GiveUp or an invalid payload makes a job a dead letter at once', async () => {
    const reports = collector<JobAttempt>(2);
    await startWorker(
      definitions.giveUp,
      async () => Promise.reject(new GiveUp('the address does not exist')),
      { onAttempt: reports.push },
    );
    await startWorker(definitions.invalid, async () => undefined, { onAttempt: reports.push });
    await enqueue(definitions.giveUp, 1);
    await sender.boss.send(definitions.invalid.name, { n: 'from an older version' });
    await reports.all;
    const [given] = await until(
      () => listDead(sender, definitions.giveUp.name),
      (list) => list.length === 1,
    );
    expect(given).toMatchObject({ attempts: 1, error: 'the address does not exist' });
    const [invalid] = await until(
      () => listDead(sender, definitions.invalid.name),
      (list) => list.length === 1,
    );
    expect(invalid?.error).toMatch(/^payload: /);
  });

  test('a handler past its time limit is aborted, its slot is freed, and its job is retried', async () => {
    const job = definitions.hang;
    const reports = collector<JobAttempt>(3);
    const reasons: unknown[] = [];
    await startWorker(
      job,
      ({ n }, { attempt, signal }) => {
        if (n === 2 || attempt === 2) return Promise.resolve();
        signal.addEventListener('abort', () => reasons.push(signal.reason.name));
        return new Promise(() => undefined);
      },
      { concurrency: 1, onAttempt: reports.push, pollMs: 100 },
    );
    await enqueue(job, 1);
    await enqueue(job, 2);
    const ended = (await reports.all).map(({ outcome, attempt }) => `${outcome} ${attempt}`);
    expect(ended[0]).toBe('timed-out 1');
    expect(ended.slice(1).sort()).toEqual(['done 1', 'done 2']);
    expect(reasons).toEqual(['JobTimedOut']);
  });

  test('an attempt is aborted when another worker has claimed its job, and its outcome changes nothing', async () => {
    const job = definitions.lost;
    const started = collector<number>(1);
    const reports = collector<JobAttempt>(1);
    let reason: unknown;
    await startWorker(
      job,
      async ({ n }, { signal }) => {
        started.push(n);
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        reason = signal.reason;
      },
      { onAttempt: reports.push, pollMs: 60_000 },
    );
    await enqueue(job, 1);
    await started.all;
    // The effect of a missed heartbeat: supervision frees the job and another worker fetches it.
    await db.$executeRaw`UPDATE pgboss.job SET retry_count = retry_count + 1, heartbeat_on = now() WHERE name = ${job.name}`;
    expect((await reports.all).map(({ outcome }) => outcome)).toEqual(['lost']);
    expect(reason).toBeInstanceOf(ClaimLost);
    expect(await states(job)).toEqual({ active: 1 });
  });

  test('a fetch right after a burst reads only the jobs that it claims, not the backlog', async () => {
    const job = definitions.burst;
    const queue = createQueue({ url: server.url, poolSize: 1, log: silentLog });
    await queue.start();
    open.push(() => queue.stop());
    await enqueue(job, ...Array.from({ length: 20_000 }, (_, n) => n));
    const readByIndex = async () => {
      await queue.sql.executeSql('SELECT pg_stat_force_next_flush()');
      const { rows } = await queue.sql.executeSql(
        `SELECT idx_tup_read::int AS read FROM pg_stat_user_indexes WHERE indexrelname = 'job_common_i11'`,
      );
      return (rows[0] as { read: number }).read;
    };
    const before = await readByIndex();
    expect(await queue.fetch(job.name, 10)).toHaveLength(10);
    expect((await readByIndex()) - before).toBeLessThan(100);
  });

  test('redrive moves a limited number of dead letters, or those with the given ids', async () => {
    const job = definitions.redrive;
    const died = collector<JobAttempt>(4);
    const { worker } = await startWorker(job, async () => Promise.reject(new Error('no')), {
      onAttempt: died.push,
    });
    await enqueue(job, 1, 2, 3, 4);
    await died.all;
    const dead = await until(
      () => listDead(sender, job.name),
      (list) => list.length === 4,
    );
    await worker.stop();
    expect(await redrive(sender, job.name, { ids: [dead[1]!.id] })).toBe(1);
    expect((await listDead(sender, job.name)).map(({ id }) => id)).toEqual([
      dead[0]!.id,
      dead[2]!.id,
      dead[3]!.id,
    ]);
    expect(await redrive(sender, job.name, { limit: 2 })).toBe(2);
    expect(await listDead(sender, job.name, 10)).toHaveLength(1);
    expect((await inspectJobs(sender, [job]))[0]).toMatchObject({ ready: 3, dead: 1 });
  });

  test('stop starts no new job and waits for running ones', async () => {
    const job = definitions.drain;
    const started = collector<number>(1);
    let finish: () => void = () => undefined;
    const { worker } = await startWorker(
      job,
      async ({ n }) => {
        started.push(n);
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      },
      { concurrency: 1 },
    );
    await enqueue(job, 1);
    await started.all;
    await enqueue(job, 2);
    const stopped = worker.stop({ graceSeconds: 20 });
    finish();
    await stopped;
    expect(started.values).toEqual([1]);
    expect(await states(job)).toEqual({ completed: 1, created: 1 });
  });

  test('a job that runs longer than the grace period is aborted, returned to the queue uncounted, and runs elsewhere at once', async () => {
    const job = definitions.putBack;
    const started = collector<number>(1);
    let reason: unknown;
    const first = await startWorker(
      job,
      async ({ n }, { signal }) => {
        started.push(n);
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason;
            resolve();
          });
        });
      },
      { concurrency: 1 },
    );
    await enqueue(job, 1);
    await started.all;
    await first.worker.stop({ graceSeconds: 0 });
    expect(reason).toBeInstanceOf(WorkerStopping);
    expect(await states(job)).toEqual({ retry: 1 });
    const again = collector<number>(1);
    await startWorker(job, async (_, { attempt }) => again.push(attempt));
    expect(await again.all).toEqual([1]);
  });
});

describe('failures around the worker', () => {
  test('jobs of a killed worker run again after its missed heartbeats, and each completes once', async () => {
    const job = definitions.killed;
    await enqueue(job, 1, 2, 3);
    const child = startChild(server.url, job.name);
    await child.started;
    expect(await states(job)).toEqual({ active: 3 });
    child.process.kill('SIGKILL');
    const reports = collector<JobAttempt>(3);
    await startWorker(job, async () => undefined, { onAttempt: reports.push });
    await reports.all;
    expect(
      await until(
        () => states(job),
        ({ completed }) => completed === 3,
      ),
    ).toEqual({ completed: 3 });
    expect(reports.values.map(({ attempt }) => attempt)).toEqual([2, 2, 2]);
  });

  test('a job that runs while PostgreSQL restarts completes once, and new jobs wake the worker again', async () => {
    const job = definitions.outage;
    const started = collector<number>(1);
    const reports = collector<JobAttempt>(1);
    const after = collector<number>(1);
    let finish: () => void = () => undefined;
    const { queue } = await startWorker(
      job,
      async ({ n }) => {
        if (n !== 1) return after.push(n);
        started.push(n);
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      },
      { onAttempt: reports.push, pollMs: 60_000 },
    );
    await enqueue(job, 1);
    await started.all;
    await server.halt('immediate');
    finish();
    await reports.all;
    await server.resume();
    expect(
      await until(
        () => states(job),
        ({ completed }) => completed === 1,
      ),
    ).toEqual({ completed: 1 });
    await until(async () => queue.listening, Boolean);
    await enqueue(job, 2);
    expect(await after.all).toEqual([2]);
    expect(started.values).toEqual([1]);
  });

  test('stop ends in time while PostgreSQL is unavailable, however many outcomes cannot be written', async () => {
    const job = definitions.unsettled;
    const count = 2100;
    const started = collector<number>(count);
    const ended = collector<JobAttempt>(count);
    const finish = Promise.withResolvers<void>();
    const { worker } = await startWorker(
      job,
      async ({ n }) => {
        started.push(n);
        await finish.promise;
      },
      { concurrency: count, onAttempt: ended.push },
    );
    await enqueue(job, ...Array(count).keys());
    await started.all;
    await server.halt('immediate');
    try {
      finish.resolve();
      await ended.all;
      // The loop sees freed slots in the following turns of the event loop.
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
      const late = delay(100_000, 'late', { ref: false });
      const stopped = worker.stop({ graceSeconds: 1 }).then(() => 'in time');
      expect(await Promise.race([stopped, late])).toBe('in time');
    } finally {
      await server.resume();
      await until(
        () => states(job),
        ({ active }) => active === undefined,
      );
    }
  });
});

/** A worker in a separate process whose handlers never end. `started` resolves when three jobs run. */
function startChild(url: string, jobName: string): { process: ChildProcess; started: Promise<void> } {
  const program = fileURLToPath(new URL('../test/hanging-worker.ts', import.meta.url));
  const child = spawn(process.execPath, [program, url, jobName], { stdio: ['ignore', 'pipe', 'inherit'] });
  open.push(async () => void child.kill('SIGKILL'));
  const started = new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.split('started').length === 4) resolve();
    });
    child.on('exit', () => reject(new Error(`the child ended early: ${output}`)));
  });
  return { process: child, started };
}
