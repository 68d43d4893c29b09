/** Child processes of benchmarks. None of them outlives a benchmark that failed. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Remembers a child process until it ends, and returns it. It is killed if this process ends before. */
export function track<T extends ChildProcess>(child: T): T {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Kills the children that still run. Resolves when they have ended. */
export async function killChildren(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }),
  );
}

/** The next message of a running child. Rejects if it ends before. */
export function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (status: number | null) => reject(new Error(`a process ended early with ${status}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message as T);
    });
  });
}
