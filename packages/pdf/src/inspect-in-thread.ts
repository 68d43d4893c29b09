/** `inspectPdf` where a hostile file can harm nobody: a thread of its own with a time and a memory limit. */
import type { InspectionResult } from './inspect.ts';
import { runInThread, type ThreadLimits } from './run-in-thread.ts';

/**
 * Inspects in a thread, which is ended when the time has passed or the memory is used up: the file is then refused
 * as `damaged`. The bytes are copied once.
 */
export function inspectInThread(
  bytes: Uint8Array,
  limits: ThreadLimits & { maxPages?: number } = {},
): Promise<InspectionResult> {
  const script = new URL('./inspect-thread.ts', import.meta.url);
  return runInThread<InspectionResult>(script, { bytes, maxPages: limits.maxPages }, limits, (detail) => ({
    ok: false,
    reason: 'damaged',
    detail,
  }));
}
