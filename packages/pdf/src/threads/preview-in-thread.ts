/** Runs `previewPdf` in a thread with limits on time and memory. */
import type { PreviewInput } from '../preview.ts';
import { runInThread, type ThreadLimits } from './run-in-thread.ts';

/**
 * The bytes of the preview. Throws a PdfError, `too_complex`, if a limit is reached, and what previewPdf throws. The bytes of `pdf` are
 * moved to the thread and must not be used afterwards.
 */
export async function previewInThread(
  { pdf, ...rest }: PreviewInput,
  limits: ThreadLimits = {},
): Promise<Uint8Array> {
  const script = new URL('./preview-thread.ts', import.meta.url);
  const work = { ...limits, move: true };
  return (await runInThread<{ preview: Uint8Array }>(script, { ...rest, bytes: pdf }, work)).preview;
}
