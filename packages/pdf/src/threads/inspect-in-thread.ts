/** Runs `inspectPdf` in a thread with limits on time and memory, so that a hostile file can do no harm. */

import type { InspectionResult, InspectOptions } from '../inspect.ts';
import { PdfError } from '../ports/errors.ts';
import { runInThread, type ThreadLimits, type ThreadWork } from './run-in-thread.ts';

/**
 * Inspects in a thread. A file that reaches a limit is refused as `too_complex`, a file that crashes the thread as
 * `damaged`. Rejects only if the signal aborts. The bytes are copied, or moved with `move`.
 */
export async function inspectInThread(
  bytes: Uint8Array,
  {
    maxPages,
    maxDecodedBytes,
    search,
    ...limits
  }: ThreadLimits & InspectOptions & Pick<ThreadWork, 'move'> = {},
): Promise<InspectionResult> {
  const script = new URL('./inspect-thread.ts', import.meta.url);
  const data = { bytes, maxPages, maxDecodedBytes, search };
  try {
    return await runInThread<InspectionResult>(script, data, { ...limits, keepsIdle: 1 });
  } catch (error) {
    return refusal(error, limits.signal);
  }
}

/**
 * Starts a thread and lets it inspect a small file, so that the first file of a caller is inspected as fast as later ones. `maxMemoryMb`
 * must be that of these files: a thread with another limit is not used for them. Never rejects.
 */
export async function warmInspection(limits: Pick<ThreadLimits, 'maxMemoryMb'>): Promise<void> {
  for (let count = 0; count < warmingFiles; count += 1) await inspectInThread(Buffer.from(smallPdf), limits);
}

/** Enough for the code to be compiled. */
const warmingFiles = 5;
/** Without a cross-reference table, so that the repair of damaged files is compiled too. */
const smallPdf = `%PDF-1.7
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <<>>>> endobj
4 0 obj <</Length 27>> stream
q 0 0 1 rg 10 10 20 20 re f
endstream endobj
trailer <</Size 5 /Root 1 0 R>>
%%EOF
`;

/** The result for a file that could not be read in a thread. Rethrows if the caller has aborted. */
export function refusal(error: unknown, signal: AbortSignal | undefined) {
  signal?.throwIfAborted();
  const { message } = error as Error;
  if (error instanceof PdfError) return { ok: false, reason: error.reason, detail: message } as const;
  return { ok: false, reason: 'damaged', detail: `the file cannot be read: ${message}` } as const;
}
