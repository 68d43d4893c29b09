/** POST /v1/test/documents/{id}/advance-clock: test mode's own clock, so that clients can test reminders and expiry at once. */
import { MAX_CLOCK_OFFSET_SECONDS } from '@countersign/contract/test-mode';
import { ProblemError } from '@countersign/problem/problem-error';
import { guardOperation } from '../access.ts';
import { type Ctx, type TxCtx, withTransaction } from '../ctx.ts';
import { expireIfDue } from '../document/expire.ts';
import { documentUuid, type FullDocument, lockDocument, readLocked } from '../document/lock.ts';
import { lookAtOnce, remindIfDue } from '../document/remind.ts';
import { isUnderway } from '../document/status.ts';
import { clockOf } from '../document-clock.ts';
import { limitInvitations } from '../mail/limit-mails.ts';

export interface AdvancedClock {
  document: FullDocument;
  /** The time of the document from now on. */
  now: Date;
  reminders: number;
  expired: boolean;
}

/**
 * Moves the clock of a test document ahead and does what has become due: one reminder to each recipient who is due, however many
 * the move skipped, and then expiry at its own time. The clock stays ahead; calls add up to at most ten years (validation beyond
 * that). These reminders count towards the emails that a workspace can send to one address in an hour (throws mail-limit). Only
 * documents of test mode have such a clock; throws not-found for others.
 */
export async function advanceClock(
  caller: Ctx,
  publicId: string,
  input: { seconds: number },
): Promise<AdvancedClock> {
  guardOperation(caller, 'advanceClock');
  const id = documentUuid(publicId);
  if (caller.mode !== 'test') throw new ProblemError('not-found', { detail: 'Only test keys move clocks.' });
  // The system causes the reminders and the expiry, not the caller.
  const ctx: Ctx = { ...caller, actor: { type: 'system', id: 'test-clock' }, ip: null, userAgent: null };
  return withTransaction(ctx, async (t) => {
    const realNow = t.now;
    const before = await lockDocument(t, id);
    const current = before.clockOffsetSeconds;
    const target = current + input.seconds;
    if (target > MAX_CLOCK_OFFSET_SECONDS) throw tooFar(input.seconds);
    const expiry = expiryOffset(before, realNow());
    const expires = expiry !== null && expiry <= target;
    // Reminders stop at the expiry, so the last moment for one is just before it.
    await moveTo(t, before, realNow, expires ? Math.max(current, expiry - 1) : target);
    const reminders = await remindIfDue(t, id, (recipients) => limitInvitations(t, recipients));
    let expired = false;
    if (expires) {
      await moveTo(t, before, realNow, Math.max(current, expiry));
      expired = await expireIfDue(t, id);
      await moveTo(t, before, realNow, target);
    }
    const document = await readLocked(t, id);
    return { document, now: t.now(), reminders, expired };
  });
}

async function moveTo(
  ctx: TxCtx,
  document: { id: string },
  realNow: () => Date,
  clockOffsetSeconds: number,
): Promise<void> {
  await ctx.tx.document.update({
    where: { id: document.id },
    data: { clockOffsetSeconds, remindFrom: lookAtOnce },
  });
  ctx.now = clockOf(realNow, { clockOffsetSeconds });
}

/** How far ahead of the real clock the document expires, in whole seconds; null for a document that cannot expire. */
function expiryOffset(document: FullDocument, realNow: Date): number | null {
  if (!isUnderway(document.status) || !document.expiresAt) return null;
  return Math.ceil((document.expiresAt.getTime() - realNow.getTime()) / 1000);
}

function tooFar(seconds: number): ProblemError {
  return new ProblemError('validation', {
    detail: [
      {
        loc: ['body', 'seconds'],
        type: 'less_than_equal',
        msg: `Input should leave the clock of the document at most ${MAX_CLOCK_OFFSET_SECONDS} seconds ahead`,
        input: seconds,
        ctx: { le: MAX_CLOCK_OFFSET_SECONDS },
      },
    ],
  });
}
