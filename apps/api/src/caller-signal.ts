/** Stops work when its caller disconnects. */
import { ProblemError } from '@countersign/problem/problem-error';
import type { Response } from 'express';

/** Aborts with a problem when the connection closes before the response was written. */
export function callerSignal(response: Response): AbortSignal {
  const left = new AbortController();
  const leave = () => left.abort(new ProblemError('unavailable', { detail: 'The caller has disconnected.' }));
  if (response.closed) leave();
  else
    response.once('close', () => {
      if (!response.writableFinished) leave();
    });
  return left.signal;
}
