/** Processes of the service that are restarted whenever they end, as an orchestrator does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../support/cache.ts';
import { readLogLine } from '../support/log-line.ts';

export interface Supervised {
  name: string;
  /** kill -9. */
  kill(): void;
  /** SIGTERM without a restart. Resolves when the process has ended. */
  stop(): Promise<void>;
  /**
   * SIGTERM, then a restart with changed settings, from another checkout if `root` is given. Resolves when the new process has
   * started; it may not listen yet.
   */
  replace(changes: Record<string, string>, root?: string): Promise<void>;
  /** The status of its `/readyz`, or null if it does not answer. */
  readiness(): Promise<number | null>;
  starts: number;
  /** Lines of level error, by message. */
  errors: Map<string, number>;
}

/** The checkout of this file. */
export const ownRoot = fileURLToPath(new URL('../..', import.meta.url));
const restartMs = 200;
const stopMs = 40_000;
const readyMs = 5000;
const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
export const canShiftClocks = existsSync(fakeTime);

/**
 * Starts the script of the checkout `root` and restarts it when it ends. `clock` returns the clock shift of the next start in
 * seconds.
 */
export function supervise(
  name: string,
  script: string,
  env: Record<string, string>,
  options: { clock: () => number; root: string; readyUrl: string },
): Supervised {
  const { clock, readyUrl } = options;
  let child: ChildProcess;
  let checkout = options.root;
  let stopping = false;
  let gone: Promise<void>;
  let onStart: () => void = () => undefined;
  const settings = { ...env };
  const supervised: Supervised = {
    name,
    starts: 0,
    errors: new Map(),
    kill: () => void child.kill('SIGKILL'),
    stop: async () => {
      stopping = true;
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), stopMs);
      await gone;
      clearTimeout(late);
    },
    replace: async (changes, newRoot) => {
      Object.assign(settings, changes);
      checkout = newRoot ?? checkout;
      const started = new Promise<void>((resolve) => {
        onStart = resolve;
      });
      child.kill('SIGTERM');
      await started;
    },
    readiness: () =>
      fetch(readyUrl, { signal: AbortSignal.timeout(readyMs) }).then(
        ({ status }) => status,
        () => null,
      ),
  };
  const start = () => {
    supervised.starts += 1;
    const shift = canShiftClocks ? clock() : 0;
    child = spawn(process.execPath, [join(checkout, script)], {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        ...compileCache,
        ...settings,
        ...(shift === 0
          ? {}
          : {
              LD_PRELOAD: fakeTime,
              FAKETIME: `${shift > 0 ? '+' : ''}${shift}`,
              FAKETIME_DONT_FAKE_MONOTONIC: '1',
            }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const take = (line: string) => {
      const entry = readLogLine(line);
      // Raw lines are what Node.js prints when a process crashes.
      if (entry.level !== 'error' && entry.level !== 'raw') return;
      const message = `${entry.message}${entry.error ? `: ${JSON.stringify(entry.error).slice(0, 200)}` : ''}`;
      supervised.errors.set(message, (supervised.errors.get(message) ?? 0) + 1);
    };
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', take);
    onStart();
    gone = new Promise((resolve) => child.once('close', () => resolve()));
    void gone.then(() => {
      if (!stopping) setTimeout(() => stopping || start(), restartMs);
    });
  };
  start();
  return supervised;
}
