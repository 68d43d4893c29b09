/**
 * Documents from create to sealed through real processes: throughput with one and with two processes per part, duration of each stage at a
 * fixed lower rate, and processor time per part. Next to it the limit: the same requests, rows and files over bare node:http and pg
 * (support/bare-journey.ts). Everything, including the callers, shares this machine.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { issueKey } from '@countersign/core/key/issue';
import { createSecrets } from '@countersign/core/secrets';
import { createWorkspace } from '@countersign/core/workspace/create';
import { closeDb, createDb } from '@countersign/db/client';
import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import { samplePdf } from '../test/support/sample-pdf.ts';
import { until } from '../test/support/until.ts';
import { track } from './support/children.ts';
import {
  type Caller,
  emptySamples,
  type Journey,
  journey,
  type Samples,
  type Stage,
  stages,
  untilSealed,
} from './support/journey.ts';
import { startMailSink } from './support/mail-sink.ts';
import { percentile } from './support/stats.ts';
import { figure, printTable } from './support/table.ts';
import { benchSecret } from './writers/prepare.ts';

export const title = 'From create to sealed: documents a second, and where the time goes';

const root = fileURLToPath(new URL('..', import.meta.url));
const saturatingCallers = 16;
/** Processes run for days. In their first seconds a third of their processor time goes into compiling JavaScript. */
// biome-ignore lint/suspicious/noUndeclaredEnvVars: nothing caches a benchmark
const warmUpSeconds = Number(process.env.LOAD_WARM_UP_SECONDS ?? 15);
const saturationSeconds = Number(process.env.LOAD_SECONDS ?? 12);
const steadySeconds = Number(process.env.LOAD_SECONDS ?? 12);
/** Fraction of the saturating rate. At this rate, the times of the stages do not include waiting in queues. */
const steadyShare = 0.5;

interface Service extends Caller {
  processes: Array<{ name: string; pid: number }>;
  postgresPid: number;
  close(): Promise<void>;
}

/** Measures 1 process per part, the bare limit, and 2 processes per part, and prints the tables. */
export async function run(): Promise<void> {
  console.log(`${cpus().length} cores, shared by PostgreSQL, all processes and the callers.\n`);
  const milliseconds = new Map<Kind, number>();
  for (const kind of [1, 'bare', 2] as const) {
    const service = await startService(kind);
    try {
      const pdf = Buffer.from(await samplePdf(3, 'load'));
      await measure(service, pdf, saturatingCallers, warmUpSeconds);
      const before = await processorSeconds(service);
      const countsBefore = await databaseCounts(service);
      const full = await measure(service, pdf, saturatingCallers, saturationSeconds);
      const after = await processorSeconds(service);
      const countsAfter = await databaseCounts(service);
      const perSecond = full.samples.whole.length / full.seconds;
      const steady = await measureAtRate(service, pdf, Math.max(1, perSecond * steadyShare), steadySeconds);
      report(kind, perSecond, full.samples, steady);
      milliseconds.set(kind, await reportProcesses(service, before, after, full.samples.whole.length));
      reportDatabase(countsBefore, countsAfter, full.samples.whole.length);
    } finally {
      await service.close();
    }
  }
  const ratio = milliseconds.get(1)! / milliseconds.get('bare')!;
  console.log(`A document takes ${ratio.toFixed(1)} times the processor time of the limit.`);
}

/** Processes per part, or the limit. */
type Kind = 1 | 2 | 'bare';

function report(
  kind: Kind,
  perSecond: number,
  full: Samples,
  steady: { rate: number; samples: Samples },
): void {
  const what =
    kind === 'bare' ? 'The limit, one process' : `${kind} API, ${kind} worker of each of mail and seal`;
  console.log(
    `${what}: ${figure(perSecond)} documents a second (${figure(perSecond * 86_400)} a day) with ${saturatingCallers} callers`,
  );
  console.log(`Milliseconds at ${figure(steady.rate)} a second, and at saturation:\n`);
  const row = (stage: Stage) => [
    stage,
    ...[0.5, 0.95, 0.99].map((share) => figure(percentile(steady.samples[stage], share))),
    ...[0.5, 0.99].map((share) => figure(percentile(full[stage], share))),
  ];
  printTable(['stage', 'p50', 'p95', 'p99', 'full p50', 'full p99'], stages.map(row));
  console.log('');
}

