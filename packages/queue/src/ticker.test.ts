import { startThrowawayPostgres, type ThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { handle } from './handler.ts';
import { defineJob } from './jobs.ts';
import { migrateDatabase } from './migrate.ts';
import { createWorkerQueue, type Queue } from './queue.ts';
import { startTicker } from './ticker.ts';
import { work } from './work.ts';

const payload = z.strictObject({ request_id: z.string() });
const job = defineJob({
  name: 'test.sweep',
  queue: 'test',
  payload,
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireSeconds: 60,
  policy: 'exclusive',
});

let server: ThrowawayPostgres;
const queues: Queue[] = [];

beforeAll(async () => {
  server = await startThrowawayPostgres();
  await migrateDatabase(server.url, { log: silentLog, jobs: [job] });
  for (let n = 0; n < 3; n += 1) {
    const queue = createWorkerQueue({ url: server.url, log: silentLog });
    await queue.start();
    queues.push(queue);
  }
});

afterAll(async () => {
  for (const queue of queues) await queue.stop();
  await server.stop();
});

test('three workers with a tick of one second enqueue one sweep each second in total', async () => {
  const runs: string[] = [];
  let enough: () => void = () => undefined;
  const five = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const workers = queues.map((queue) =>
    work(queue, {
      queues: ['test'],
      concurrency: { test: 1 },
      handlers: [
        handle(job, async ({ request_id }) => {
          runs.push(request_id);
          if (runs.length === 5) enough();
        }),
      ],
    }),
  );
  const begin = Date.now();
  const tickers = queues.map((queue) => startTicker(queue, [{ job, everySeconds: 1 }]));
  await five;
  const seconds = (Date.now() - begin) / 1000;
  for (const ticker of tickers) ticker.stop();
  await Promise.all(workers.map((worker) => worker.stop()));
  // The first period may be almost over when the first sweep is enqueued.
  expect(seconds).toBeGreaterThan(3);
  expect(new Set(runs).size).toBe(runs.length);
});
