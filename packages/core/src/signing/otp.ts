/** POST /v1/signing/{token}/otp and /otp/verify (docs/spec/decisions.md, section 9). */
import type { PageLanguage } from '@countersign/contract/signing';
import { invalid } from '@countersign/problem/problem-error';
import { type Base, withTransaction } from '../ctx.ts';
import { documentStateProblem, isUnderway, reportedStatus } from '../document/status.ts';
import { appendEvents, type NewEvent } from '../event/append.ts';
import { limitInvitations } from '../mail/limit-mails.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { type CheckedCode, checkCode, makeCode } from '../recipient/one-time-code.ts';
import {
  lockSession,
  openSession,
  type SigningRequest,
  type SigningSession,
  sessionCookieValue,
} from './session.ts';

/**
 * Throws document-state if no code is needed now. The completed copy is behind the code as well, also for recipients who only
 * receive the copy; other closed documents have nothing to show.
 */
function guardOpenable({ document, recipient }: Pick<SigningSession, 'document' | 'recipient'>): void {
  const isAsked = isUnderway(document.status) && recipient.status !== 'pending';
  if (!isAsked && document.status !== 'completed')
    throw documentStateProblem('sign', reportedStatus(document));
}

/**
 * Mails a code to the recipient, in the language of the page if it is known. The audit trail records that a code was sent,
 * never the code. Throws rate-limited after five an hour, and mail-limit.
 */
export async function mailCode(
  base: Base,
  request: SigningRequest,
  language: PageLanguage | null = null,
): Promise<void> {
  const session = await openSession(base, request);
  const { recipient, document } = session;
  if (recipient.authLevel !== 'otp')
    throw documentStateProblem('sign', reportedStatus(document), 'No code is needed for this link.');
  await withTransaction(session.ctx, async (tx) => {
    const locked = await lockSession(tx, session);
    guardOpenable(locked);
    const { ctx } = locked;
    const code = await makeCode(ctx, recipient.id);
    await limitInvitations(ctx, [recipient]);
    await queueMails(ctx, [
      {
        kind: 'otp',
        documentId: document.id,
        recipientId: recipient.id,
        toName: recipient.name,
        toAddress: recipient.email,
        ...(language && { data: { language } }),
        code,
      },
    ]);
    await appendEvents(ctx, document.id, [
      { type: 'recipient.otp_sent', payload: { recipient_id: recipient.id } },
    ]);
  });
}

/**
 * The audit event of a checked code. None if no code was valid; otherwise anyone with the link could make the trail grow
 * without limit.
 */
function checkedEvent(recipientId: string, checked: CheckedCode): NewEvent | null {
  if (checked.ok) return { type: 'recipient.otp_verified', payload: { recipient_id: recipientId } };
  if (!checked.counted) return null;
  const payload = { recipient_id: recipientId, attempts_left: checked.attemptsLeft };
  return { type: 'recipient.otp_failed', payload };
}

/**
 * Returns the value of the session cookie for the right code; null in a signing session, which itself records that the code was
 * entered, because browsers may block cookies in frames. Throws validation with `attempts_left` for a wrong code.
 */
export async function verifyCode(
  base: Base,
  request: SigningRequest,
  input: { code: string },
): Promise<string | null> {
  const session = await openSession(base, request);
  const { recipient, document } = session;
  const outcome = await withTransaction(session.ctx, async (tx) => {
    const locked = await lockSession(tx, session);
    guardOpenable(locked);
    const { ctx } = locked;
    const checked = await checkCode(ctx, recipient.id, input.code);
    const event = checkedEvent(recipient.id, checked);
    if (event) await appendEvents(ctx, document.id, [event]);
    if (checked.ok && session.signingSessionId !== null) {
      await ctx.db.signingSession.update({
        where: { id: session.signingSessionId },
        data: { verifiedAt: base.now() },
      });
    }
    return checked;
  });
  if (!outcome.ok) {
    const message =
      outcome.attemptsLeft > 0
        ? 'Value error, wrong code'
        : 'Value error, this code no longer works; ask for a new one';
    throw invalid(['body', 'code'], message, { members: { attempts_left: outcome.attemptsLeft } });
  }
  return session.signingSessionId === null ? sessionCookieValue(base.secrets, recipient, base.now()) : null;
}
