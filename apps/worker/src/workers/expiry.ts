/** Queue `expiry`: ends overdue documents and removes drafts that nobody finalized. */
import { expireDueDocuments, removeStaleDrafts } from '@countersign/core/document/expire';
import { jobs } from '@countersign/queue/jobs';
import { handle } from '@countersign/queue/work';
import type { WorkerDeps } from '../deps.ts';
import { runJob } from '../run-job.ts';

/** Handlers of the queue. */
export function expiryHandlers(deps: WorkerDeps) {
  return [
    handle(jobs.documentExpireSweep, (payload, run) =>
      runJob(deps.log, jobs.documentExpireSweep.name, run, payload.request_id, async () => ({
        expired: await expireDueDocuments(deps, payload.request_id),
        removed: await removeStaleDrafts(deps),
      })),
    ),
  ];
}
