/** Countersign's loop and other queues behind one interface, each configured as its documentation recommends. */
import { closeDb, createDb } from '@countersign/db/client';
import { inTransaction } from '@countersign/db/transaction';
import { silentLog } from '@countersign/log/port';
import { handle } from '@countersign/queue/handler';
import { defineJob } from '@countersign/queue/jobs';
import { migrateDatabase } from '@countersign/queue/migrate';
import { createQueue, createWorkerQueue } from '@countersign/queue/queue';
import { work } from '@countersign/queue/work';
import { Logger, makeWorkerUtils, run as runGraphile } from 'graphile-worker';
import pg from 'pg';
import { PgBoss, type WorkOptions } from 'pg-boss';
import * as z from 'zod';

export type Run = (n: number) => Promise<void>;

export interface Peer {
  name: string;
  /** Concurrent jobs. */
  concurrency: number;
  /** Creates the tables of the queue in an empty database. */
  prepare(url: string): Promise<void>;
  /** Enqueues jobs 0..count-1 as fast as it can. */
  fill(url: string, count: number): Promise<void>;
  /** Returns a sender that enqueues single jobs as an application does. */
  sender(url: string): Promise<{ send(n: number): Promise<void>; close(): Promise<void> }>;
  /** Runs jobs until stopped. */
  start(url: string, run: Run): Promise<{ stop(): Promise<void> }>;
}

const name = 'bench.job';
const payload = z.strictObject({ n: z.number(), request_id: z.string() });
const job = defineJob({
  name,
  queue: 'bench',
  payload,
  retryLimit: 2,
  retryDelaySeconds: 1,
  expireSeconds: 600,
});

async function inBatches(
  count: number,
  size: number,
  write: (numbers: number[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < count; from += size) {
    await write(Array.from({ length: Math.min(size, count - from) }, (_, at) => from + at));
  }
}

/** Enqueues in a transaction of the application, and wakes the workers after its commit. */
export function countersign(concurrency: number): Peer {
  return {
    name: `Countersign, ${concurrency} slots`,
    concurrency,
    prepare: (url) => migrateDatabase(url, { log: silentLog, jobs: [job] }).then(() => undefined),
    fill: async (url, count) => {
      const db = createDb(url);
      const queue = createQueue({ url, log: silentLog });
      await queue.start();
      await inBatches(count, 1000, (numbers) =>
        inTransaction(db, ({ tx }) =>
          queue.enqueueMany(
            tx,
            job,
            numbers.map((n) => ({ n, request_id: 'bench' })),
          ),
        ),
      );
      await queue.stop();
      await closeDb(db);
    },
    sender: async (url) => {
      const db = createDb(url);
      const queue = createQueue({ url, log: silentLog });
      await queue.start();
      return {
        send: (n) =>
          inTransaction(db, async ({ tx, afterCommit }) => {
            await queue.enqueue(tx, job, { n, request_id: 'bench' });
            afterCommit(() => queue.notify([name]));
          }),
        close: async () => {
          await queue.stop();
          await closeDb(db);
        },
      };
    },
    start: async (url, run) => {
      const queue = createWorkerQueue({ url, log: silentLog });
      await queue.start();
      const worker = work(queue, {
        queues: ['bench'],
        concurrency: { bench: concurrency },
        handlers: [handle(job, ({ n }) => run(n))],
      });
      return {
        stop: async () => {
          await worker.stop({ graceSeconds: 1 });
          await queue.stop();
        },
      };
    },
  };
}

async function startBoss(url: string, listen = false): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: url, schedule: false, useListenNotify: listen });
  boss.on('error', () => undefined);
  await boss.start();
  return boss;
}

/** pg-boss's own work(), with these options. */
export function pgBoss(title: string, concurrency: number, options: WorkOptions, notify = false): Peer {
  return {
    name: `pg-boss work(), ${title}`,
    concurrency,
    prepare: async (url) => {
      const boss = await startBoss(url);
      await boss.createQueue(name, { notify });
      await boss.stop({ graceful: false });
    },
    fill: async (url, count) => {
      const boss = await startBoss(url);
      await inBatches(count, 1000, (numbers) =>
        boss.insert(
          name,
          numbers.map((n) => ({ data: { n } })),
        ),
      );
      await boss.stop({ graceful: false });
    },
    sender: async (url) => {
      const boss = await startBoss(url, notify);
      return {
        send: async (n) => void (await boss.send(name, { n })),
        close: () => boss.stop({ graceful: false }),
      };
    },
    start: async (url, run) => {
      const boss = await startBoss(url, notify);
      await boss.work<{ n: number }>(name, options, (batch) =>
        Promise.all(batch.map(({ data }) => run(data.n))),
      );
      return { stop: () => boss.stop({ graceful: false }) };
    },
  };
}

const quiet = new Logger(() => () => undefined);

/** graphile-worker; `batched` turns on its local queue and batched completion. */
export function graphileWorker(concurrency: number, batched: boolean): Peer {
  return {
    name: `graphile-worker, ${concurrency} at once${batched ? ', local queue' : ''}`,
    concurrency,
    prepare: async (url) => {
      const utils = await makeWorkerUtils({ connectionString: url, logger: quiet });
      await utils.migrate();
      await utils.release();
    },
    fill: async (url, count) => {
      const utils = await makeWorkerUtils({ connectionString: url, logger: quiet });
      await inBatches(count, 1000, (numbers) =>
        utils.addJobs(numbers.map((n) => ({ identifier: name, payload: { n } }))),
      );
      await utils.release();
    },
    sender: async (url) => {
      const utils = await makeWorkerUtils({ connectionString: url, logger: quiet });
      return {
        send: async (n) => void (await utils.addJob(name, { n })),
        close: async () => void (await utils.release()),
      };
    },
    start: async (url, run) => {
      const pgPool = new pg.Pool({ connectionString: url, max: concurrency + 2 });
      // graphile-worker requires listeners for both events.
      pgPool.on('error', () => undefined);
      pgPool.on('connect', (client) => client.on('error', () => undefined));
      const runner = await runGraphile({
        pgPool,
        logger: quiet,
        noHandleSignals: true,
        taskList: { [name]: (data) => run((data as { n: number }).n) },
        preset: {
          worker: {
            concurrentJobs: concurrency,
            ...(batched ? { localQueue: { size: 500 }, completeJobBatchDelay: 0 } : {}),
          },
        },
      });
      return {
        stop: async () => {
          await runner.stop();
          await pgPool.end();
        },
      };
    },
  };
}
