/** Queue `webhook`: deletes old events and deliveries. The deliveries themselves are sent by the dispatcher, which main starts. */
import { sweepWebhooks } from '@countersign/core/webhook/sweep';
import { jobs } from '@countersign/queue/jobs';
import type { WorkerDeps } from '../deps.ts';
import { jobHandler } from '../job-handler.ts';

/** The handlers of the queue. */
export function webhookHandlers(deps: WorkerDeps) {
  return [jobHandler(deps, jobs.webhookSweep, () => sweepWebhooks(deps))];
}
