/** Processes a possibly hostile file in a thread with limits on processor time and memory. */
import { Worker } from 'node:worker_threads';
import { PdfError } from '../ports/errors.ts';
import { type FromThread, fromSent, ownBytes, type ToThread, toSent } from './messages.ts';
import { RecentOwners } from './recent-owners.ts';

export interface ThreadLimits {
  /**
   * Processor time in milliseconds, 20 s by default. The wall-clock limit is five times as long, so that a busy
   * machine does not fail the file; time spent waiting for answers is not counted.
   */
  timeoutMs?: number;
  /** Heap size of the thread; default 512 MiB. */
  maxMemoryMb?: number;
  /**
   * Memory of the thread outside its heap: buffers and long strings. Default: 512 MiB and four times the size of the bytes. It is measured
   * ten times a second, so the thread can exceed it by what it allocates in that time.
   */
  maxBufferBytes?: number;
  /** Ends the thread when it aborts; the call rejects with its reason. */
  signal?: AbortSignal | undefined;
  /**
   * The owner of the file, such as a workspace. For a minute after a file of an owner has ended a thread, files of this owner are processed
   * in new threads, so that the idle ones remain for others.
   */
  owner?: string | undefined;
}

export interface ThreadWork extends ThreadLimits {
  /** Moves the bytes instead of copying them; the caller's view may be empty afterwards. */
  move?: boolean;
  /** Answers the questions of the thread (serve.ts). */
  answer?: (name: string, args: unknown[]) => unknown;
  /**
   * A thread ends after so many files (5,000 by default), after a file larger than this (8 MiB), when it holds more memory
   * than this after its work (128 MiB), and when idle (30 s). Otherwise memory that a costly file took would never be freed.
   */
  keep?: { files: number; bytes: number; memoryBytes: number; idleMs: number };
  /** How many idle threads are kept, so that the next file does not wait for a new one; 0 by default. */
  keepsIdle?: number;
  /** Files of different pools are never processed by the same thread. */
  pool?: string;
}

/**
 * Sends the bytes and the task to the script; resolves with its result. Rejects with a PdfError, `too_complex`, if a
 * limit is reached, with this package's errors if the script throws one, and with another Error if the script fails.
 * A thread is reused, because starting one costs more than processing most files; it ends at a limit, when the signal aborts, and when
 * it holds much memory. The caller must limit how many run at once.
 */
export async function runInThread<Result>(
  script: URL,
  data: { bytes: Uint8Array; [member: string]: unknown },
  work: ThreadWork = {},
): Promise<Result> {
  work.signal?.throwIfAborted();
  const { keep = defaultKeep } = work;
  const sizeBytes = data.bytes.length;
  const thread = (threadEnders.has(work.owner) ? null : takeIdle(script, work)) ?? startThread(script, work);
  let usable = false;
  try {
    const outcome = await watch(thread.worker, data, work);
    usable =
      (outcome.kind === 'result' || outcome.kind === 'failure') && outcome.memoryBytes <= keep.memoryBytes;
    if (!usable && outcome.kind !== 'aborted') threadEnders.add(work.owner);
    if (outcome.kind !== 'result') throw outcome.error;
    return outcome.result as Result;
  } finally {
    if (usable && thread.files < keep.files && sizeBytes <= keep.bytes)
      rest(thread, keep.idleMs, work.keepsIdle ?? 0);
    else await thread.worker.terminate();
  }
}

/** Owners whose file ended a thread. It is likely to happen again. */
const threadEnders = new RecentOwners(60_000);

interface Thread {
  worker: Worker;
  /** Only files of the same kind are processed by it: the same script, pool and memory limit. */
  kind: string;
  files: number;
}

const mebibyte = 1024 * 1024;
// The file that waits for a new thread takes half a second longer, so threads are seldom replaced for their age alone.
const defaultKeep = { files: 5000, bytes: 8 * mebibyte, memoryBytes: 128 * mebibyte, idleMs: 30_000 };
const defaultMemoryMb = 512;
const defaultBufferBytes = 512 * mebibyte;
/** Limit of the part of a thread's heap for new objects, in addition to its heap limit. */
export const youngGenerationMb = 48;
const defaultTimeoutMs = 20_000;

const idle = new Map<Thread, () => void>();

const kindOf = (script: URL, { maxMemoryMb = defaultMemoryMb, pool = '' }: ThreadWork): string =>
  `${script.href} ${pool} ${maxMemoryMb}`;

function takeIdle(script: URL, work: ThreadWork): Thread | null {
  // Prefer the thread that has done the most work: its code is compiled and its caches are full.
  let warmest: Thread | null = null;
  for (const thread of idle.keys()) {
    if (thread.kind !== kindOf(script, work)) continue;
    if (warmest === null || thread.files > warmest.files) warmest = thread;
  }
  if (warmest === null) return null;
  idle.get(warmest)!();
  warmest.files += 1;
  warmest.worker.ref();
  return warmest;
}

/** Keeps the thread for the next file, without keeping the process alive. */
function rest(thread: Thread, idleMs: number, keepsIdle: number): void {
  const { worker } = thread;
  const forget = () => {
    clearTimeout(timer);
    idle.delete(thread);
    worker.off('error', forget).off('exit', forget);
  };
  const timer = setTimeout(() => {
    if (idleOf(thread.kind) <= keepsIdle) return;
    forget();
    void worker.terminate();
  }, idleMs).unref();
  worker.once('error', forget).once('exit', forget);
  idle.set(thread, forget);
  worker.unref();
}

