/** The clock of one document: the real one, unless test mode moved it ahead (POST /v1/test/documents/{id}/advance-clock). */

/** Clocks that were moved, each with the one that it was made of. */
const realOf = new WeakMap<() => Date, () => Date>();

/** What time it is for the document. Safe to apply twice: a clock that was moved already stays as it is. */
export function clockOf(now: () => Date, document: { clockOffsetSeconds: number }): () => Date {
  if (document.clockOffsetSeconds === 0 || realOf.has(now)) return now;
  const shifted = () => new Date(now().getTime() + document.clockOffsetSeconds * 1000);
  realOf.set(shifted, now);
  return shifted;
}

/** The clock behind one that may have been moved: for what waits for others, who know nothing of the document's. */
export function realClock(now: () => Date): () => Date {
  return realOf.get(now) ?? now;
}