/** Prints the processor time of each process and returns their sum, in milliseconds a document. */
async function reportProcesses(
  service: Service,
  before: Map<string, number>,
  after: Map<string, number>,
  documents: number,
): Promise<number> {
  const usedBy = (name: string) => (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000) / documents;
  const rows = await Promise.all(
    [...after.keys()].map(async (name) => {
      const pid = service.processes.find((one) => one.name === name)?.pid;
      return [name, figure(usedBy(name)), pid ? figure((await residentBytes(pid)) / 1e6) : '-'];
    }),
  );
  const sum = [...after.keys()].reduce((total, name) => total + usedBy(name), 0);
  printTable(['process', 'CPU ms a document', 'MB'], [...rows, ['sum', figure(sum), '-']]);
  console.log('');
  return sum;
}

function reportDatabase(before: DatabaseCounts, after: DatabaseCounts, documents: number): void {
  const each = (name: keyof DatabaseCounts) => figure((after[name] - before[name]) / documents);
  printTable(
    ['a document in PostgreSQL', 'statements', 'commits', 'KB of WAL', 'syncs of the WAL'],
    [['', each('statements'), each('commits'), each('walKilobytes'), each('walSyncs')]],
  );
  console.log('');
}

/** Each caller starts its next document as soon as the previous one is done. */
async function measure(service: Service, pdf: Buffer, callers: number, seconds: number) {
  const samples = emptySamples();
  const journeys: Journey[] = [];
  const started = performance.now();
  const caller = async () => {
    while (performance.now() - started < seconds * 1000) journeys.push(await journey(service, pdf, samples));
  };
  await Promise.all(Array.from({ length: callers }, caller));
  await allSealed(service, journeys, samples);
  return { samples, seconds: (performance.now() - started) / 1000 };
}

/** Starts a document every 1/rate seconds, whether or not the previous ones have ended. */
async function measureAtRate(service: Service, pdf: Buffer, rate: number, seconds: number) {
  const samples = emptySamples();
  const running: Array<Promise<Journey>> = [];
  const started = performance.now();
  for (let count = 0; count < rate * seconds; count += 1) {
    const due = started + (count * 1000) / rate;
    await delay(Math.max(0, due - performance.now()));
    running.push(journey(service, pdf, samples));
  }
  await allSealed(service, await Promise.all(running), samples);
  return { rate, samples };
}

async function allSealed({ db }: Service, journeys: readonly Journey[], samples: Samples): Promise<void> {
  const { unsealed, unmailed } = await untilSealed(db, journeys, samples);
  if (unsealed + unmailed > 0) throw new Error(`${unsealed + unmailed} documents are not sealed and mailed`);
}

