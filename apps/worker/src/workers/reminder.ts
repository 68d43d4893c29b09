/** Queue `reminder`: asks again those who are due. */
import { remindDueRecipients } from '@countersign/core/document/remind';
import { jobs } from '@countersign/queue/jobs';
import { handle } from '@countersign/queue/work';
import type { WorkerDeps } from '../deps.ts';
import { runJob } from '../run-job.ts';

/** Handlers of the queue. */
export function reminderHandlers(deps: WorkerDeps) {
  return [
    handle(jobs.documentRemindSweep, (payload, run) =>
      runJob(deps.log, jobs.documentRemindSweep.name, run, payload.request_id, async () => ({
        reminded: await remindDueRecipients(deps, payload.request_id),
      })),
    ),
  ];
}
