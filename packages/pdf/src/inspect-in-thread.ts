/** `inspectPdf` where a hostile file can harm nobody: a thread of its own with a time and a memory limit. */
import { Worker } from 'node:worker_threads';
import type { InspectionResult } from './inspect.ts';

export interface ThreadLimits {
  /** Default 20 s. */
  timeoutMs?: number;
  /** Heap of the thread; default 512 MiB. */
  maxMemoryMb?: number;
  maxPages?: number;
}

/**
 * Inspects in a thread, which is ended when the time has passed or the memory is used up: the file is then refused
 * as `damaged`. The bytes are copied once.
 */
export async function inspectInThread(
  bytes: Uint8Array,
  limits: ThreadLimits = {},
): Promise<InspectionResult> {
  const { timeoutMs = 20_000, maxMemoryMb = 512, maxPages } = limits;
  const copy = new Uint8Array(bytes);
  const worker = new Worker(new URL('./inspect-thread.ts', import.meta.url), {
    workerData: { bytes: copy, maxPages },
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    execArgv: [],
  });
  const { promise, resolve } = Promise.withResolvers<InspectionResult>();
  const refuse = (detail: string) => resolve({ ok: false, reason: 'damaged', detail });
  const timer = setTimeout(() => refuse('the file takes too long to read'), timeoutMs);
  worker.once('message', resolve);
  worker.once('error', (error) => refuse(`the file cannot be read: ${error.message}`));
  worker.once('exit', () => refuse('the file cannot be read'));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
