/** When an archive timestamp is renewed. */

const dayMs = 86_400_000;
/** Renewals are due at least this long before the first certificate expires, so that they may fail for a month. */
const leadMs = 60 * dayMs;
/** All timestamps of an authority expire at the same moment, so their renewals are spread over this time. */
const spreadMs = 120 * dayMs;

/**
 * 60 to 180 days before `until`, at random; if that is too early, in the second half of the time that is left. Never in the past if `until`
 * is in the future.
 */
export function archiveDueAt(until: Date, now: Date, random = Math.random()): Date {
  const due = until.getTime() - leadMs - random * spreadMs;
  const half = (until.getTime() + now.getTime()) / 2;
  return new Date(Math.max(due, half));
}
