/** The clock of one document: the real time, unless test mode advanced it (POST /v1/test/documents/{id}/advance-clock). */

/** Advanced clocks, each with the real clock that it was made from. */
const realOf = new WeakMap<() => Date, () => Date>();

/** The document's clock. Applying it twice is safe: an advanced clock is returned unchanged. */
export function clockOf(now: () => Date, document: { clockOffsetSeconds: number }): () => Date {
  if (document.clockOffsetSeconds === 0 || realOf.has(now)) return now;
  const shifted = () => new Date(now().getTime() + document.clockOffsetSeconds * 1000);
  realOf.set(shifted, now);
  return shifted;
}

/** The real clock behind a document's clock, for things that other systems see, such as mail servers and rate limits. */
export function realClock(now: () => Date): () => Date {
  return realOf.get(now) ?? now;
}
