import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, jest, test } from '@jest/globals';
import { runInThread } from './run-in-thread.ts';

/** A thread that fills as many bytes as it is given, and returns its number. It throws an error with the name `fails`. */
const serveUrl = new URL('./serve.ts', import.meta.url).href;
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { threadId } from 'node:worker_threads';
    import { serve } from '${serveUrl}';
    let held;
    serve(async ({ size, fails, isEndless }) => {
      if (fails) throw Object.assign(new Error('failed'), { name: fails });
      while (isEndless);
      held = Buffer.alloc(size, 1);
      return { threadId };
    });`)}`,
);
const threadFor = async (size: number, owner?: string) => {
  const keep = { files: 100, bytes: 1000, memoryBytes: 64 * 1024 * 1024, idleMs: 60_000 };
  return (
    await runInThread<{ threadId: number }>(script, { bytes: new Uint8Array(1), size }, { keep, owner })
  ).threadId;
};

test('a thread has a lower priority than the rest of the process', async () => {
  const before = getPriority();
  await threadFor(10);
  expect(getPriority()).toBe(before);
  if (process.platform !== 'linux') return;
  // The nice value is the 19th field, the 16th after the name in parentheses (proc_pid_stat(5)).
  const tasks = readdirSync('/proc/self/task').map((id) =>
    readFileSync(`/proc/self/task/${id}/stat`, 'utf8'),
  );
  const niceness = tasks.map((line) => Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16]));
  expect(niceness.some((nice) => nice === Math.min(19, before + 5))).toBe(true);
});

test('a thread is used again, but not once it holds much memory', async () => {
  const first = await threadFor(10);
  expect(await threadFor(100 * 1024 * 1024)).toBe(first);
  expect(await threadFor(10)).not.toBe(first);
});

test('after a file has ended a thread, its owner leaves the idle threads to others', async () => {
  const first = await threadFor(10, 'victim');
  const second = await threadFor(100 * 1024 * 1024, 'attacker');
  expect(second).toBe(first);
  const warm = await threadFor(10, 'victim');
  expect(await threadFor(100 * 1024 * 1024, 'attacker')).not.toBe(warm);
  expect(await threadFor(10, 'victim')).toBe(warm);
});

test.each(['TimestampError', 'RevocationError', 'SealError', 'Error'])(
  'after a %s, the thread is used again, also for the same owner',
  async (fails) => {
    const first = await threadFor(10, fails);
    const data = { bytes: new Uint8Array(1), size: 10, fails };
    await expect(runInThread(script, data, { owner: fails })).rejects.toMatchObject({ name: fails });
    expect(await threadFor(10, fails)).toBe(first);
  },
);

test('an aborted file ends its thread, but its owner uses the idle threads of others', async () => {
  const first = await threadFor(10, 'leaving');
  const left = new AbortController();
  const endless = { bytes: new Uint8Array(1), isEndless: true };
  const abandoned = runInThread(script, endless, { owner: 'leaving', signal: left.signal });
  left.abort(new Error('gone'));
  await expect(abandoned).rejects.toThrow('gone');
  const warm = await threadFor(10, 'other');
  expect(warm).not.toBe(first);
  expect(await threadFor(10, 'leaving')).toBe(warm);
});

test('a thread ends when its buffers, which are not a part of its heap, take more memory than allowed', async () => {
  const hoarding = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { serve } from '${serveUrl}';
      serve(async () => {
        const held = Buffer.alloc(80 * 1024 * 1024, 1);
        for (;;) held[0] += 1;
      });`)}`,
  );
  const maxBufferBytes = 64 * 1024 * 1024;
  await expect(
    runInThread(hoarding, { bytes: new Uint8Array(1) }, { timeoutMs: 120_000, maxBufferBytes }),
  ).rejects.toMatchObject({ reason: 'too_complex', message: expect.stringContaining('64 MiB of buffers') });
});

test('of idle threads one stays, so that the next file does not wait for a new one', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  try {
    // Another memory limit than above, so that the first two threads are new.
    const work = {
      keep: { files: 100, bytes: 1000, memoryBytes: 64 * 1024 * 1024, idleMs: 60_000 },
      keepsIdle: 1,
      maxMemoryMb: 100,
    };
    const two = async () => {
      const begin = () =>
        runInThread<{ threadId: number }>(script, { bytes: new Uint8Array(1), size: 10 }, work);
      return (await Promise.all([begin(), begin()])).map(({ threadId }) => threadId);
    };
    const ids = await two();
    jest.advanceTimersByTime(work.keep.idleMs);
    expect((await two()).map((id) => ids.includes(id))).toEqual([true, false]);
  } finally {
    jest.useRealTimers();
  }
});
