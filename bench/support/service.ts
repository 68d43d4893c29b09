/** Real processes of the service for benchmarks, with their use of memory and processors. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { type LogLine, readLogLine } from '../../test/support/log-line.ts';
import { track } from './children.ts';

export interface Service {
  pid: number;
  /** Port of the API. */
  port: number;
  /** Port of a worker's /metrics. */
  statusPort: number;
  /** Duration of the first completed attempt of the job, as the worker reports it. Waits for that attempt. */
  jobMilliseconds(job: string): Promise<number>;
  /** Peak resident memory in MiB; NaN if the system does not report it. */
  peakMebibytes(): Promise<number>;
  /** Processor time so far; NaN if the system does not report it. */
  cpuSeconds(): Promise<number>;
  /** Number of warnings and errors in its log, by message. */
  complaints: ReadonlyMap<string, number>;
  /** True once the process has ended. */
  hasEnded(): boolean;
  /** Sends SIGTERM, or another signal. Resolves when the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface Line extends LogLine {
  port?: number;
  status_port?: number;
  job?: string;
  ms?: number;
}

/** Starts `apps/<app>/src/main.ts` with these settings and options of Node.js and resolves when it is ready. */
export async function startService(
  app: 'api' | 'worker',
  env: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<Service> {
  const script = join(import.meta.dirname, `../../apps/${app}/src/main.ts`);
  const child = track(
    spawn(process.execPath, [...nodeOptions, script], {
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  let hasEnded = false;
  const gone = once(child, 'close').then(() => {
    hasEnded = true;
  });
  const complaints = new Map<string, number>();
  const ended = new Map<string, PromiseWithResolvers<number>>();
  const endOf = (job: string) => {
    const known = ended.get(job) ?? Promise.withResolvers<number>();
    ended.set(job, known);
    return known;
  };
  const ready = new Promise<Line>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const entry = readLogLine(line) as Line;
      const { level, message, job, ms } = entry;
      if (message === 'listening' || message === 'worker ready') resolve(entry);
      if (level === 'warn' || level === 'error') complaints.set(message, (complaints.get(message) ?? 0) + 1);
      if (message === 'job done' && job && ms !== undefined) endOf(job).resolve(ms);
    });
    void gone.then(() => reject(new Error(`the ${app} ended before it was ready`)));
  });
  const { port = 0, status_port: statusPort = 0 } = await ready;
  return {
    pid: child.pid!,
    port,
    statusPort,
    complaints,
    hasEnded: () => hasEnded,
    jobMilliseconds: (job) => endOf(job).promise,
    peakMebibytes: async () => (await usedBy(child.pid!)).peakMebibytes,
    cpuSeconds: async () => (await usedBy(child.pid!)).cpuSeconds,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await gone;
    },
  };
}

/** The database server of the URL, if it runs on this machine. */
export async function databaseProcesses(url: string): Promise<Pick<Service, 'cpuSeconds'>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: string }>(
    "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid",
  );
  await client.end();
  const postmaster = Number(rows[0]!.pid);
  return {
    cpuSeconds: async () => {
      const all = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
      const children = await Promise.all(
        all.map(async (name) => [Number(name), await statOf(Number(name))] as const),
      );
      const own = children.filter(([pid, stat]) => pid === postmaster || stat?.parent === postmaster);
      // The time of ended backends is included in the postmaster's.
      return (
        own.reduce((sum, [, stat]) => sum + stat!.own, 0) + ((await statOf(postmaster))?.waited ?? Number.NaN)
      );
    },
  };
}

/** Resets the peak resident memory of the process (proc(5), clear_refs). */
export const resetPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');

const ticksPerSecond = 100;

/** Peak resident memory and processor time of a process; NaN if the system does not report them, or the process has ended. */
export async function usedBy(pid: number): Promise<{ peakMebibytes: number; cpuSeconds: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return {
    peakMebibytes: Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024,
    cpuSeconds: (await statOf(pid))?.own ?? Number.NaN,
  };
}

/** Processor seconds in user and kernel mode (proc(5)): of the process itself, and of the children that it waited for. */
async function statOf(pid: number): Promise<{ parent: number; own: number; waited: number } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return {
    parent: fields[1]!,
    own: (fields[11]! + fields[12]!) / ticksPerSecond,
    waited: (fields[13]! + fields[14]!) / ticksPerSecond,
  };
}
