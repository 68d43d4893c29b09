/** Runs `verifyPdf` in a thread with limits on time and memory, so that a hostile file can do no harm. */

import { noTrust } from '../pki/trust.ts';
import type { InvalidPdfReason } from '../ports/errors.ts';
import type { TrustAnchors, VerifyReport } from '../ports/verify-report.ts';
import { refusal } from './inspect-in-thread.ts';
import { runInThread, type ThreadLimits } from './run-in-thread.ts';

export type Verification =
  | {
      ok: true;
      report: VerifyReport;
      /** The verified bytes; `earlierSha256` has a hash for each of the report's `earlierLengths`. */
      file: { sizeBytes: number; sha256: string; earlierSha256: string[] };
    }
  | { ok: false; reason: InvalidPdfReason; detail: string };

/**
 * Verifies in a thread. A file that reaches a limit is refused as `too_complex`, a file that crashes the thread as
 * `damaged`. Rejects only if the signal aborts. The bytes are copied, or moved with `move`.
 */
export async function verifyInThread(
  bytes: Uint8Array,
  limits: ThreadLimits & { move?: boolean } = {},
  trust: TrustAnchors = noTrust,
): Promise<Verification> {
  const script = new URL('./verify-thread.ts', import.meta.url);
  try {
    return await runInThread<Verification>(script, { bytes, trust }, limits);
  } catch (error) {
    return refusal(error, limits.signal);
  }
}
