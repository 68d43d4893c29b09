/**
 * Webhooks: deliveries per second of one worker process to receivers that keep connections alive, compared with plain undici loops; and the
 * age of events when healthy endpoints receive them, while none or a fifth of the endpoints hang, also with a million deliveries waiting
 * for those. PostgreSQL has durability on, and everything runs on one machine.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newId } from '@countersign/contract/ids';
import { createSecrets } from '@countersign/core/secrets';
import { sealSecret } from '@countersign/core/webhook/secret';
import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import { newSecret } from '@countersign/webhooks/sign';
import pg from 'pg';
import { nextMessage, track } from './support/children.ts';
import { type Service, startService } from './support/service.ts';
import { percentile } from './support/stats.ts';
import { figure, printTable } from './support/table.ts';
import { benchSecret } from './writers/prepare.ts';

export const title = 'Webhooks';

/** Enough that a second of warm-up does not matter. */
const deliveries = 60_000;
/** Undici's ways to send, and the number of requests for each. */
const loops = [
  ['fetch', 15_000],
  ['request', deliveries],
  ['dispatch', deliveries],
] as const;
const endpoints = 100;
const hanging = 20;
const perSecond = 200;
const steadyMs = 12_000;
const backlog = 1_000_000;

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

interface Sink {
  url: string;
  expect(count: number): { done: Promise<unknown> };
  report(): Promise<{ latencies: number[]; received: number }>;
  stop(): void;
}

