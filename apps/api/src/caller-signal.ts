/** Stops work when its caller disconnects. */
import type { FairQueue } from '@countersign/core/fair-queue';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Response } from 'express';

/** Aborts with a problem when the connection closes before the response was written. */
export function callerSignal(response: Response): AbortSignal {
  const left = new AbortController();
  const leave = () => left.abort(disconnected());
  if (response.closed) leave();
  else
    response.once('close', () => {
      if (!response.writableFinished) leave();
    });
  return left.signal;
}

/**
 * Calls `work` when the key has a slot of the queue. A caller who disconnects leaves the queue; work that began ends by itself. Throws
 * unavailable with Retry-After when too much work waits.
 */
export async function inSlot<T>(
  queue: FairQueue,
  key: string,
  response: Response,
  work: () => Promise<T>,
): Promise<T> {
  const left = new AbortController();
  const leave = () => left.abort(disconnected());
  if (response.closed) leave();
  else response.once('close', leave);
  return queue.run({ key, signal: left.signal }, () => {
    response.off('close', leave);
    return work();
  });
}

const disconnected = () => new ProblemError('unavailable', { detail: 'The caller has disconnected.' });
