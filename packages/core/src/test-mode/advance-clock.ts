/** POST /v1/test/documents/{id}/advance-clock: lets clients test reminders and expiry without waiting. */
import { MAX_CLOCK_OFFSET_SECONDS } from '@countersign/contract/test-mode';
import { ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { type Ctx, type TxCtx, withTransaction } from '../ctx.ts';
import { expireIfDue } from '../document/expire.ts';
import { documentUuid, type FullDocument, lockStoredDocument, readLocked } from '../document/lock.ts';
import { checkOnNextSweep, remindIfDue } from '../document/remind.ts';
import { isUnderway } from '../document/status.ts';
import { clockOf } from '../document-clock.ts';
import { limitInvitations } from '../mail/limit-mails.ts';

export interface AdvancedClock {
  document: FullDocument;
  /** The document's time from now on. */
  now: Date;
  reminders: number;
  expired: boolean;
}

/**
 * Advances the clock of a test document and does what has become due: at most one reminder to each recipient, however many were
 * skipped, and then the expiry, recorded at its own time. The clock stays advanced; calls add up to at most ten years (throws
 * validation beyond that). The reminders count towards the hourly limit of emails to one address (throws mail-limit). Only documents
 * of test mode have such a clock; throws not-found for others.
 */
export async function advanceClock(
  caller: Ctx,
  publicId: string,
  input: { seconds: number },
): Promise<AdvancedClock> {
  guardRole(caller, 'manager');
  const id = documentUuid(publicId);
  if (caller.mode !== 'test')
    // Equal mutants: the routes of test mode refuse other keys before.
    throw new ProblemError('not-found', { detail: 'Only test keys can advance clocks.' });
  // The system causes the reminders and the expiry, not the caller.
  const ctx: Ctx = { ...caller, actor: { type: 'system', id: 'test-clock' }, ip: null, userAgent: null };
  return withTransaction(ctx, async (tx) => {
    const { document: before } = await lockStoredDocument(tx, id);
    const current = before.clockOffsetSeconds;
    const target = current + input.seconds;
    if (target > MAX_CLOCK_OFFSET_SECONDS) throw tooFar(input.seconds);
    const expiry = expiryOffset(before, tx.now());
    const expires = expiry !== null && expiry <= target;
    // Reminders stop at the expiry, so the last possible moment for one is just before it.
    await setClock(tx, id, expires ? Math.max(current, expiry - 1) : target);
    const reminders = await remindIfDue(tx, id, (recipients) => limitInvitations(tx, recipients));
    let expired = false;
    if (expires) {
      await setClock(tx, id, Math.max(current, expiry));
      expired = await expireIfDue(tx, id);
      await setClock(tx, id, target);
    }
    const document = await readLocked(tx, id);
    return { document, now: clockOf(tx.now, document)(), reminders, expired };
  });
}

async function setClock({ db }: TxCtx, id: string, clockOffsetSeconds: number): Promise<void> {
  await db.document.update({ where: { id }, data: { clockOffsetSeconds, remindFrom: checkOnNextSweep } });
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
