/** Real processes of the service for benchmarks, with what they take of memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Service {
  /** Of the API. */
  port: number;
  /** How long the job took that ends next, or ended last, by the worker's own word. */
  jobMilliseconds(job: string): Promise<number>;
  /** Most resident memory so far, in MiB; NaN where the system does not tell. */
  peakMebibytes(): Promise<number>;
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
    peakMebibytes: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}
