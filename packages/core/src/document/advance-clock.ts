/** POST /v1/test/documents/{id}/advance-clock: test mode's own clock, so that clients can test reminders and expiry at once. */
import { MAX_CLOCK_OFFSET_SECONDS } from '@countersign/contract/test-mode';
import { ProblemError } from '@countersign/problem/problem-error';
import { type Ctx, type TxCtx, withTransaction } from '../ctx.ts';
import { clockOf } from '../document-clock.ts';
import { expireIfDue } from './expire.ts';
import { documentUuid, type FullDocument, lockDocument, readLocked } from './lock.ts';
import { awaitingReminder, lookAtOnce, remindIfDue } from './remind.ts';
import { isUnderway } from './status.ts';

export interface AdvancedClock {
  document: FullDocument;
  /** The time of the document from now on. */
  now: Date;
  reminders: number;
  expired: boolean;
}

/**
 * Moves the clock of a test document ahead and lets everything happen that falls due on the way, in order and at its time:
 * reminders, then expiry. The clock stays ahead, and calls add up to ten years at most (validation beyond). Only documents
 * of test mode have such a clock; throws not-found for others.
 */
export async function advanceClock(
  caller: Ctx,
  publicId: string,
  input: { seconds: number },
): Promise<AdvancedClock> {
  const id = documentUuid(publicId);
  if (caller.mode !== 'test') throw new ProblemError('not-found', { detail: 'Only test keys move clocks.' });
  // What falls due on the way is the system's doing.
  const ctx: Ctx = { ...caller, actor: { type: 'system', id: 'test-clock' }, ip: null, userAgent: null };
  return withTransaction(ctx, async (t) => {
    const realNow = t.now;
    let document = await lockDocument(t, id);
    const target = document.clockOffsetSeconds + input.seconds;
    if (target > MAX_CLOCK_OFFSET_SECONDS) throw tooFar(input.seconds);
    let reminders = 0;
    let expired = false;
    while (document.clockOffsetSeconds < target) {
      const next = nextDueOffset(document, realNow()) ?? target;
      const offset = Math.min(Math.max(next, document.clockOffsetSeconds), target);
      await moveTo(t, document, realNow, offset);
      const reminded = await remindIfDue(t, id);
      const ended = await expireIfDue(t, id);
      reminders += reminded;
      expired ||= ended;
      document = await readLocked(t, id);
      if (reminded === 0 && !ended && offset < target) {
        await moveTo(t, document, realNow, target);
        document = await readLocked(t, id);
      }
    }
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

/** How far ahead of the real clock the next reminder or the expiry lies, in whole seconds; null when nothing awaits. */
function nextDueOffset(document: FullDocument, realNow: Date): number | null {
  if (!isUnderway(document.status)) return null;
  const times = awaitingReminder(document, clockOf(() => realNow, document)()).map((one) => one.dueAt);
  if (document.expiresAt) times.push(document.expiresAt);
  if (times.length === 0) return null;
  const first = Math.min(...times.map((time) => time.getTime()));
  return Math.ceil((first - realNow.getTime()) / 1000);
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
