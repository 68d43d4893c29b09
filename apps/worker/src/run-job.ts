/** One attempt of one job: a line in the log, and what its error means for the queue (style: ProblemError = give up). */
import type { Log } from '@countersign/core/ctx';
import { isDatabaseUnavailable } from '@countersign/db/errors';
import { withLogFields } from '@countersign/log/context';
import { scrubText } from '@countersign/log/scrub';
import { ProblemError } from '@countersign/problem/problem-error';
import { GiveUp, RetryAfter } from '@countersign/queue/outcomes';
import type { RunningJob } from '@countersign/queue/work';
import { StorageUnavailableError } from '@countersign/storage/storage';

/** While the database is away nothing of a job can be judged; it comes again without being counted. */
const databaseAwayMs = 5000;

/**
 * Runs the verb and logs one line. Throws GiveUp for a problem that repeating cannot mend, anything else for a retry; the queue
 * keeps the words of what is thrown longer than a document may live, so they hold no addresses and no secrets.
 */
export async function runJob(
  log: Log,
  job: string,
  run: RunningJob,
  requestId: string,
  verb: () => Promise<unknown>,
): Promise<void> {
  const started = performance.now();
  const fields = { job, job_id: run.id, attempt: run.attempt, request_id: requestId };
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
    if (isDatabaseAway(error)) throw new RetryAfter(databaseAwayMs, message);
    if (error instanceof RetryAfter) throw new RetryAfter(error.ms, message);
    throw Object.assign(new Error(message, { cause: error }), error instanceof Error && { name: error.name });
  }
}

/** A storage that is away fails with the same words of the network, and is waited for longer and longer. */
function isDatabaseAway(error: unknown): boolean {
  return !(error instanceof StorageUnavailableError) && isDatabaseUnavailable(error);
}
