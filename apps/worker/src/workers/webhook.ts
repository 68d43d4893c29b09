/** Queue `webhook`: beside the dispatcher, which main starts, the sweep of what has served its time. */
import { sweepWebhooks } from '@countersign/core/webhook/sweep';
import { jobs } from '@countersign/queue/jobs';
import { handle } from '@countersign/queue/work';
import type { WorkerDeps } from '../deps.ts';
import { runJob } from '../run-job.ts';

/** Handlers of the queue. */
export function webhookHandlers(deps: WorkerDeps) {
  return [
    handle(jobs.webhookSweep, (payload, run) =>
      runJob(deps.log, jobs.webhookSweep.name, run, payload.request_id, () => sweepWebhooks(deps)),
    ),
  ];
}
