/** Runs `extractCertificate` in a thread with limits on time and memory. */
import { runInThread, type ThreadLimits } from './run-in-thread.ts';

/**
 * The certificate. Throws a PdfError, `too_complex`, if a limit is reached, and what extractCertificate throws. The bytes of `sealed` are
 * moved to the thread and must not be used afterwards.
 */
export async function extractInThread(
  sealed: Uint8Array,
  documentPages: number,
  limits: ThreadLimits = {},
): Promise<Uint8Array> {
  const script = new URL('./extract-thread.ts', import.meta.url);
  const work = { ...limits, move: true };
  return (await runInThread<{ certificate: Uint8Array }>(script, { bytes: sealed, documentPages }, work))
    .certificate;
}
