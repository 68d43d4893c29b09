/** POST /v1/signing/{token}/reject: a recipient declines, which closes the document (docs/spec/interface.md, Document status). */
import { type Base, withTransaction } from '../ctx.ts';
import { closeDocument } from '../document/close.ts';
import { transitionRecipients } from '../document/transition.ts';
import { appendEvents } from '../event/append.ts';
import { notifySender } from '../mail/notify-sender.ts';
import { markOpened, sessionMember } from './open.ts';
import { guardTurn, lockForSigning, openAuthenticatedSigner, type SigningRequest } from './session.ts';

/**
 * Declines with a reason and notifies the sender. Throws document-state if it is not the recipient's turn or another action
 * came first.
 */
export async function rejectDocument(
  base: Base,
  request: SigningRequest,
  input: { reason: string },
): Promise<void> {
  const session = await openAuthenticatedSigner(base, request);
  await withTransaction(session.ctx, async (tx) => {
    const locked = await lockForSigning(tx, session);
    const { document, recipient, ctx } = locked;
    guardTurn(document, recipient);
    await markOpened(locked);
    await transitionRecipients(ctx, document, [recipient], 'reject', {
      rejectedAt: ctx.now(),
      rejectReason: input.reason,
      ip: ctx.ip,
      userAgent: ctx.userAgent,
    });
    await closeDocument(ctx, document, 'reject');
    await notifySender(ctx, document, 'declined', { reason: input.reason, recipientName: recipient.name });
    await appendEvents(ctx, document.id, [
      {
        type: 'recipient.rejected',
        payload: { recipient_id: recipient.id, reason: input.reason, ...sessionMember(locked) },
      },
      { type: 'envelope.rejected', payload: { recipient_id: recipient.id } },
    ]);
  });
}
