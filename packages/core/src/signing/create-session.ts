/**
 * POST /v1/documents/{id}/recipients/{rid}/session: a URL with which the sender's application opens the signing page for a
 * recipient who gets no emails.
 */
import { newId } from '@countersign/contract/ids';
import type { Recipient } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { type Ctx, type TxCtx, withTransaction } from '../ctx.ts';
import { documentUuid, type FullDocument, lockDocument } from '../document/lock.ts';
import { realClock } from '../document-clock.ts';
import { appendEvents } from '../event/append.ts';
import { limitTrail } from '../event/limit-trail.ts';
import { takeToken } from '../rate-limit/token-bucket.ts';
import { isMailed, isWaiting } from '../recipient/status.ts';
import { newToken } from '../user/token.ts';
import { guardUnderway } from './session.ts';

/** How long the URL can be opened. */
const urlSeconds = 5 * 60;
/** The most sessions of one recipient in an hour. */
const sessionsPerHour = 60;

/** The address of the page that opens a signing session. */
function sessionUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/embed/${token}`;
}

/**
 * Creates a URL that opens the signing page for the recipient, once and within five minutes. Appends
 * `recipient.session_created`, whose actor vouches for the person, so members may not call it. Throws forbidden, not-found, recipient-was-mailed for a recipient with
 * the delivery `email`, document-state unless the document is open, recipient-turn unless the recipient can act now, and
 * rate-limited after 60 in an hour.
 */
export async function createSigningSession(
  ctx: Ctx,
  publicId: string,
  recipientId: string,
): Promise<{ url: string; expiresAt: Date }> {
  guardRole(ctx, 'manager');
  const id = documentUuid(publicId);
  return withTransaction(ctx, async (tx) => {
    const { document, ctx } = await lockDocument(tx, id);
    const recipient = document.recipients.find((one) => one.id === recipientId);
    if (!recipient) throw new ProblemError('not-found', { detail: 'The document has no such recipient.' });
    guardSession(document, recipient);
    await limitSessions(ctx, recipient);
    await limitTrail(ctx, document);
    // The real time, because browsers and applications do not follow the advanced clock of a test document.
    const createdAt = realClock(ctx.now)();
    const expiresAt = new Date(createdAt.getTime() + urlSeconds * 1000);
    const { token, sha256 } = newToken();
    const session = await ctx.db.signingSession.create({
      data: {
        id: newId(),
        recipientId,
        linkVersion: recipient.linkVersion,
        urlHash: sha256,
        createdAt,
        expiresAt,
      },
    });
    await appendEvents(ctx, id, [
      {
        type: 'recipient.session_created',
        payload: {
          recipient_id: recipientId,
          session_id: session.id,
          expires_at: expiresAt.toISOString(),
        },
      },
    ]);
    return { url: sessionUrl(ctx.settings.publicUrl, token), expiresAt };
  });
}

function guardSession(document: FullDocument, recipient: Recipient): void {
  if (isMailed(recipient)) {
    throw new ProblemError('recipient-was-mailed', {
      detail:
        'This recipient has the delivery `email`. Only the person with the mailbox can open the signing page.',
    });
  }
  guardUnderway(document);
  // A recipient who was sent the document has the turn. A correction that takes the turn away makes the recipient pending again.
  if (isWaiting(recipient)) return;
  throw new ProblemError('recipient-turn', {
    detail: refusalFor(recipient),
    members: { recipient_status: recipient.status },
  });
}

function refusalFor({ role, status }: Recipient): string {
  if (role === 'cc') return 'A cc recipient does not act.';
  if (status === 'pending') return "It is not this recipient's turn yet.";
  if (status === 'completed') return 'This recipient has already completed.';
  return 'This recipient has reassigned the document to another person.';
}

async function limitSessions(ctx: TxCtx, { id }: Recipient): Promise<void> {
  const rate = sessionsPerHour / 3600;
  const { allowed, tokens } = await takeToken(ctx, {
    bucket: `signing-session:${id}`,
    rate,
    burst: sessionsPerHour,
  });
  if (allowed) return;
  throw new ProblemError('rate-limited', {
    detail: `At most ${sessionsPerHour} signing sessions of one recipient can be created in an hour.`,
    retryAfterSeconds: Math.max(1, Math.ceil((1 - tokens) / rate)),
  });
}
