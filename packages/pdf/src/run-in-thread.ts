/** Work on a file that may be hostile: in a thread of its own, with a time and a memory limit, few at a time. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

export interface ThreadLimits {
  /**
   * Default 20 s of processor time, from the moment the file is handed over; three times as long by the clock, so that a busy
   * machine is not held against the file.
   */
  timeoutMs?: number;
  /** Heap of the thread; default 512 MiB. */
  maxMemoryMb?: number;
}

/** Threads of this process at one moment; whoever comes beyond that waits in line, so that many files take time, not memory. */
const limit = Math.max(2, availableParallelism());
let running = 0;
const waiting: Array<() => void> = [];

async function enter(): Promise<void> {
  if (running < limit) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

function leave(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}

/**
 * Hands the script a copy of the bytes (made once) and resolves with the message it posts for them, or with `refuse(why)`
 * when it fails, ends without one, or passes a limit. Never rejects for what the bytes are. A thread that did its work in
 * time serves the next file too, as starting one costs more than most files; whatever went wrong ends it.
 */
export async function runInThread<Result>(
  script: URL,
  data: { bytes: Uint8Array; [member: string]: unknown },
  limits: ThreadLimits,
  refuse: (detail: string) => Result,
): Promise<Result> {
  await enter();
  try {
    const thread = takeIdle(script, limits) ?? startThread(script, limits);
    const outcome = await watch<Result>(thread.worker, data, limits);
    if ('result' in outcome && thread.files < maxFiles && data.bytes.length <= maxKeptBytes) rest(thread);
    else await thread.worker.terminate();
    return 'result' in outcome ? outcome.result : refuse(outcome.failure);
  } finally {
    leave();
  }
}

interface Thread {
  worker: Worker;
  script: string;
  maxMemoryMb: number;
  files: number;
}

/** A thread ends after so many files, after a large one, and when nothing came for a while: its memory is bounded anew. */
const maxFiles = 200;
const maxKeptBytes = 8 * 1024 * 1024;
const idleMs = 30_000;
const defaultMemoryMb = 512;

const idle = new Map<Thread, () => void>();

function takeIdle(script: URL, { maxMemoryMb = defaultMemoryMb }: ThreadLimits): Thread | null {
  for (const [thread, wake] of idle) {
    if (thread.script !== script.href || thread.maxMemoryMb !== maxMemoryMb) continue;
    wake();
    thread.files += 1;
    thread.worker.ref();
    return thread;
  }
  return null;
}

/** Keeps the thread for the next file. It does not keep the process alive. */
function rest(thread: Thread): void {
  const { worker } = thread;
  const forget = () => {
    clearTimeout(timer);
    idle.delete(thread);
    worker.off('error', forget).off('exit', forget);
  };
  const timer = setTimeout(() => {
    forget();
    void worker.terminate();
  }, idleMs).unref();
  worker.once('error', forget).once('exit', forget);
  idle.set(thread, forget);
  worker.unref();
}

function startThread(script: URL, { maxMemoryMb = defaultMemoryMb }: ThreadLimits): Thread {
  const worker = new Worker(script, {
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    execArgv: [],
  });
  // A thread that is being ended may still report why: nobody needs to hear, but somebody must.
  worker.on('error', () => undefined);
  return { worker, script: script.href, maxMemoryMb, files: 1 };
}

async function watch<Result>(
  worker: Worker,
  data: { bytes: Uint8Array },
  { timeoutMs = 20_000 }: ThreadLimits,
): Promise<{ result: Result } | { failure: string }> {
  const { promise, resolve } = Promise.withResolvers<{ result: Result } | { failure: string }>();
  const fail = (failure: string) => resolve({ failure });
  const stopClock = startClock(worker, timeoutMs, () => fail('the file takes too long to read'));
  const onMessage = (result: Result) => resolve({ result });
  const onError = (error: Error) => fail(`the file cannot be read: ${error.message}`);
  const onExit = () => fail('the file cannot be read');
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  const copy = new Uint8Array(data.bytes);
  worker.postMessage({ ...data, bytes: copy }, [copy.buffer]);
  try {
    return await promise;
  } finally {
    stopClock();
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  }
}

/** How many times the limit may pass by the clock on a machine that has no time for the thread. */
const patience = 3;

/** Calls `onLimit` when the thread has used the time up. Where its processor time is not told (Node 20), the clock decides. */
function startClock(worker: Worker, limitMs: number, onLimit: () => void): () => void {
  const begin = performance.now();
  const before = spentMs(worker);
  let asking = false;
  const timer = setInterval(
    () => {
      const passed = performance.now() - begin;
      if (passed >= patience * limitMs) return onLimit();
      if (passed < limitMs || asking) return;
      asking = true;
      void Promise.all([before, spentMs(worker)]).then(([first, now]) => {
        asking = false;
        if (now === null || now - (first ?? 0) >= limitMs) onLimit();
      });
    },
    Math.max(10, Math.min(500, limitMs / 10)),
  );
  return () => clearInterval(timer);
}

/** Processor time of the thread in milliseconds; null where it cannot be asked. */
async function spentMs(worker: Worker): Promise<number | null> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return null;
  }
}
