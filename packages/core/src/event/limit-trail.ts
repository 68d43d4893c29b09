/** Limits how many audit events a caller can cause in one document. */
import { ProblemError } from '@countersign/problem/problem-error';
import type { SqlCtx } from '../ctx.ts';
import { takeToken } from '../rate-limit/token-bucket.ts';

/** Far more than documents have: a document with 50 recipients has about 300. */
export const freeBeforeSeal = 5000;
const freeAfterSeal = 100_000;
const eventsPerHour = 5;

/**
 * Allows five more events an hour once a document has 5,000 events, or 100,000 after its seal. Sealing reads the whole trail and prints
 * it on the certificate of completion, so an endless trail would block the workers that seal all documents. Every verification of the
 * sealed file reads the trail too, page by page. Call it under the document's lock before an event that callers can repeat. Throws
 * rate-limited.
 */
export async function limitTrail(
  ctx: SqlCtx,
  document: { id: string; chainSeq: number; sealedAt: Date | null },
): Promise<void> {
  const free = document.sealedAt ? freeAfterSeal : freeBeforeSeal;
  if (document.chainSeq < free) return;
  const rate = eventsPerHour / 3600;
  const { allowed, tokens } = await takeToken(ctx, {
    bucket: `trail:${document.id}`,
    rate,
    burst: eventsPerHour,
  });
  if (allowed) return;
  throw new ProblemError('rate-limited', {
    detail: `The audit trail of this document has over ${free} events, so it can be changed or downloaded only ${eventsPerHour} times an hour.`,
    retryAfterSeconds: Math.max(1, Math.ceil((1 - tokens) / rate)),
  });
}
