/**
 * `npm start` on this checkout: the time until it reports that it is running, the memory of all its processes some seconds later, and the
 * time of the first and the tenth document, from create to sealed. Memory is the proportional set size (PSS), in which shared pages count
 * once. The first start creates the database, the others find it. START_BENCH_RUNS sets the number of starts (default 3). Linux only.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { issueKey } from '@countersign/core/key/issue';
import { createWorkspace } from '@countersign/core/workspace/create';
import { readEmbeddedAddress } from '@countersign/db/embedded-address';
import { freePort } from '../apps/local/src/ports.ts';
import { samplePdf } from '../test/support/sample-pdf.ts';
import { emptySamples, journey, untilSealed } from './support/journey.ts';
import { figure, printTable } from './support/table.ts';
import { benchSecret, openBench } from './writers/prepare.ts';

export const title = 'Starting the service on one machine';

// biome-ignore lint/suspicious/noUndeclaredEnvVars: nothing caches a benchmark
const runs = Number(process.env.START_BENCH_RUNS ?? 3);
const root = join(import.meta.dirname, '..');

/** Warming threads takes a second, and a person takes longer to make a document. */
const settlingMs = 4000;
const documents = 10;

interface Measured {
  readyMs: number;
  memory: Array<{ name: string; mebibytes: number }>;
  /** Of each document, from create to sealed. */
  documentMs: number[];
}

/** Prints one row per start, and the processes of the last one. */
export async function run(): Promise<void> {
  for (const split of [false, true]) {
    const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-start-'));
    try {
      const measured: Measured[] = [];
      for (let at = 0; at < runs; at += 1) measured.push(await startOnce(dataDir, split));
      console.log(split ? '\nnpm start -- --split' : 'npm start');
      printTable(
        ['start', 'ready after s', 'MiB (PSS)', 'first document ms', 'tenth document ms'],
        measured.map(({ readyMs, memory, documentMs }, at) => [
          at === 0 ? 'first' : `${at + 1}.`,
          figure(readyMs / 1000),
          figure(sumOf(memory)),
          figure(documentMs[0]!),
          figure(documentMs.at(-1)!),
        ]),
      );
      const byName = Map.groupBy(measured.at(-1)!.memory, ({ name }) => name);
      for (const [name, processes] of byName)
        console.log(`${name}: ${figure(sumOf(processes))} MiB in ${processes.length} processes`);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }
}

const sumOf = (memory: Measured['memory']) => memory.reduce((sum, { mebibytes }) => sum + mebibytes, 0);

async function startOnce(dataDir: string, split: boolean): Promise<Measured> {
  const port = await freePort();
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    MAILBOX_PORT: '0',
    SECRET_KEY: benchSecret,
  };
  const begin = performance.now();
  const child = spawn('npm', ['start', ...(split ? ['--', '--split'] : [])], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // npm ends at SIGTERM before the processes that it started. They hold its output open.
  const ended = once(child, 'close');
  try {
    await untilRunning(child);
    const readyMs = performance.now() - begin;
    await delay(settlingMs);
    return {
      readyMs,
      memory: await memoryBelow(child.pid!),
      documentMs: await makeDocuments(dataDir, `http://127.0.0.1:${port}`),
    };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** Makes documents one after another, and returns their times. */
async function makeDocuments(dataDir: string, api: string): Promise<number[]> {
  const base = await openBench((await readEmbeddedAddress(dataDir))!.url, dataDir);
  try {
    const slug = `bench-${Date.now()}`;
    const { workspaceId } = await createWorkspace(base, {
      slug,
      name: slug,
      ownerEmail: `owner@${slug}.test`,
    });
    const { key } = await issueKey(base.db, { workspaceId, name: 'bench', mode: 'live', now: base.now() });
    const caller = { db: base.db, secrets: base.secrets, key, nextApi: () => api };
    const pdf = Buffer.from(await samplePdf(1, 'start'));
    const samples = emptySamples();
    for (let count = 0; count < documents; count += 1)
      await untilSealed(base.db, [await journey(caller, pdf, samples)], samples);
    return samples.whole;
  } finally {
    await base.close();
  }
}

/** Resolves when `npm start` prints that it runs. Rejects with its output if it ends before. */
async function untilRunning(child: ChildProcess): Promise<void> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout! })) {
    lines.push(line);
    if (line === 'Ctrl-C stops everything.') return void child.stdout!.resume();
  }
  throw new Error(`npm start ended:\n${lines.join('\n')}`);
}

/** The proportional set size of a process and of all that it started, the database server included. */
async function memoryBelow(pid: number): Promise<Measured['memory']> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(await Promise.all(pids.map(async (one) => [one, await parentOf(one)] as const)));
  const isBelow = (one: number | undefined): boolean =>
    one !== undefined && one !== 0 && (one === pid || isBelow(parents.get(one)));
  return Promise.all(
    pids
      .filter(isBelow)
      .map(async (one) => ({ name: await nameOf(one), mebibytes: await proportionalMebibytes(one) })),
  );
}

const readProc = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');

async function parentOf(pid: number): Promise<number> {
  return Number(/^PPid:\s+(\d+)/m.exec(await readProc(pid, 'status'))?.[1] ?? 0);
}

async function proportionalMebibytes(pid: number): Promise<number> {
  return Number(/^Pss:\s+(\d+) kB/m.exec(await readProc(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024;
}

/** `api`, `worker`, `start`, `npm` or `PostgreSQL`. */
async function nameOf(pid: number): Promise<string> {
  const words = (await readProc(pid, 'cmdline')).split('\0').join(' ').trim();
  if (/^postgres:|\/postgres -D/.test(words)) return 'PostgreSQL';
  if (/^npm|node24\.cjs/.test(words)) return 'npm';
  return /apps\/(\w+)\/src\/main\.ts/.exec(words)?.[1] ?? /(\w+)\.ts/.exec(words)?.[1] ?? words.slice(0, 20);
}
