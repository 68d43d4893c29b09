/** Runs `countersign` as its own process, like people do. command-here.ts takes a tenth of the time. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';
import { compileCache } from './cache.ts';

const main = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url));

export interface Ended {
  status: number | null;
  out: string;
  err: string;
}

export interface CommandLine {
  ended: Promise<Ended>;
  /** Resolves with the match when standard output or error contains it. Rejects if the process ends before. */
  until(text: string | RegExp): Promise<RegExpExecArray>;
  /** Ctrl-C. */
  interrupt(): void;
}

export interface CommandOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Standard input. */
  input?: string | Uint8Array;
}

const running = new Set<() => void>();
afterAll(() => {
  for (const kill of running) kill();
});

/** Starts the command with these arguments and none of our settings in its environment. */
export function startCommand(words: readonly string[], options: CommandOptions = {}): CommandLine {
  const child = spawn(process.execPath, [main, ...words], {
    cwd: options.cwd,
    env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent', TZ: 'UTC', ...compileCache, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  running.add(kill);
  let out = '';
  let err = '';
  let isOver = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const check of waiting) check();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    wake();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    wake();
  });
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (status) => {
      running.delete(kill);
      isOver = true;
      resolve({ status, out, err });
      wake();
    }),
  );
  return {
    ended,
    until: (text) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const pattern = typeof text === 'string' ? new RegExp(text.replace(/[^\w ]/g, '\\$&')) : text;
          const found = pattern.exec(out) ?? pattern.exec(err);
          if (!found && !isOver) return;
          waiting.delete(check);
          if (found) resolve(found);
          else reject(new Error(`the command ended without ${text}:\n${out}\n${err}`));
        };
        waiting.add(check);
        check();
      }),
    interrupt: () => void child.kill('SIGINT'),
  };
}

/** Runs the command to its end. */
export function runCommand(words: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  return startCommand(words, options).ended;
}