/** Number of idle threads. */
const idleOf = (kind: string): number => [...idle.keys()].filter((thread) => thread.kind === kind).length;

function startThread(script: URL, work: ThreadWork): Thread {
  const { maxMemoryMb = defaultMemoryMb } = work;
  const worker = new Worker(script, {
    resourceLimits: {
      maxOldGenerationSizeMb: maxMemoryMb,
      maxYoungGenerationSizeMb: youngGenerationMb,
      stackSizeMb: 4,
    },
    execArgv: [],
  });
  // A thread that is being terminated may still emit an error, which would end the process without a listener.
  worker.on('error', () => undefined);
  return { worker, kind: kindOf(script, work), files: 1 };
}

/** `failure`: the script threw. `lost`: the thread died, or reached a limit. `aborted`: the caller abandoned the file. */
type Outcome =
  | { kind: 'result'; result: unknown; memoryBytes: number }
  | { kind: 'failure'; error: Error; memoryBytes: number }
  | { kind: 'lost' | 'aborted'; error: Error };

async function watch(worker: Worker, data: { bytes: Uint8Array }, work: ThreadWork): Promise<Outcome> {
  const { timeoutMs = defaultTimeoutMs, maxMemoryMb = defaultMemoryMb, signal, answer } = work;
  const { maxBufferBytes = defaultBufferBytes + 4 * data.bytes.length } = work;
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const fail = (error: Error) => resolve({ kind: 'lost', error });
  const post = (message: ToThread, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer);
  const clock = startClock(worker, timeoutMs, () =>
    fail(
      new PdfError('too_complex', `reading the file takes more than ${timeoutMs / 1000} s of processor time`),
    ),
  );
  const bufferWatch = startBufferWatch(worker, maxBufferBytes, () =>
    fail(
      new PdfError(
        'too_complex',
        `reading the file takes more than ${Math.round(maxBufferBytes / mebibyte)} MiB of buffers`,
      ),
    ),
  );
  const reply = async ({ number, name, args }: Extract<FromThread, { kind: 'question' }>) => {
    clock.pause();
    try {
      post({ kind: 'answer', number, value: await answer!(name, args) });
    } catch (error) {
      post({ kind: 'refusal', number, error: toSent(error) });
    } finally {
      clock.resume();
    }
  };
  const onMessage = (message: FromThread) => {
    if (message.kind === 'question') void reply(message);
    else if (message.kind === 'failure') resolve({ ...message, error: fromSent(message.error) });
    else resolve(message);
  };
  const onError = (error: NodeJS.ErrnoException) =>
    fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new PdfError('too_complex', `reading the file takes more than ${maxMemoryMb} MiB of memory`)
        : error,
    );
  const onExit = () => fail(new Error('the thread ended before its work was done'));
  const onAbort = () => resolve({ kind: 'aborted', error: signal!.reason });
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  signal?.addEventListener('abort', onAbort, { once: true });
  const bytes = work.move ? ownBytes(data.bytes) : new Uint8Array(data.bytes);
  post({ kind: 'work', data: { ...data, bytes } }, [bytes.buffer]);
  try {
    return await promise;
  } finally {
    clock.stop();
    bufferWatch.stop();
    signal?.removeEventListener('abort', onAbort);
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  }
}

/** The wall-clock limit as a multiple of the processor time limit. */
const wallClockFactor = 5;

interface Clock {
  /** The thread waits for an answer: time until `resume` is not counted. */
  pause(): void;
  resume(): void;
  stop(): void;
}

/**
 * Calls `onLimit` when the thread has used up its time. If its processor time is unknown (Node 20), the wall clock
 * decides.
 */
function startClock(worker: Worker, limitMs: number, onLimit: () => void): Clock {
  const begin = performance.now();
  // Requested at the first check, because it interrupts the thread and most files finish earlier.
  let before: Promise<number | null> | null = null;
  let asking = false;
  let waits = 0;
  let pausedAt = 0;
  let pausedMs = 0;
  const check = () => {
    const passed = performance.now() - begin - pausedMs;
    if (waits > 0) return;
    before ??= spentMs(worker);
    if (passed >= wallClockFactor * limitMs) return onLimit();
    if (passed < limitMs || asking) return;
    asking = true;
    void Promise.all([before, spentMs(worker)]).then(([first, now]) => {
      asking = false;
      if (now === null || now - (first ?? 0) >= limitMs) onLimit();
    });
  };
  const timer = setInterval(check, Math.max(10, Math.min(500, limitMs / 10)));
  return {
    pause: () => {
      if (waits++ === 0) pausedAt = performance.now();
    },
    resume: () => {
      if (--waits === 0) pausedMs += performance.now() - pausedAt;
    },
    stop: () => clearInterval(timer),
  };
}

/** Calls `onLimit` when the thread has more memory outside its heap: the heap limit does not count it. */
function startBufferWatch(worker: Worker, limitBytes: number, onLimit: () => void): { stop(): void } {
  let asking = false;
  const timer = setInterval(() => {
    if (asking) return;
    asking = true;
    void externalBytes(worker).then((bytes) => {
      asking = false;
      if (bytes > limitBytes) onLimit();
    });
  }, 100);
  return { stop: () => clearInterval(timer) };
}

/** 0 if unavailable, because the thread has ended. */
async function externalBytes(worker: Worker): Promise<number> {
  try {
    return (await worker.getHeapStatistics()).external_memory;
  } catch {
    return 0;
  }
}

/** The processor time of the thread in milliseconds; null if unavailable. */
async function spentMs(worker: Worker): Promise<number | null> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return null;
  }
}
