/**
 * How the service grows: every list, search, feed, sweep and gauge, and the journey of a document, in a database with 100 documents and in
 * large ones. GROWTH_BENCH_DOCUMENTS sets the sizes (default 1000000; several with commas). Each million documents takes about 12 GB,
 * two thirds of it events. With GROWTH_BENCH_EVENTS=some, only documents of the last 30 days have events, and those around the one whose
 * events are read: about 5 GB for each million.
 *
 * GROWTH_BENCH_SERVER is the URL of a server (superuser, database `postgres`) on which the databases are created. They stay there for
 * other queries until the next run, which fills them again: measuring changes them, and their dates relate to the day of the filling.
 * A fill that was interrupted goes on in the next run if TMPDIR is the same. Without GROWTH_BENCH_SERVER, a server in a temporary folder
 * is started and removed.
 *
 * GROWTH_BENCH_PARTS limits the parts: lists, reads, sweeps, daily, journey.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueKey } from '@countersign/core/key/issue';
import { inTransaction } from '@countersign/db/transaction';
import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import pg from 'pg';
import { samplePdf } from '../test/support/sample-pdf.ts';
import { fill, isUnfinished } from './growth/fill.ts';
import { daily, lists, type Operation, openWorld, reads, sweeps, type World } from './growth/operations.ts';
import { emptySamples, type Journey, journey, type Samples, stages, untilSealed } from './support/journey.ts';
import { startMailSink } from './support/mail-sink.ts';
import { startService } from './support/service.ts';
import { percentile } from './support/stats.ts';
import { figure, printTable } from './support/table.ts';
import { benchSecret, openBench } from './writers/prepare.ts';

export const title = 'Growth: a small database next to large ones';
export const isByHand = true;

/** Lists of so few documents still fill a page. */
const smallest = 100;
// biome-ignore lint/suspicious/noUndeclaredEnvVars: nothing caches a benchmark
const sizes = [smallest, ...(process.env.GROWTH_BENCH_DOCUMENTS ?? '1000000').split(',').map(Number)];
// biome-ignore lint/suspicious/noUndeclaredEnvVars: as above
const allEvents = process.env.GROWTH_BENCH_EVENTS !== 'some';
// biome-ignore lint/suspicious/noUndeclaredEnvVars: as above
const parts = (process.env.GROWTH_BENCH_PARTS ?? 'lists,reads,sweeps,daily,journey').split(',');
/** Enough for PostgreSQL to choose between generic and custom plans, which it does after five. */
const warmUps = 7;
const repetitions = 9;
const journeys = 60;
/** As on a machine for a database; the default of 128 MB is for tests. */
const serverFlags = [
  'shared_buffers=2GB',
  'max_wal_size=8GB',
  'effective_cache_size=8GB',
  'random_page_cost=1.1',
];

interface Filled {
  size: number;
  url: string;
  folder: string;
  world: World;
}

/** Fills the databases, measures them in turns, and prints the tables. */
export async function run(): Promise<void> {
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: as above
  const given = process.env.GROWTH_BENCH_SERVER;
  const server = given === undefined ? await startThrowawayPostgres({ flags: serverFlags }) : null;
  const folder =
    given === undefined
      ? await mkdtemp(join(tmpdir(), 'countersign-bench-growth-'))
      : join(tmpdir(), 'countersign-bench-growth');
  const filled: Filled[] = [];
  try {
    for (const size of sizes) filled.push(await open(given ?? server!.url, folder, size));
    console.log(`Load of the machine: ${loadavg()[0]!.toFixed(1)}\n`);
    if (parts.includes('lists')) await report('GET /v1/documents', lists, filled, repetitions);
    if (parts.includes('reads')) await report('Other reads', reads, filled, repetitions);
    if (parts.includes('daily')) await report('Once a day', daily, filled, 1);
    if (parts.includes('sweeps')) await report('Sweeps and gauges', sweeps, filled, repetitions);
    if (parts.includes('journey')) await reportJourney(filled);
  } finally {
    for (const { world } of filled) await world.base.close();
    await server?.stop();
    if (server) await rm(folder, { recursive: true, force: true });
  }
}

