/** Queue `reminder`: reminds recipients who have not acted. */
import { reminderSweep } from '@countersign/core/document/remind';
import { sweepDue, sweepShare } from '@countersign/core/document/sweep';
import { jobs } from '@countersign/queue/jobs';
import type { WorkerDeps } from '../deps.ts';
import { jobHandler } from '../job-handler.ts';

/** The handlers of the queue. */
export function reminderHandlers(deps: WorkerDeps) {
  return [
    jobHandler(deps, jobs.documentRemindSweep, async (_payload, run) => ({
      reminded: await sweepDue(deps, reminderSweep, run),
    })),
    jobHandler(deps, jobs.documentRemindShare, async (share, run) => ({
      reminded: await sweepShare(deps, reminderSweep, run, share),
    })),
  ];
}
