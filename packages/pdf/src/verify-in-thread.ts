/** `verifyPdf` where a hostile file can harm nobody: a thread of its own with a time and a memory limit. */
import { noTrust } from './pki/trust.ts';
import { runInThread, type ThreadLimits } from './run-in-thread.ts';
import type { InvalidPdfReason, TrustAnchors, VerifyReport } from './types.ts';

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
  limits: ThreadLimits = {},
  trust: TrustAnchors = noTrust,
): Promise<Verification> {
  const script = new URL('./verify-thread.ts', import.meta.url);
  return runInThread<Verification>(script, { bytes, trust }, limits, (detail) => ({
    ok: false,
    reason: 'damaged',
    detail,
  }));
}
