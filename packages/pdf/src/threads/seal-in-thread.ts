/**
 * Runs `sealPdf` with limits on time and memory. Threads read, draw and check; keys and connections stay in the caller's thread. While a
 * file waits for a signature, a timestamp or revocation data, its thread seals other files. Only an archive timestamp is requested by a
 * thread that waits for it.
 */
import type { SealInput, SealResult } from '../ports/seal.ts';
import { type FinishedSeal, type FinishWork, type PreparedSeal, type PrepareWork, sealPdf } from '../seal.ts';
import { RecentOwners } from './recent-owners.ts';
import { runInThread, type ThreadLimits } from './run-in-thread.ts';
import { TimedLock } from './timed-lock.ts';
import { warmingWork } from './warming-seal.ts';

/** The task sent to the thread. */
export type SealWork =
  | ({ step: 'prepare'; bytes: Uint8Array } & Omit<PrepareWork, 'pdf'>)
  | ({ step: 'finish'; bytes: Uint8Array; isArchived: boolean } & Omit<FinishWork, 'bytes' | 'timestamper'>);

export interface SealLimits extends ThreadLimits {
  /** Runs a step once it may use a thread; at once by default. */
  turn?: <T>(step: () => Promise<T>) => Promise<T>;
}

/** Fonts are loaded and code is compiled once per thread, so sealing threads live long. */
const keep = {
  files: 50_000,
  bytes: Number.POSITIVE_INFINITY,
  memoryBytes: Number.POSITIVE_INFINITY,
  idleMs: 600_000,
};

/**
 * Ordinary files are processed one after another in the same thread, because every further thread must compile and load
 * everything again. A file that takes longer than this, or waits for an authority, does not delay the others.
 */
const ordinaryMs = 250;
/** The first file also waits for code and fonts. With a shorter limit, every waiting file would start a thread at once. */
const firstMs = 5000;
let hasSealed = false;
const ordinaryFiles = new TimedLock(() => (hasSealed ? ordinaryMs : firstMs));

/** Owners of a file that took longer. Their files use a separate pool of threads, so that warm threads remain for the files of others. */
const slowOwners = new RecentOwners(600_000);

/** How many ordinary threads are kept while nothing is sealed. */
let keptThreads = 1;

const script = new URL('./seal-thread.ts', import.meta.url);

/**
 * Starts threads, lets them load fonts and code, and keeps that many idle, so that the first document is sealed as fast as later ones. With
 * two, other documents need not wait for a file that takes long. `maxMemoryMb` must be that of the documents: threads with another limit
 * are not used for them. Never rejects.
 */
export async function warmSealing(
  { threads, certificates }: { threads: number; certificates: Uint8Array[] },
  { maxMemoryMb }: Pick<ThreadLimits, 'maxMemoryMb'>,
): Promise<void> {
  keptThreads = threads;
  const warm = async () => {
    for (let count = 0; count < warmingFiles; count += 1) {
      const work = prepareWork(warmingWork(certificates));
      await runInThread(script, { ...work }, { ...ordinaryThread(), maxMemoryMb });
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: threads }, warm));
  hasSealed ||= outcomes.some(({ status }) => status === 'fulfilled');
}

/** The first loads everything, and the second one takes a tenth of its time. */
const warmingFiles = 2;

const ordinaryThread = () => ({ keep, keepsIdle: keptThreads, pool: 'ordinary' });

/**
 * Like `sealPdf`, but throws a PdfError, `too_complex`, if a limit is reached in a step. The bytes of `input.pdf` are moved to
 * the thread and must not be used afterwards.
 */
export async function sealInThread(
  input: SealInput,
  { turn = (step) => step(), ...limits }: SealLimits = {},
): Promise<SealResult> {
  const { signal } = limits;
  const sealing = sealPdf(input, {
    prepare: (work) => turn(() => prepare(work, limits)),
    finish: (work) => turn(() => finish(work, limits)),
  });
  if (!signal) return sealing;
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([sealing, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

const prepareWork = ({ pdf, ...rest }: PrepareWork): SealWork => ({ ...rest, step: 'prepare', bytes: pdf });

async function prepare(work: PrepareWork, limits: ThreadLimits): Promise<PreparedSeal> {
  const prepared = await runStep<PreparedSeal>(prepareWork(work), limits);
  return { ...prepared, bytes: asBuffer(prepared.bytes), digest: asBuffer(prepared.digest) };
}

function finish(work: FinishWork, limits: ThreadLimits): Promise<FinishedSeal> {
  const { timestamper, ...rest } = work;
  return runStep<FinishedSeal>({ ...rest, step: 'finish', isArchived: timestamper !== null }, limits, {
    // Without sufficient validation data, the file is sealed again.
    move: work.validationData === null,
    stamp: timestamper?.stamp,
  });
}

async function runStep<Result>(
  work: SealWork,
  limits: ThreadLimits,
  { move = true, stamp }: { move?: boolean; stamp?: ((sha256: Uint8Array) => unknown) | undefined } = {},
): Promise<Result> {
  const { owner } = limits;
  const release = slowOwners.has(owner)
    ? () => undefined
    : await ordinaryFiles.acquire(() => slowOwners.add(owner));
  // Asked again, because another file of the same owner may have turned out to be slow while this one waited.
  const isApart = slowOwners.has(owner);
  if (isApart) release();
  try {
    const result = await runInThread<Result>(
      script,
      { ...work },
      {
        ...limits,
        ...(isApart ? { keep, pool: 'apart' } : ordinaryThread()),
        move,
        answer: (_name, [sha256]) => {
          release();
          return stamp!(sha256 as Uint8Array);
        },
      },
    );
    hasSealed = true;
    return result;
  } finally {
    release();
  }
}

/** Messages between threads turn a Buffer into a Uint8Array. */
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
