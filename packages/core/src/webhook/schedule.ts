/** When a delivery is retried (docs/spec/interface.md, Delivery and retries). Pure. */

/** Pauses after the first, second and third attempt, in seconds. */
export const retryDelaysSeconds = [30, 300, 1800] as const;
export const MAX_ATTEMPTS = retryDelaysSeconds.length + 1;

/** The time of the next attempt after `attempts` failed ones, of which the last ended at `now`; null if there is no further attempt. */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  const seconds = retryDelaysSeconds[attempts - 1];
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1000);
}
