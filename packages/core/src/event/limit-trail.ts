/** Limits how many audit events a caller can cause in one document. */
import { ProblemError } from '@countersign/problem/problem-error';
import type { TxCtx } from '../ctx.ts';
import { takeToken } from '../rate-limit/token-bucket.ts';

/** Far more than documents have: a document with 50 recipients has about 300. */
const freeEvents = 5000;
const eventsPerHour = 5;

/**
 * Takes part of a slow limit once a document that is not sealed yet has 5,000 events. Sealing reads the whole trail and prints it on
 * the certificate, so an endless trail would stop the workers that seal the documents of everybody. Call it under the
 * document's lock before an event that callers can repeat. Throws rate-limited.
 */
export async function limitTrail(
  ctx: TxCtx,
  document: { id: string; chainSeq: number; sealedAt: Date | null },
): Promise<void> {
  if (document.sealedAt || document.chainSeq < freeEvents) return;
  const rate = eventsPerHour / 3600;
  const { allowed, tokens } = await takeToken(ctx, {
    bucket: `trail:${document.id}`,
    rate,
    burst: eventsPerHour,
  });
  if (allowed) return;
  throw new ProblemError('rate-limited', {
    detail: `The audit trail of this document has over ${freeEvents} events. Until it is sealed, it can be changed or downloaded ${eventsPerHour} times an hour.`,
    retryAfterSeconds: Math.max(1, Math.ceil((1 - tokens) / rate)),
  });
}
