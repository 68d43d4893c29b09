/** Runs `inspectPdf` in a thread with limits on time and memory, so that a hostile file can do no harm. */

import type { InspectionResult, InspectOptions } from '../inspect.ts';
import { PdfError } from '../ports/errors.ts';
import { runInThread, type ThreadLimits } from './run-in-thread.ts';

/**
 * Inspects in a thread. A file that reaches a limit is refused as `too_complex`, a file that crashes the thread as
 * `damaged`. Rejects only if the signal aborts. The bytes are copied, or moved with `move`.
 */
export async function inspectInThread(
  bytes: Uint8Array,
  { maxPages, maxDecodedBytes, search, ...limits }: ThreadLimits & InspectOptions & { move?: boolean } = {},
): Promise<InspectionResult> {
  const script = new URL('./inspect-thread.ts', import.meta.url);
  try {
    return await runInThread<InspectionResult>(script, { bytes, maxPages, maxDecodedBytes, search }, limits);
  } catch (error) {
    return refusal(error, limits.signal);
  }
}

/** The result for a file that could not be read in a thread. Rethrows if the caller has aborted. */
export function refusal(error: unknown, signal: AbortSignal | undefined) {
  signal?.throwIfAborted();
  const { message } = error as Error;
  if (error instanceof PdfError) return { ok: false, reason: error.reason, detail: message } as const;
  return { ok: false, reason: 'damaged', detail: `the file cannot be read: ${message}` } as const;
}
