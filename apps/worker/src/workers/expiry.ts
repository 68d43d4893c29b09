/** Queue `expiry`: ends overdue documents and removes drafts that nobody finalized. */
import { expireMovedClocks, expirySweep, removeStaleDrafts } from '@countersign/core/document/expire';
import { sweepDue, sweepShare } from '@countersign/core/document/sweep';
import { jobs } from '@countersign/queue/jobs';
import { handle } from '@countersign/queue/work';
import type { WorkerDeps } from '../deps.ts';
import { runJob } from '../run-job.ts';

/** Handlers of the queue. */
export function expiryHandlers(deps: WorkerDeps) {
  return [
    handle(jobs.documentExpireSweep, ({ request_id: requestId }, run) =>
      runJob(deps.log, jobs.documentExpireSweep.name, run, requestId, async () => ({
        expired: await sweepDue(deps, expirySweep, { requestId, signal: run.signal }),
        expired_by_moved_clock: await expireMovedClocks(deps, { requestId, signal: run.signal }),
        removed: await removeStaleDrafts(deps),
      })),
    ),
    handle(jobs.documentExpireShare, ({ request_id: requestId, ...share }, run) =>
      runJob(deps.log, jobs.documentExpireShare.name, run, requestId, async () => ({
        expired: await sweepShare(deps, expirySweep, { requestId, signal: run.signal }, share),
      })),
    ),
  ];
}
