/** `verifyPdf` where a hostile file can harm nobody: a thread of its own with a time and a memory limit. */
import { Worker } from 'node:worker_threads';
import type { ThreadLimits } from './inspect-in-thread.ts';
import type { InvalidPdfReason, VerifyReport } from './types.ts';

export type Verification =
  | {
      ok: true;
      report: VerifyReport;
      /** The bytes that were verified. */
      file: { sizeBytes: number; sha256: string };
    }
  | { ok: false; reason: InvalidPdfReason; detail: string };

/**
 * Verifies in a thread, which is ended when the time (default 20 s) has passed or the memory (default 512 MiB) is used
 * up: the file is then refused as `damaged`. Does not throw for any bytes; they are copied once.
 */
export async function verifyInThread(
  bytes: Uint8Array,
  limits: Pick<ThreadLimits, 'timeoutMs' | 'maxMemoryMb'> = {},
): Promise<Verification> {
  const { timeoutMs = 20_000, maxMemoryMb = 512 } = limits;
  const copy = new Uint8Array(bytes);
  const worker = new Worker(new URL('./verify-thread.ts', import.meta.url), {
    workerData: { bytes: copy },
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    execArgv: [],
  });
  const { promise, resolve } = Promise.withResolvers<Verification>();
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
