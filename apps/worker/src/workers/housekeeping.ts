/** Queue `housekeeping`: deletes what has served its time, and erases what nobody wants to keep. */

import { collectBlobs, startDailySweep } from '@countersign/core/housekeeping/collect-blobs';
import { collectGarbage } from '@countersign/core/housekeeping/collect-garbage';
import { eraseWhatIsDue } from '@countersign/core/privacy/retention';
import { jobs } from '@countersign/queue/jobs';
import { handle } from '@countersign/queue/work';
import type { WorkerDeps } from '../deps.ts';
import { runJob } from '../run-job.ts';

/** Handlers of the queue. */
export function housekeepingHandlers(deps: WorkerDeps) {
  return [
    handle(jobs.housekeepingSweep, (payload, run) =>
      runJob(deps.log, jobs.housekeepingSweep.name, run, payload.request_id, async () => ({
        ...(await collectGarbage(deps)),
        daily_sweep_started: await startDailySweep(deps, payload.request_id),
      })),
    ),
    handle(jobs.blobSweep, ({ prefix, request_id: requestId }, run) =>
      runJob(deps.log, jobs.blobSweep.name, run, requestId, () => collectBlobs(deps, { prefix, requestId })),
    ),
    handle(jobs.retentionSweep, (payload, run) =>
      runJob(deps.log, jobs.retentionSweep.name, run, payload.request_id, () =>
        eraseWhatIsDue(deps, payload.request_id),
      ),
    ),
  ];
}