async function startService(kind: Kind): Promise<Service> {
  const closers: Array<() => Promise<unknown>> = [];
  const close = async () => {
    for (const closer of closers.reverse()) await closer().catch(() => undefined);
  };
  try {
    return await startParts(kind, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts everything and adds how to stop it to `closers`. */
async function startParts(
  kind: Kind,
  closers: Array<() => Promise<unknown>>,
  close: () => Promise<void>,
): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-load-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startThrowawayPostgres({
    flags: [
      'synchronous_commit=on',
      'fsync=on',
      'full_page_writes=on',
      'shared_preload_libraries=pg_stat_statements',
    ],
  });
  closers.push(() => postgres.stop());
  await migrateDatabase(postgres.url, { log: silentLog });
  const smtp = await startMailSink();
  closers.push(smtp.close);
  const env = {
    DATABASE_URL: postgres.url,
    STORAGE_URL: `file:${folder}/blobs`,
    SMTP_URL: smtp.url,
    SMTP_PORT: new URL(smtp.url).port,
    SECRET_KEY: benchSecret,
    DATA_DIR: folder,
    RATE_SUSTAINED_RPS: '1000000',
    RATE_BURST_RPS: '1000000',
    ADDRESS_MAILS_PER_HOUR: '1000000',
    LOG_LEVEL: 'warn',
    PORT: '0',
  };
  const apis: string[] = [];
  const processes: Service['processes'] = [];
  for (let at = 1; at <= (kind === 'bare' ? 1 : kind); at += 1) {
    const port = await freePort();
    apis.push(`http://127.0.0.1:${port}`);
    const parts: Array<[string, string, Record<string, string>]> =
      kind === 'bare'
        ? [['bare', 'bench/support/bare-journey.ts', { PORT: String(port), STORAGE_DIR: `${folder}/blobs` }]]
        : [
            [`api ${at}`, 'apps/api/src/main.ts', { PORT: String(port) }],
            [`mail ${at}`, 'apps/worker/src/main.ts', { QUEUES: 'mail' }],
            [`seal ${at}`, 'apps/worker/src/main.ts', { QUEUES: 'seal' }],
          ];
    for (const [name, script, own] of parts) {
      const child = launch(script, { ...env, ...own });
      processes.push({ name, pid: child.pid! });
      closers.push(() => stop(child));
    }
  }
  for (const api of apis) await untilReady(api);
  const db = createDb(postgres.url, { max: 8 });
  await db.$executeRaw`CREATE EXTENSION pg_stat_statements`;
  closers.push(() => closeDb(db));
  const now = () => new Date();
  const { workspaceId } = await createWorkspace(
    { db, now },
    { slug: 'load', name: 'Load', ownerEmail: 'o@load.test' },
  );
  const { key } = await issueKey(db, { workspaceId, name: 'load', mode: 'live', now: now() });
  const [server] = await db.$queryRaw<Array<{ pid: number }>>`SELECT pg_backend_pid() AS pid`;
  const parent = Number((await readFile(`/proc/${server!.pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')[1]);
  let turn = 0;
  return {
    db,
    key,
    secrets: createSecrets(benchSecret),
    processes,
    postgresPid: parent,
    nextApi: () => apis[turn++ % apis.length]!,
    close,
  };
}

function launch(script: string, env: Record<string, string>): ChildProcess {
  const child = track(
    spawn(process.execPath, [`${root}${script}`], {
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  createInterface({ input: child.stdout! }).on('line', (line) => {
    if (line.includes('"level":"error"')) console.error(line);
  });
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await gone;
}

function untilReady(api: string): Promise<void> {
  const isReady = () =>
    fetch(`${api}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  return until(isReady, `${api} is ready`);
}

/** Processor time so far, in seconds, of each process and of PostgreSQL with all its backends. */
async function processorSeconds(service: Service): Promise<Map<string, number>> {
  const ticks = async (pid: number, withChildren = false) => {
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
    const own = Number(fields[11]) + Number(fields[12]);
    return withChildren ? own + Number(fields[13]) + Number(fields[14]) : own;
  };
  const seconds = new Map<string, number>();
  for (const { name, pid } of service.processes) seconds.set(name, (await ticks(pid)) / 100);
  const backends = await service.db.$queryRaw<Array<{ pid: number }>>`SELECT pid FROM pg_stat_activity`;
  let database = await ticks(service.postgresPid, true);
  for (const { pid } of backends) database += await ticks(pid).catch(() => 0);
  return seconds.set('PostgreSQL', database / 100);
}

interface DatabaseCounts {
  /** BEGIN and COMMIT included. */
  statements: number;
  commits: number;
  walKilobytes: number;
  walSyncs: number;
}

/** Counters of PostgreSQL since its start. Backends report commits and syncs with a delay of up to a second. */
async function databaseCounts({ db }: Service): Promise<DatabaseCounts> {
  const [counts] = await db.$queryRaw<DatabaseCounts[]>`
    SELECT (SELECT sum(calls)::float8 FROM pg_stat_statements) AS statements,
      (SELECT xact_commit::float8 FROM pg_stat_database WHERE datname = current_database()) AS commits,
      (SELECT wal_bytes::float8 / 1024 FROM pg_stat_wal) AS "walKilobytes",
      (SELECT sum(fsyncs)::float8 FROM pg_stat_io WHERE object = 'wal') AS "walSyncs"`;
  return counts!;
}

async function residentBytes(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
