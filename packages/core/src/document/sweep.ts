/**
 * Runs a sweep over due documents, page by page, each document in its own transaction. If more are due than one worker
 * handles in seconds, the sweep enqueues a job for each share of them, so that all processes of the queue take part.
 */
import { isDatabaseUnavailable } from '@countersign/db/errors';
import type { JobDefinition } from '@countersign/queue/jobs';
import { type Base, systemCtx, type TxCtx, withTransaction } from '../ctx.ts';

/** The documents whose id modulo `of` is `share`. Shares do not overlap. */
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
  /** The name of the system in the audit trail, and of the queue. */
  name: string;
  /** The next `most` due documents after `after`, in an order of its own. */
  find(base: Base, share: Share, after: Due | null, most: number): Promise<Due[]>;
  /** Locks the document, checks again, and does what is due. Returns how many things it did. */
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
/** A share stops after this time; the next sweep enqueues its job again. */
const maxDurationMs = 240_000;

/**
 * Handles all due documents, or enqueues jobs for the shares if there are many. A share that still waits or runs is not
 * enqueued again.
 */
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
 * Handles the due documents of a share; by default all. A document that fails is logged and stops no other; the next sweep
 * tries it again. Throws when the database is unavailable.
 */
export async function sweepShare<Due extends DueDocument>(
  base: Base,
  sweep: ShareSweep<Due>,
  run: SweepRun,
  share: Share = everything,
): Promise<number> {
  const deadline = performance.now() + maxDurationMs;
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
    base.log.error('a sweep failed for a document', {
      sweep: sweep.name,
      document_id: id,
      error: error instanceof Error ? error.message : String(error),
    });
    return 0;
  }
}
