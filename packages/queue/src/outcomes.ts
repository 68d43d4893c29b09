/** How a run of a job may end. A handler that resolves is done; what it throws says the rest. */

/** There is no use in trying again: the job goes to its dead-letter queue now. */
export class GiveUp extends Error {
  override name = 'GiveUp';
}

/** Not now: the job runs again after `ms` milliseconds, and this run does not count as a try. */
export class RetryAfter extends Error {
  override name = 'RetryAfter';
  readonly ms: number;
  constructor(ms: number, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.ms = ms;
  }
}

/** Reason of an AbortSignal: the process is going down and the job was put back. */
export class WorkerStopping extends Error {
  override name = 'WorkerStopping';
}

/** Reason of an AbortSignal: the run took longer than the job's `expireSeconds`. */
export class JobTimedOut extends Error {
  override name = 'JobTimedOut';
}

/** Reason of an AbortSignal: this worker was thought dead, and the job may run elsewhere by now. */
export class ClaimLost extends Error {
  override name = 'ClaimLost';
}

export type Outcome =
  | { kind: 'done' }
  | { kind: 'give-up'; error: unknown }
  | { kind: 'later'; error: unknown; ms: number }
  | { kind: 'failed'; error: unknown };

/** What an error thrown by a handler means. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof GiveUp) return { kind: 'give-up', error };
  if (error instanceof RetryAfter) return { kind: 'later', error, ms: Math.max(0, error.ms) };
  return { kind: 'failed', error };
}

const maxMessageLength = 2000;

/** The error as it is kept with the job, for `admin queue`. */
export function describeError(error: unknown): { name: string; message: string } {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  return { name, message: message.slice(0, maxMessageLength) };
}
