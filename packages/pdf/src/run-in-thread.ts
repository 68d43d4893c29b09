/** Work on a file that may be hostile: in a thread of its own, with a time and a memory limit, few at a time. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

export interface ThreadLimits {
  /** Default 20 s, from the moment the thread starts. */
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
 * Starts the script with a copy of the bytes (made once) and resolves with the first message it posts, or with
 * `refuse(why)` when it fails, ends without one, or passes a limit. Never rejects for what the bytes are.
 */
export async function runInThread<Result>(
  script: URL,
  data: { bytes: Uint8Array; [member: string]: unknown },
  limits: ThreadLimits,
  refuse: (detail: string) => Result,
): Promise<Result> {
  await enter();
  try {
    return await watch(startThread(script, data, limits), limits, refuse);
  } finally {
    leave();
  }
}

function startThread(script: URL, data: { bytes: Uint8Array }, { maxMemoryMb = 512 }: ThreadLimits): Worker {
  const copy = new Uint8Array(data.bytes);
  return new Worker(script, {
    workerData: { ...data, bytes: copy },
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    execArgv: [],
  });
}

async function watch<Result>(
  worker: Worker,
  { timeoutMs = 20_000 }: ThreadLimits,
  refuse: (detail: string) => Result,
): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => resolve(refuse('the file takes too long to read')), timeoutMs);
  worker.once('message', resolve);
  worker.once('error', (error) => resolve(refuse(`the file cannot be read: ${error.message}`)));
  worker.once('exit', () => resolve(refuse('the file cannot be read')));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
