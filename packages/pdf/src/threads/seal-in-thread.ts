/**
 * Runs `sealPdf` in a thread with limits on time and memory. The thread reads, draws and checks; keys and connections
 * stay in the caller's thread, which answers requests for signatures, timestamps and revocation data.
 */
import type { SealInput, SealResult } from '../ports/seal.ts';
import { runInThread, type ThreadLimits } from './run-in-thread.ts';
import { TimedLock } from './timed-lock.ts';

/** The task sent to the thread. */
export interface SealWork extends Omit<SealInput, 'pdf' | 'signer' | 'timestamper' | 'revocation'> {
  bytes: Uint8Array;
  certificates: Uint8Array[];
  hasTimestamper: boolean;
  hasRevocation: boolean;
}

/** Fonts are loaded and code is compiled once per thread, so sealing threads live long. */
const keep = {
  files: 50_000,
  bytes: Number.POSITIVE_INFINITY,
  memoryBytes: Number.POSITIVE_INFINITY,
  idleMs: 600_000,
};

/**
 * Ordinary files are sealed one after another in the same thread, because every further thread must compile and load
 * everything again. A file that takes longer than this, or waits for an authority or a remote key, does not delay the others.
 */
const ordinaryMs = 500;
/** The first file also waits for code and fonts. With a shorter limit, every waiting file would start a thread at once. */
const firstMs = 5000;
let hasSealed = false;
const ordinaryFiles = new TimedLock(() => (hasSealed ? ordinaryMs : firstMs));

/**
 * Like `sealPdf`, but throws a PdfError, `too_complex`, if a limit is reached. The bytes of `input.pdf` are moved to
 * the thread and must not be used afterwards.
 */
export async function sealInThread(input: SealInput, limits: ThreadLimits = {}): Promise<SealResult> {
  const { pdf, signer, timestamper, revocation = null, ...rest } = input;
  const work: SealWork = {
    ...rest,
    bytes: pdf,
    certificates: signer.certificates,
    hasTimestamper: timestamper !== null,
    hasRevocation: revocation !== null,
  };
  const answers: Record<string, (argument: never) => unknown> = {
    sign: (data: Uint8Array) => signer.sign(data),
    stamp: (sha256: Uint8Array) => timestamper!.stamp(sha256),
    chains: () => timestamper!.chains(),
    gather: (chains: Uint8Array[][]) => revocation!.gather(chains),
  };
  const release = await ordinaryFiles.acquire();
  try {
    const result = await runInThread<SealResult>(
      new URL('./seal-thread.ts', import.meta.url),
      { ...work },
      {
        ...limits,
        move: true,
        keep,
        answer: (name, [argument]) => {
          if (name !== 'sign' || signer.isRemote) release();
          return answers[name]!(argument as never);
        },
      },
    );
    hasSealed = true;
    return result;
  } finally {
    release();
  }
}
