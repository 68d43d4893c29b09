/**
 * Background jobs: jobs per second, latency of an idle worker, and throughput of uneven jobs relative to the limit of their slots.
 * Compares Countersign's loop with pg-boss's `work()` and graphile-worker, one process each, one after the other, on the same PostgreSQL
 * with durability on.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import pg from 'pg';
import { countersign, graphileWorker, type Peer, pgBoss, type Run } from './support/queue-peers.ts';
import { percentile } from './support/stats.ts';
import { figure, printTable } from './support/table.ts';

export const title = 'Background jobs';

const peers: Peer[] = [
  countersign(10),
  countersign(100),
  pgBoss('defaults', 1, {}),
  pgBoss('batches of 10, notify', 10, { batchSize: 10, burstWhenBatchFull: true }, true),
  pgBoss('batches of 100', 100, { batchSize: 100, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 }),
  graphileWorker(10, false),
  graphileWorker(10, true),
];

const backlog = 60_000;
const throughputMs = 1500;
const unevenMs = 1500;
const latencySamples = 40;
const latencyMs = 2500;

interface Result {
  peer: Peer;
  /** Right after the backlog was written, before PostgreSQL has statistics about it. */
  burst: number;
  perSecond: number;
  latencies: number[];
  /** Throughput relative to the limit of the slots, with jobs of 1 to 39 ms. */
  busy: number;
}

/** Runs the peers one after the other and prints the table; about a minute. */
export async function run(): Promise<void> {
  const server = await startThrowawayPostgres({
    flags: ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'],
  });
  const results: Result[] = [];
  try {
    for (const [at, peer] of peers.entries()) {
      process.stderr.write(`${peer.name} ...\n`);
      results.push(await measure(server.url, `bench_${at}`, peer));
    }
  } finally {
    await server.stop();
  }
  const [ours] = results;
  printTable(
    [
      'one worker process',
      'jobs/s',
      'of ours',
      'jobs/s in a burst',
      'idle p50 ms',
      'idle p99 ms',
      'uneven jobs: slots busy',
    ],
    results.map(({ peer, burst, perSecond, latencies, busy }) => [
      peer.name,
      figure(perSecond),
      `${(perSecond / (ours?.perSecond ?? perSecond)).toFixed(perSecond < 100 ? 4 : 2)}`,
      figure(burst),
      figure(percentile(latencies, 0.5)),
      figure(percentile(latencies, 0.99)),
      `${(busy * 100).toFixed(0)} %`,
    ]),
  );
}

async function measure(serverUrl: string, database: string, peer: Peer): Promise<Result> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${database}`);
  const address = new URL(serverUrl);
  address.pathname = `/${database}`;
  const url = address.href;
  const own = new pg.Client({ connectionString: url });
  await own.connect();
  try {
    await peer.prepare(url);
    const latencies = await measureLatency(url, peer);
    await peer.fill(url, backlog);
    const burst = await measureThroughput(url, peer);
    await own.query('ANALYZE');
    const busy = await measureUneven(url, peer);
    const perSecond = await measureThroughput(url, peer);
    return { peer, burst, perSecond, latencies, busy };
  } finally {
    await own.end();
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
    await admin.end();
  }
}

/** Time from before enqueuing to the start of the handler, while idle. */
async function measureLatency(url: string, peer: Peer): Promise<number[]> {
  const samples: number[] = [];
  let started: () => void = () => undefined;
  const worker = await peer.start(url, async () => started());
  const sender = await peer.sender(url);
  // The first few load code and open connections.
  const end = Date.now() + latencyMs;
  for (let n = -3; n < latencySamples && (Date.now() < end || samples.length < 3); n += 1) {
    const runs = new Promise<void>((resolve) => {
      started = resolve;
    });
    const begin = performance.now();
    await sender.send(n);
    await runs;
    if (n >= 0) samples.push(performance.now() - begin);
    await delay(5 + Math.random() * 15);
  }
  await sender.close();
  await worker.stop();
  return samples;
}

/**
 * Counts from the first job on, so that start-up does not matter, and until the worker is asked to stop. `busySeconds` is the sum over all
 * jobs in this time, unfinished ones included.
 */
export async function countFor(
  url: string,
  peer: Pick<Peer, 'start'>,
  ms: number,
  runJob: Run,
): Promise<{ seconds: number; count: number; busySeconds: number }> {
  let count = 0;
  let busyMs = 0;
  let isOver = false;
  let begin = 0;
  /** When each running job began. */
  const running = new Map<number, number>();
  const first = Promise.withResolvers<void>();
  const worker = await peer.start(url, async (n) => {
    const jobBegin = performance.now();
    if (begin === 0) {
      begin = jobBegin;
      first.resolve();
    }
    running.set(n, jobBegin);
    await runJob(n);
    running.delete(n);
    if (isOver) return;
    count += 1;
    busyMs += performance.now() - jobBegin;
  });
  await first.promise;
  await delay(ms);
  isOver = true;
  const end = performance.now();
  for (const jobBegin of running.values()) busyMs += end - jobBegin;
  const result = { seconds: (end - begin) / 1000, count, busySeconds: busyMs / 1000 };
  await worker.stop();
  return result;
}

async function measureThroughput(url: string, peer: Peer): Promise<number> {
  const { seconds, count } = await countFor(url, peer, throughputMs, async () => undefined);
  return count / seconds;
}

/** Jobs that wait 1 to 39 ms, 20 on average, like jobs that use the network. */
async function measureUneven(url: string, peer: Peer): Promise<number> {
  const { seconds, busySeconds } = await countFor(url, peer, unevenMs, async (n) => {
    await delay(1 + ((n * 7919) % 39));
  });
  return busySeconds / (seconds * peer.concurrency);
}