/** A database of this size: a new one, or one whose filling was interrupted. */
async function open(server: string, parent: string, size: number): Promise<Filled> {
  const name = `growth_${size}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const folder = join(parent, name);
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    if (!(await canGoOn(admin, name, url.href))) {
      await rm(folder, { recursive: true, force: true });
      await admin.query(`DROP DATABASE IF EXISTS ${name}`);
      await admin.query(`CREATE DATABASE ${name}`);
      await migrateDatabase(url.href, { log: silentLog });
    }
    const started = performance.now();
    const elapsed = () => `${figure((performance.now() - started) / 1000)} s`;
    await fill(url.href, folder, { count: size, allEvents }, (step) => {
      if (size > smallest) process.stderr.write(`${elapsed()}: ${step}\n`);
    });
    console.log(`${size.toLocaleString('en')} documents in ${elapsed()}, ${await bytesOf(admin, name)}`);
  } finally {
    await admin.end();
  }
  return { size, url: url.href, folder, world: await openWorld(await openBench(url.href, folder)) };
}

async function canGoOn(admin: pg.Client, name: string, url: string): Promise<boolean> {
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) return false;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await isUnfinished(client);
  } finally {
    await client.end();
  }
}

async function bytesOf(admin: pg.Client, name: string): Promise<string> {
  const { rows } = await admin.query<{ size: string }>(
    'SELECT pg_size_pretty(pg_database_size($1)) AS size',
    [name],
  );
  return rows[0]!.size;
}

/** Measures each operation in all databases in turns, and prints the medians and the ratio of the largest database to the smallest. */
async function report(
  head: string,
  operations: Record<string, Operation>,
  filled: readonly Filled[],
  times: number,
): Promise<void> {
  const rows: string[][] = [];
  for (const [name, operation] of Object.entries(operations)) {
    const samples = filled.map((): number[] => []);
    for (let time = times === 1 ? 0 : -warmUps; time < times; time += 1) {
      for (const [at, { world }] of filled.entries()) {
        const started = performance.now();
        await operation(world);
        if (time >= 0) samples[at]!.push(performance.now() - started);
      }
    }
    rows.push(rowOf(name, samples));
  }
  printTable([head, ...headsOf(filled)], rows);
  console.log('');
}

const headsOf = (filled: readonly Filled[]) => [
  ...filled.map(({ size }) => `${size.toLocaleString('en')}, ms`),
  'ratio',
];

function rowOf(name: string, samples: readonly number[][]): string[] {
  const medians = samples.map((one) => percentile(one, 0.5));
  return [name, ...medians.map(figure), (medians.at(-1)! / medians[0]!).toFixed(1)];
}

/** Documents from create to sealed, one after the other, through an API and a worker with all queues, database by database, twice. */
async function reportJourney(filled: readonly Filled[]): Promise<void> {
  const pdf = Buffer.from(await samplePdf(3, 'growth'));
  const mails = await startMailSink();
  const samples = filled.map(() => emptySamples());
  try {
    for (let round = 0; round < 2; round += 1)
      for (const [at, database] of filled.entries())
        await measureJourney(database, mails.url, pdf, samples[at]!);
  } finally {
    await mails.close();
  }
  printTable(
    ['A document', ...headsOf(filled)],
    stages.map((stage) =>
      rowOf(
        stage,
        samples.map((one) => one[stage]),
      ),
    ),
  );
}

async function measureJourney(
  { url, folder, world }: Filled,
  smtpUrl: string,
  pdf: Buffer,
  samples: Samples,
): Promise<void> {
  const { db, secrets } = world.base;
  await db.webhookEndpoint.updateMany({ data: { active: false } });
  const env = {
    DATABASE_URL: url,
    STORAGE_URL: `file:${join(folder, 'blobs')}`,
    DATA_DIR: folder,
    SECRET_KEY: benchSecret,
    SMTP_URL: smtpUrl,
    RATE_SUSTAINED_RPS: '1000000',
    RATE_BURST_RPS: '1000000',
    ADDRESS_MAILS_PER_HOUR: '1000000',
    LOG_LEVEL: 'info',
    PORT: '0',
    WORKER_PORT: '0',
  };
  const { key } = await inTransaction(db, ({ tx }) =>
    issueKey(tx, { workspaceId: world.ctx.workspaceId, name: 'growth', mode: 'live', now: new Date() }),
  );
  const services = await Promise.all([startService('api', env), startService('worker', env)]);
  try {
    const caller = { db, secrets, key, nextApi: () => `http://127.0.0.1:${services[0]!.port}` };
    for (let count = 0; count < 10; count += 1) await journey(caller, pdf, emptySamples());
    const made: Journey[] = [];
    for (let count = 0; count < journeys; count += 1) made.push(await journey(caller, pdf, samples));
    const { unsealed, unmailed } = await untilSealed(db, made, samples);
    if (unsealed + unmailed > 0)
      throw new Error(`${unsealed + unmailed} documents are not sealed and mailed`);
  } finally {
    for (const service of services) await service.stop();
  }
}
