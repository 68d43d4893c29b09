/** How the handlers of all queues run their verbs. */

import { type Handler, handle, type RunningJob } from '@countersign/queue/handler';
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
  options: Pick<Handler, 'held'> = {},
): Handler {
  const run = ({ request_id: requestId, ...payload }: Payload, running: RunningJob) => {
    const attempt: JobRun = { ...running, requestId };
    return runJob(log, job.name, attempt, () => verb(payload, attempt));
  };
  return handle(job, run, options);
}
