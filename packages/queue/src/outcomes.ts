/** The outcomes of an attempt. A handler that resolves is done; other outcomes are errors that it throws. */
import { storableText } from '@countersign/contract/storable-text';

/** Retrying would fail too: the job becomes a dead letter now. */
export class GiveUp extends Error {
  override name = 'GiveUp';
}

/** The job runs again after `ms` milliseconds, and this attempt is not counted. */
export class RetryAfter extends Error {
  override name = 'RetryAfter';
  readonly ms: number;
  constructor(ms: number, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.ms = ms;
  }
}

/** Reason of an AbortSignal: the process is stopping and the job was returned to the queue. */
export class WorkerStopping extends Error {
  override name = 'WorkerStopping';
}

/** Reason of an AbortSignal: the attempt took longer than the job's `expireSeconds`. */
export class JobTimedOut extends Error {
  override name = 'JobTimedOut';
}

/** Reason of an AbortSignal: this worker missed its heartbeats, and another one may run the job now. */
export class ClaimLost extends Error {
  override name = 'ClaimLost';
}

export type Outcome =
  | { kind: 'done' }
  | { kind: 'give-up'; error: unknown }
  | { kind: 'later'; error: unknown; ms: number }
  | { kind: 'failed'; error: unknown };

/** The outcome for an error thrown by a handler. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof GiveUp) return { kind: 'give-up', error };
  if (error instanceof RetryAfter) return { kind: 'later', error, ms: Math.max(0, error.ms) };
  return { kind: 'failed', error };
}

const maxMessageLength = 2000;

/** The error as it is stored with the job, for `admin queue`. */
export function describeError(error: unknown): { name: string; message: string } {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  return { name, message: storableText(message, maxMessageLength) };
}
