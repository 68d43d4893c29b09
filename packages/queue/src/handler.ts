/** What a handler of a job receives, and what is reported of each attempt. */
import type { JobDefinition } from './jobs.ts';

/** The attempt, as its handler sees it. */
export interface RunningJob {
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Whether an error in this attempt makes the job a dead letter. */
  lastAttempt: boolean;
  createdAt: Date;
  /** Aborts when the attempt no longer counts. The reason is a WorkerStopping, JobTimedOut or ClaimLost. */
  signal: AbortSignal;
}

export type Run<Payload extends object> = (payload: Payload, job: RunningJob) => Promise<void>;

/** Jobs that a handler cannot run now. They are not fetched. */
export interface HeldJobs {
  /** No job can run for this time; 0 if jobs can run now. */
  ms: number;
  /** Workspaces whose jobs cannot run now. */
  workspaces: readonly string[];
}

export interface Handler {
  job: JobDefinition;
  run: Run<object>;
  /** Asked before each fetch. */
  held?: () => HeldJobs;
}

/** Pairs a job with the function that runs it. */
export function handle<Payload extends object>(
  job: JobDefinition<Payload>,
  run: Run<Payload>,
  options: Pick<Handler, 'held'> = {},
): Handler {
  return {
    job: job as JobDefinition<never> as JobDefinition,
    run: run as Run<never> as Run<object>,
    ...options,
  };
}

/** The report of one attempt, made when it ends. */
export interface JobAttempt {
  job: string;
  id: string;
  attempt: number;
  requestId: string | null;
  /** `later`: postponed, not counted. `dead`: now a dead letter. `stopped`: returned to the queue. `lost`: another worker has the job. */
  outcome: 'done' | 'retry' | 'later' | 'dead' | 'timed-out' | 'stopped' | 'lost';
  durationMs: number;
  /** From the time the job was due to the start of this attempt. A retry is due after its pause. */
  waitedMs: number;
  error?: unknown;
}
