/**
 * How sweeps go through the documents that are due: page by page, each document in its own transaction. When more are due than
 * one worker does within seconds, the sweep makes a job for each share of them, so that every process of the queue takes part.
 */
import { isDatabaseUnavailable } from '@countersign/db/errors';
import type { JobDefinition } from '@countersign/queue/jobs';
import { type Base, systemCtx, type TxCtx, withTransaction } from '../ctx.ts';

/** The documents whose ids leave `share` when divided by `of`: no two shares have one in common. */
export interface Share {
  share: number;
  of: number;
}

export interface DueDocument {
  id: string;
  workspaceId: string;
  teamId: string;
  mode: 'live' | 'test';
}

export interface ShareSweep<Due extends DueDocument> {
  /** The system's name in the audit trail, and the queue's. */
  name: string;
  /** The next `most` that are due, in an order of their own, behind `after`. */
  find(base: Base, share: Share, after: Due | null, most: number): Promise<Due[]>;
  /** Locks the document, looks again, and does what is due. Returns how many things it did. */
  act(tx: TxCtx, id: string): Promise<number>;
}

export interface Sweep<Due extends DueDocument> extends ShareSweep<Due> {
  /** The job of one share; exclusive. */
  job: JobDefinition<Share & { request_id: string }>;
}

export interface SweepRun {
  requestId: string;
  signal?: AbortSignal;
}

const everything: Share = { share: 0, of: 1 };
const shares = 8;
const oneWorkersLoad = 500;
const pageSize = 200;
/** A share ends after so long; the next sweep makes its job again. */
const longestMs = 240_000;

/** Does what is due, or makes the jobs that will when there is much. A share that still waits or runs is not made twice. */
export async function sweepDue<Due extends DueDocument>(
  base: Base,
  sweep: Sweep<Due>,
  run: SweepRun,
): Promise<{ done: number } | { shares: number }> {
  const due = await sweep.find(base, everything, null, oneWorkersLoad + 1);
  if (due.length <= oneWorkersLoad) return { done: await sweepShare(base, sweep, run) };
  await withTransaction({ ...base, requestId: run.requestId }, async (tx) => {
    for (let share = 0; share < shares; share += 1)
      await tx.enqueue(sweep.job, { share, of: shares }, { singletonKey: String(share) });
  });
  return { shares };
}

/**
 * Does what is due of the share, all of it by default. A document that cannot be dealt with is logged and stops no other; it
 * comes again with the next sweep. Throws when the database is away.
 */
export async function sweepShare<Due extends DueDocument>(
  base: Base,
  sweep: ShareSweep<Due>,
  run: SweepRun,
  share: Share = everything,
): Promise<number> {
  const deadline = performance.now() + longestMs;
  let done = 0;
  let after: Due | null = null;
  for (;;) {
    const due: Due[] = await sweep.find(base, share, after, pageSize);
    for (const document of due) {
      if (run.signal?.aborted || performance.now() > deadline) return done;
      done += await actOn(base, sweep, run.requestId, document);
    }
    if (due.length < pageSize) return done;
    after = due.at(-1)!;
  }
}

async function actOn<Due extends DueDocument>(
  base: Base,
  sweep: ShareSweep<Due>,
  requestId: string,
  { id, workspaceId, teamId, mode }: Due,
): Promise<number> {
  const ctx = systemCtx(base, { workspaceId, teamId, mode, requestId, name: sweep.name });
  try {
    return await withTransaction(ctx, (tx) => sweep.act(tx, id));
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    base.log.error('a document could not be swept', {
      sweep: sweep.name,
      document_id: id,
      error: error instanceof Error ? error.message : String(error),
    });
    return 0;
  }
}
