/** Work that only its caller wants ends when the caller hangs up. */
import { ProblemError } from '@countersign/problem/problem-error';
import type { Response } from 'express';

/** Aborts with a problem when the connection closes before the answer was written. */
export function callerSignal(response: Response): AbortSignal {
  const left = new AbortController();
  const leave = () => left.abort(new ProblemError('unavailable', { detail: 'The caller has left.' }));
  if (response.closed) leave();
  else
    response.once('close', () => {
      if (!response.writableFinished) leave();
    });
  return left.signal;
}
