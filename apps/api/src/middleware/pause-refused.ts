/**
 * Delays refusals. Otherwise a caller that ignores Retry-After and repeats its requests at once would get thousands of refusals a second,
 * and preparing them would take processor time from other callers.
 */
import type { Response } from 'express';

export interface Pauses {
  /**
   * Resolves with true after the pause, at once if too many responses wait already. Resolves with false as soon as the caller has
   * disconnected.
   */
  pause(response: Pick<Response, 'once' | 'off'>): Promise<boolean>;
}

/** Pauses of `ms`, for at most `most` responses at the same moment. */
export function createPauses({ ms, most }: { ms: number; most: number }): Pauses {
  let waiting = 0;
  return {
    pause: async (response) => {
      if (waiting >= most) return true;
      waiting += 1;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(resolve, ms, true);
      const leave = () => resolve(false);
      response.once('close', leave);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        response.off('close', leave);
        waiting -= 1;
      }
    },
  };
}
