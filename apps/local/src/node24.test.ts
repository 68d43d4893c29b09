/** The launcher passes signals and exit statuses on, and stops its script when npm is killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const launcher = join(import.meta.dirname, '../node24.cjs');
let folder: string;
let script: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-launcher-'));
  script = join(folder, 'script.mjs');
  await writeFile(
    script,
    `process.on('SIGTERM', () => { console.log('stopping'); process.exit(0); });
     setInterval(() => {}, 1000);
     console.error('ready ' + process.pid);`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** The launcher under a shell, as npm runs it; resolves when the script runs. */
async function startUnderShell(env: NodeJS.ProcessEnv): Promise<{ shell: ChildProcess; pid: number }> {
  const command = `"${process.execPath}" "${launcher}" "${script}"; true`;
  const shell = spawn('sh', ['-c', command], { env: { ...process.env, ...env } });
  const [line] = (await once(shell.stderr, 'data')) as [Buffer];
  return { shell, pid: Number(/ready (\d+)/.exec(String(line))![1]) };
}

test('a script that npm started is stopped when npm and its shell are killed', async () => {
  const { shell } = await startUnderShell({ npm_lifecycle_event: 'start' });
  const said = text(shell.stdout!);
  shell.kill('SIGKILL');
  // The output ends when the last process that could write to it has ended.
  expect(await said).toBe('stopping\n');
});

test('a script that was started without npm keeps running when its shell is gone', async () => {
  const { shell, pid } = await startUnderShell({ npm_lifecycle_event: undefined });
  const said = text(shell.stdout!);
  const launched = process.kill(pid, 0);
  shell.kill('SIGKILL');
  await once(shell, 'exit');
  const probe = await startUnderShell({ npm_lifecycle_event: 'start' });
  probe.shell.kill('SIGKILL');
  await text(probe.shell.stdout!);
  expect([launched, process.kill(pid, 0)]).toEqual([true, true]);
  process.kill(pid, 'SIGTERM');
  expect(await said).toBe('stopping\n');
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s that reaches only the launcher stops the script',
  async (signal) => {
    await writeFile(
      join(folder, 'either.mjs'),
      `for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { console.log(signal); process.exit(7); });
     setInterval(() => {}, 1000);
     console.error('ready');`,
    );
    const launched = spawn(process.execPath, [launcher, join(folder, 'either.mjs')]);
    await once(launched.stderr, 'data');
    const output = text(launched.stdout);
    const exit = once(launched, 'exit');
    launched.kill(signal);
    expect(await exit).toEqual([7, null]);
    expect(await output).toBe(`${signal}\n`);
  },
);

test('a script that a signal ended ends the launcher by the same signal', async () => {
  const launched = spawn(process.execPath, [launcher, '-e', "process.kill(process.pid, 'SIGSEGV')"]);
  expect(await once(launched, 'exit')).toEqual([null, 'SIGSEGV']);
});
