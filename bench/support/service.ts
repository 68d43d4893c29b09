/** Real processes of the service for benchmarks, with what they take of memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';

export interface Service {
  /** Of the API. */
  port: number;
  /** How long the job took that ends next, or ended last, by the worker's own word. */
  jobMilliseconds(job: string): Promise<number>;
  /** Most resident memory so far, in MiB; NaN where the system does not tell. */
  peakMebibytes(): Promise<number>;
  /** What it took of processors so far; NaN where the system does not tell. */
  cpuSeconds(): Promise<number>;
  /** SIGTERM; resolves when it is gone. */
  stop(): Promise<void>;
}

interface Line {
  message: string;
  port?: number;
  job?: string;
  ms?: number;
}

/** Starts `apps/<app>/src/main.ts` with these settings and resolves when it is ready. */
export async function startService(app: 'api' | 'worker', env: Record<string, string>): Promise<Service> {
  const script = join(import.meta.dirname, `../../apps/${app}/src/main.ts`);
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'close');
  const ended = new Map<string, PromiseWithResolvers<number>>();
  const endOf = (job: string) => {
    const known = ended.get(job) ?? Promise.withResolvers<number>();
    ended.set(job, known);
    return known;
  };
  const ready = new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const { message, port, job, ms } = JSON.parse(line) as Line;
      if (message === 'listening' || message === 'worker ready') resolve(port ?? 0);
      if (message === 'job done' && job && ms !== undefined) endOf(job).resolve(ms);
    });
    void gone.then(() => reject(new Error(`the ${app} ended before it was ready`)));
  });
  return {
    port: await ready,
    jobMilliseconds: (job) => endOf(job).promise,
    peakMebibytes: async () => (await usedBy(child.pid!)).peakMebibytes,
    cpuSeconds: async () => (await usedBy(child.pid!)).cpuSeconds,
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** The database server that the URL leads to, if it runs on this machine. */
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
      // Those that have ended are counted with the postmaster.
      return (
        own.reduce((sum, [, stat]) => sum + stat!.own, 0) + ((await statOf(postmaster))?.waited ?? Number.NaN)
      );
    },
  };
}

const ticksPerSecond = 100;

/** What a process took so far: most resident memory, and of processors; NaN where the system does not tell, or it is gone. */
export async function usedBy(pid: number): Promise<{ peakMebibytes: number; cpuSeconds: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return {
    peakMebibytes: Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024,
    cpuSeconds: (await statOf(pid))?.own ?? Number.NaN,
  };
}

/** proc(5): seconds in user and kernel mode, its own and of the children that it waited for. */
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
