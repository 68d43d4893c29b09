/** Queue `housekeeping`: deletes what has served its time, and erases what nobody wants to keep. */
import { eraseWhatIsDue } from '@countersign/core/privacy/retention';
import { collectGarbage } from '@countersign/core/seal/collect-garbage';
import { jobs } from '@countersign/queue/jobs';
import { handle } from '@countersign/queue/work';
import type { WorkerDeps } from '../deps.ts';
import { runJob } from '../run-job.ts';

/** Handlers of the queue. */
export function housekeepingHandlers(deps: WorkerDeps) {
  return [
    handle(jobs.housekeepingSweep, (payload, run) =>
      runJob(deps.log, jobs.housekeepingSweep.name, run, payload.request_id, () => collectGarbage(deps)),
    ),
    handle(jobs.retentionSweep, (payload, run) =>
      runJob(deps.log, jobs.retentionSweep.name, run, payload.request_id, () =>
        eraseWhatIsDue(deps, payload.request_id),
      ),
    ),
  ];
}