/** Runs everything and prints two tables; about three minutes. */
export async function run(): Promise<void> {
  const server = await startThrowawayPostgres({
    flags: ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'],
  });
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  const sink = await startSink();
  const sql = new pg.Client({ connectionString: server.url });
  try {
    await migrateDatabase(server.url, { log: silentLog });
    await sql.connect();
    await measureThroughput(server.url, folder, sql, sink);
    await measureLatency(server.url, folder, sql, sink);
  } finally {
    await sql.end();
    sink.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureThroughput(url: string, folder: string, sql: pg.Client, sink: Sink): Promise<void> {
  const before = await bareLoops(sink);
  const ids = await makeEndpoints(sql, sink.url, 0);
  const timed = async (fill: () => Promise<unknown>) => {
    await fill();
    const { done } = sink.expect(deliveries);
    const worker = await startWorker(url, folder);
    // Measured from the moment the process is ready, when it starts to deliver, to the last response.
    const started = performance.now();
    await done;
    const rate = deliveries / ((performance.now() - started) / 1000);
    // A regular stop, so that the next worker does not have to wait for leases of endpoints.
    await worker.stop();
    return rate;
  };
  const ours: Array<[string, number]> = [
    [`deliveries that wait, ${endpoints} endpoints`, await timed(() => fillDeliveries(sql, ids, deliveries))],
    ['events: fan-out and delivery', await timed(() => writeEvents(sql, ids, deliveries))],
  ];
  const after = await bareLoops(sink);
  const rows: Array<[string, number]> = [
    ...loops.map(([call], at): [string, number] => [`undici ${call} loop, 100 at once`, before[at]!]),
    ...ours,
    ...loops.map(([call], at): [string, number] => [`undici ${call} loop again`, after[at]!]),
  ];
  const best = loops.map((_, at) => Math.max(before[at]!, after[at]!));
  printTable(
    ['one worker process', 'a second', ...loops.map(([call]) => `of ${call}`)],
    rows.map(([name, rate]) => [name, figure(rate), ...best.map((bare) => (rate / bare).toFixed(2))]),
  );
  await sql.query('TRUNCATE webhook_delivery, webhook_lease, webhook_endpoint, outbox_event');
}

async function measureLatency(url: string, folder: string, sql: pg.Client, sink: Sink): Promise<void> {
  const rows: string[][] = [];
  for (const [name, hang, waiting] of [
    ['none hangs', 0, 0],
    [`${hanging} of ${endpoints} hang`, hanging, 0],
    [`the same, ${figure(backlog)} deliveries waiting`, hanging, backlog],
  ] as const) {
    process.stderr.write(`${name} ...\n`);
    const ids = await makeEndpoints(sql, sink.url, hang);
    if (waiting > 0) await fillDeliveries(sql, ids.slice(0, hang), waiting);
    // Autovacuum may have run during this artificial insert and left statistics without its rows.
    await sql.query('ANALYZE webhook_delivery');
    const worker = await startWorker(url, folder);
    // Long enough that attempts to hanging endpoints have timed out, as in a real outage.
    await steady(sql, ids, hang > 0 ? 12_000 : 2000);
    sink.expect(Number.POSITIVE_INFINITY);
    const written = await steady(sql, ids, steadyMs);
    await delay(500);
    const { latencies, received } = await sink.report();
    const healthy = Math.round((written * (endpoints - hang)) / endpoints);
    rows.push([
      name,
      `${figure(received)} of ${figure(healthy)}`,
      figure(percentile(latencies, 0.5)),
      figure(percentile(latencies, 0.99)),
    ]);
    await worker.stop('SIGKILL');
    await sql.query('TRUNCATE webhook_delivery, webhook_lease, webhook_endpoint, outbox_event');
  }
  console.log(`\nHealthy endpoints, ${perSecond} events a second over ${endpoints} endpoints:\n`);
  printTable(['', 'arrived', 'age p50 ms', 'age p99 ms'], rows);
}

/** Creates endpoints, each in its own workspace. The first `hang` never respond. */
async function makeEndpoints(sql: pg.Client, base: string, hang: number): Promise<string[]> {
  const secrets = createSecrets(benchSecret);
  const rows = Array.from({ length: endpoints }, (_, at) => {
    const id = newId();
    const sealed = Buffer.from(sealSecret({ secrets }, id, newSecret())).toString('hex');
    return { id, url: `${base}/${at < hang ? 'hang' : 'ok'}/${at}`, sealed };
  });
  await sql.query(
    `WITH given AS (SELECT * FROM jsonb_to_recordset($1) AS r(id uuid, url text, sealed text)),
       made AS (INSERT INTO workspace (id, slug, name) SELECT id, id::text, 'Bench' FROM given RETURNING id)
     INSERT INTO webhook_endpoint (id, workspace_id, url, events, sealed_secret, created_at)
     SELECT id, id, url, '{}', decode(sealed, 'hex'), now() FROM given WHERE EXISTS (SELECT 1 FROM made)`,
    [JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}

/** Inserts due deliveries, spread evenly over the endpoints. */
async function fillDeliveries(sql: pg.Client, ids: string[], count: number): Promise<void> {
  await sql.query(
    `INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, body, created_at, due_at)
     SELECT ($1::uuid[])[1 + n % $2], 'evt_outbox_' || n, 'document.sent',
       '{"id":"evt_outbox_' || n || '","type":"document.sent","padding":"' || repeat('x', 250) || '"}', now(), now()
     FROM generate_series(1, $3::int) n`,
    [ids, ids.length, count],
  );
}

/** Writes events as documents do, and sends the signal. */
async function writeEvents(sql: pg.Client, ids: string[], count: number, from = 0): Promise<void> {
  await sql.query(
    `INSERT INTO outbox_event (workspace_id, document_id, mode, type, seq, engine_event_type, actor, created_at)
     SELECT ($1::uuid[])[1 + n % $2], gen_random_uuid(), 'live', 'document.sent', 3, 'envelope.sent', 'api_key:1', clock_timestamp()
     FROM generate_series($3::int, $3::int + $4::int - 1) n`,
    [ids, ids.length, from, count],
  );
  await sql.query(`SELECT pg_notify('countersign_jobs', 'outbox-event')`);
}

/** Writes `perSecond` events per second, each in a separate transaction. Returns the number of events. */
async function steady(sql: pg.Client, ids: string[], ms: number): Promise<number> {
  const started = performance.now();
  let written = 0;
  while (performance.now() - started < ms) {
    const due = Math.floor(((performance.now() - started) / 1000) * perSecond);
    for (; written < due; written += 1) await writeEvents(sql, ids, 1, written);
    await delay(2);
  }
  return written;
}

async function startSink(): Promise<Sink> {
  const child = track(fork(path('webhooks/sink.ts')));
  const { port } = await nextMessage<{ port: number }>(child);
  return {
    url: `http://127.0.0.1:${port}`,
    expect: (count) => {
      child.send({ expect: Number.isFinite(count) ? count : -1 });
      return { done: Number.isFinite(count) ? nextMessage(child) : Promise.resolve() };
    },
    report: () => {
      child.send({ report: true });
      return nextMessage(child);
    },
    stop: () => child.disconnect(),
  };
}

/** Throughput of plain undici, in the order of `loops`. */
async function bareLoops(sink: Sink): Promise<number[]> {
  const rates: number[] = [];
  for (const [call, count] of loops) {
    const child = track(fork(path('webhooks/bare.ts'), [`${sink.url}/`, call, String(count)]));
    const gone = once(child, 'exit');
    rates.push((await nextMessage<{ perSecond: number }>(child)).perSecond);
    await gone;
  }
  return rates;
}

/** Starts the worker as in production. */
const startWorker = (url: string, folder: string): Promise<Service> =>
  startService('worker', {
    QUEUES: 'webhook',
    DATABASE_URL: url,
    DATA_DIR: folder,
    SECRET_KEY: benchSecret,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  });
