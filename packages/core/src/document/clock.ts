/** The clock of one document: the real one, unless test mode moved it ahead (POST /v1/test/documents/{id}/advance-clock). */

const moved = new WeakSet<() => Date>();

/** What time it is for the document. Safe to apply twice: a clock that was moved already stays as it is. */
export function clockOf(now: () => Date, document: { clockOffsetSeconds: number }): () => Date {
  if (document.clockOffsetSeconds === 0 || moved.has(now)) return now;
  const shifted = () => new Date(now().getTime() + document.clockOffsetSeconds * 1000);
  moved.add(shifted);
  return shifted;
}
