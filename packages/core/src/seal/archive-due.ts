/** When an archive timestamp is renewed. */

const dayMs = 86_400_000;
/** At least this long before the first certificate ends, so that a month of faults loses nothing. */
const leadMs = 60 * dayMs;
/** All timestamps of an authority end at the same moment; their renewals are spread over this time. */
const spreadMs = 120 * dayMs;

/**
 * 60 to 180 days before `until`, at random; of a certificate that ends sooner than that, in the second half of what is left. Never in the past
 * if `until` is in the future.
 */
export function archiveDueAt(until: Date, now: Date, random = Math.random()): Date {
  const due = until.getTime() - leadMs - random * spreadMs;
  const half = (until.getTime() + now.getTime()) / 2;
  return new Date(Math.max(due, half));
}
