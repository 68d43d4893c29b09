/** One attempt of a job: logs one line and turns an error of the verb into an outcome of the queue. */

import { isDatabaseUnavailable } from '@countersign/db/errors';
import { withLogFields } from '@countersign/log/context';
import type { Log } from '@countersign/log/port';
import { scrubText } from '@countersign/log/scrub';
import { ProblemError } from '@countersign/problem/problem-error';
import type { RunningJob } from '@countersign/queue/handler';
import { GiveUp, RetryAfter } from '@countersign/queue/outcomes';

/** What every verb gets in addition to the payload: the id of the request that caused the job, and a signal to stop. */
export interface JobRun extends RunningJob {
  requestId: string;
}

/** Pause after an attempt that failed because the database was unavailable. Such an attempt is not counted. */
const databasePauseMs = 5000;

/**
 * Runs the verb. Throws GiveUp for a problem, because repeating the job would fail the same way, and anything else for a retry.
 * The queue stores the message, possibly for longer than the document exists, so email addresses and secrets are removed from it.
 */
export async function runJob(
  log: Log,
  job: string,
  run: JobRun,
  verb: () => Promise<unknown>,
): Promise<void> {
  const started = performance.now();
  const fields = { job, job_id: run.id, attempt: run.attempt, request_id: run.requestId };
  const ms = () => Math.round(performance.now() - started);
  try {
    const outcome = await withLogFields(fields, verb);
    log.info('job done', { ...fields, ms: ms(), outcome: outcome ?? null });
  } catch (error) {
    const message = scrubText(error instanceof Error ? error.message : String(error));
    if (error instanceof ProblemError) {
      log.error('job given up', { ...fields, ms: ms(), problem: error.slug, error: message });
      throw new GiveUp(`${error.slug}: ${message}`);
    }
    log.warn('job failed', { ...fields, ms: ms(), error: message });
    if (isDatabaseUnavailable(error)) throw new RetryAfter(databasePauseMs, message);
    if (error instanceof RetryAfter) throw new RetryAfter(error.ms, message);
    throw Object.assign(new Error(message, { cause: error }), error instanceof Error && { name: error.name });
  }
}
