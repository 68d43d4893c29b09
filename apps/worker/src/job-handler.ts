/** How the handlers of all queues run their verbs. */

import { type Handler, handle } from '@countersign/queue/handler';
import type { JobDefinition } from '@countersign/queue/jobs';
import type { WorkerDeps } from './deps.ts';
import { type JobRun, runJob } from './run-job.ts';

/**
 * A handler that runs a verb with the job's payload. Each attempt is one log line, and the verb's errors become outcomes of the
 * queue: see runJob.
 */
export function jobHandler<Payload extends { request_id: string }>(
  { log }: Pick<WorkerDeps, 'log'>,
  job: JobDefinition<Payload>,
  verb: (payload: Omit<Payload, 'request_id'>, run: JobRun) => Promise<unknown>,
): Handler {
  return handle(job, ({ request_id: requestId, ...payload }, running) => {
    const run: JobRun = { ...running, requestId };
    return runJob(log, job.name, run, () => verb(payload, run));
  });
}
