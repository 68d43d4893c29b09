/** Real processes of the service for tests. The test that starts one waits for log lines, and stops or kills it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';
import { compileCache } from './cache.ts';
import { type LogLine, readLogLine } from './log-line.ts';

export { until } from './until.ts';

export interface ServiceProcess {
  pid: number;
  lines: LogLine[];
  /** Resolves with the first past or future log line that matches. Rejects if the process ends before. */
  until(fits: (line: LogLine) => boolean): Promise<LogLine>;
  /** kill -9. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit status. */
  stop(): Promise<number | null>;
}

const running = new Set<ServiceProcess>();

afterAll(async () => {
  await Promise.all([...running].map((one) => one.kill()));
});

/** Starts `node <script>` of this repository with these settings and no others from the environment. */
export function startProcess(script: string, env: Record<string, string>): ServiceProcess {
  const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  const child = spawn(process.execPath, [path], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      ...compileCache,
      TZ: process.env.TZ ?? '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return follow(child);
}

function follow(child: ChildProcess): ServiceProcess {
  const lines: LogLine[] = [];
  const waiting = new Set<() => void>();
  let ended = false;
  const wake = () => {
    for (const check of waiting) check();
  };
  const take = (text: string) => {
    lines.push(readLogLine(text));
    wake();
  };
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface({ input: stream }).on('line', take);
  const gone = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const process: ServiceProcess = {
    pid: child.pid!,
    lines,
    until: (fits) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = lines.find(fits);
          if (!found && !ended) return;
          waiting.delete(check);
          if (found) resolve(found);
          else
            reject(
              new Error(
                `the process ended first; its last lines:\n${lines
                  .slice(-5)
                  .map((line) => JSON.stringify(line))
                  .join('\n')}`,
              ),
            );
        };
        waiting.add(check);
        check();
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    stop: async () => {
      child.kill('SIGTERM');
      return gone;
    },
  };
  running.add(process);
  void gone.then(() => {
    ended = true;
    running.delete(process);
    wake();
  });
  return process;
}

/** Starts a worker process on a test's database and folder. Resolves when it is ready. */
export async function startWorker(options: {
  queues: string;
  databaseUrl: string;
  folder: string;
  env?: Record<string, string>;
}): Promise<ServiceProcess> {
  const worker = startProcess('apps/worker/src/main.ts', {
    QUEUES: options.queues,
    DATABASE_URL: options.databaseUrl,
    DATA_DIR: options.folder,
    STORAGE_URL: `file:${options.folder}/blobs`,
    SECRET_KEY: 'a-secret-for-tests-of-thirty-two-characters-and-more',
    PUBLIC_URL: 'http://countersign.test',
    DATABASE_POOL: '4',
    ...options.env,
  });
  await worker.until((line) => line.message === 'worker ready');
  return worker;
}
