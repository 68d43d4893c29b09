/** How the handlers of all queues run their verbs. */
import type { JobDefinition } from '@countersign/queue/jobs';
import { type Handler, handle, type RunningJob } from '@countersign/queue/work';
import type { WorkerDeps } from './deps.ts';
import { runJob } from './run-job.ts';

/** What every verb gets besides the payload: the id of the request that caused the job, and a signal to stop. */
export interface JobRun extends RunningJob {
  requestId: string;
}

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
