/** Queue `reminder`: asks again those who are due. */
import { reminderSweep } from '@countersign/core/document/remind';
import { sweepDue, sweepShare } from '@countersign/core/document/sweep';
import { jobs } from '@countersign/queue/jobs';
import { handle } from '@countersign/queue/work';
import type { WorkerDeps } from '../deps.ts';
import { runJob } from '../run-job.ts';

/** Handlers of the queue. */
export function reminderHandlers(deps: WorkerDeps) {
  return [
    handle(jobs.documentRemindSweep, ({ request_id: requestId }, run) =>
      runJob(deps.log, jobs.documentRemindSweep.name, run, requestId, async () => ({
        reminded: await sweepDue(deps, reminderSweep, { requestId, signal: run.signal }),
      })),
    ),
    handle(jobs.documentRemindShare, ({ request_id: requestId, ...share }, run) =>
      runJob(deps.log, jobs.documentRemindShare.name, run, requestId, async () => ({
        reminded: await sweepShare(deps, reminderSweep, { requestId, signal: run.signal }, share),
      })),
    ),
  ];
}
