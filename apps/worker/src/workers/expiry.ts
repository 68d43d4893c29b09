/** Queue `expiry`: expires overdue documents and removes drafts that were never finalized. */
import { expireMovedClocks, expirySweep, removeStaleDrafts } from '@countersign/core/document/expire';
import { sweepDue, sweepShare } from '@countersign/core/document/sweep';
import { jobs } from '@countersign/queue/jobs';
import type { WorkerDeps } from '../deps.ts';
import { jobHandler } from '../job-handler.ts';

/** The handlers of the queue. */
export function expiryHandlers(deps: WorkerDeps) {
  return [
    jobHandler(deps, jobs.documentExpireSweep, async (_payload, run) => ({
      expired: await sweepDue(deps, expirySweep, run),
      expired_by_moved_clock: await expireMovedClocks(deps, run),
      removed: await removeStaleDrafts(deps),
    })),
    jobHandler(deps, jobs.documentExpireShare, async (share, run) => ({
      expired: await sweepShare(deps, expirySweep, run, share),
    })),
  ];
}
