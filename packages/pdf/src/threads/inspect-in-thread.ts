/** `inspectPdf` where a hostile file can do no harm: in a thread of its own with limits on time and memory. */

import type { InspectionResult, InspectOptions } from '../inspect.ts';
import { PdfError } from '../ports/errors.ts';
import { runInThread, type ThreadLimits } from './run-in-thread.ts';

/**
 * Inspects in a thread. A file that reaches a limit is refused as `too_complex`, one that makes the thread fail as
 * `damaged`. Rejects only when the signal aborts. The bytes are copied, or moved with `move`.
 */
export async function inspectInThread(
  bytes: Uint8Array,
  { maxPages, maxDecodedBytes, ...limits }: ThreadLimits & InspectOptions & { move?: boolean } = {},
): Promise<InspectionResult> {
  const script = new URL('./inspect-thread.ts', import.meta.url);
  try {
    return await runInThread<InspectionResult>(script, { bytes, maxPages, maxDecodedBytes }, limits);
  } catch (error) {
    return refusal(error, limits.signal);
  }
}

/** How a file is refused that could not be read in a thread. Throws the error when the caller has left. */
export function refusal(error: unknown, signal: AbortSignal | undefined) {
  signal?.throwIfAborted();
  const { message } = error as Error;
  if (error instanceof PdfError) return { ok: false, reason: error.reason, detail: message } as const;
  return { ok: false, reason: 'damaged', detail: `the file cannot be read: ${message}` } as const;
}
