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

/** Aborts when the caller disconnects while it waits for a slot. It does not abort after `end`: the work that began ends by itself. */
export function waitingSignal(response: Response): { signal: AbortSignal; end(): void } {
  const left = new AbortController();
  const leave = () => left.abort(new ProblemError('unavailable', { detail: 'The caller has disconnected.' }));
  if (response.closed) leave();
  else response.once('close', leave);
  return { signal: left.signal, end: () => response.off('close', leave) };
}
