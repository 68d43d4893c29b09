import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { killChildren, nextMessage, track } from './children.ts';

const forever = 'setInterval(() => {}, 1000)';

test('children that still run are killed', async () => {
  const child = track(spawn(process.execPath, ['--eval', forever]));
  await once(child, 'spawn');
  await killChildren();
  expect(child.signalCode).toBe('SIGKILL');
});

test('a child that was disconnected and ended is not waited for', async () => {
  const child = track(
    spawn(process.execPath, ['--eval', "process.once('disconnect', () => process.exit(0))"], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    }),
  );
  await once(child, 'spawn');
  const gone = once(child, 'exit');
  child.disconnect();
  await gone;
  await killChildren();
  expect(child.exitCode).toBe(0);
});

test('children of a process that fails end with it', async () => {
  const script = `
    import { spawn } from 'node:child_process';
    import { track } from '${new URL('children.ts', import.meta.url)}';
    track(spawn(process.execPath, ['--eval', ${JSON.stringify(forever)}], { stdio: 'inherit' }));
    throw new Error('a benchmark failed');`;
  // It resolves when nobody holds its output open.
  const ended = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  await expect(ended).rejects.toThrow('a benchmark failed');
});

test('waiting for a message fails if the child ends', async () => {
  const silent = spawn(process.execPath, ['--eval', 'process.exit(3)'], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await expect(nextMessage(silent)).rejects.toThrow('a process ended early with 3');
});
