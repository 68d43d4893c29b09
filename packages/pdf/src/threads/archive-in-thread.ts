/** Runs `archivePdf` in a thread with limits on time and memory. The caller's thread makes the requests to authorities. */
import type { Archived, ArchiveInput } from '../ltv/archive.ts';
import { runInThread, type ThreadLimits } from './run-in-thread.ts';

/** Like `archivePdf`, but throws a PdfError, `too_complex`, if a limit is reached. The bytes are moved to the thread. */
export async function archiveInThread(input: ArchiveInput, limits: ThreadLimits = {}): Promise<Archived> {
  const { pdf, timestamper, revocation, offeredUntil } = input;
  const answers: Record<string, (argument: never) => unknown> = {
    stamp: (sha256: Uint8Array) => timestamper.stamp(sha256),
    gather: (chains: Uint8Array[][]) => revocation.gather(chains),
  };
  return runInThread<Archived>(
    new URL('./archive-thread.ts', import.meta.url),
    { bytes: pdf, offeredUntil },
    { ...limits, move: true, answer: (name, [argument]) => answers[name]!(argument as never) },
  );
}
