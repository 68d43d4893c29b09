/** POST /v1/signing/{token}/open: the first real opening, reported by the page itself so that mail scanners do not count. */
import type { Recipient } from '@countersign/db/models';
import { type Base, type TxCtx, withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { lockForSigning, openAuthenticatedSession, type SigningRequest } from './session.ts';

/** Marks the recipient opened, once; later calls change nothing. Throws document-state when the document is closed. */
export async function openDocument(base: Base, request: SigningRequest): Promise<void> {
  const session = await openAuthenticatedSession(base, request);
  await withTransaction(session.ctx, async (t) => {
    const { recipient } = await lockForSigning(t, session);
    await markOpened(t, recipient);
  });
}

/** sent -> opened under the document's lock, with what was proved and from where. Whoever consents or acts has opened too. */
export async function markOpened(ctx: TxCtx, recipient: Recipient): Promise<void> {
  if (recipient.status !== 'sent') return;
  const authSatisfied = recipient.authLevel === 'otp' ? ('otp' as const) : ('link' as const);
  await ctx.tx.recipient.update({
    where: { id: recipient.id },
    data: { status: 'opened', openedAt: ctx.now(), authSatisfied, ip: ctx.ip, userAgent: ctx.userAgent },
  });
  await appendEvents(ctx, recipient.documentId, [
    { type: 'recipient.opened', payload: { recipient_id: recipient.id, auth_level: authSatisfied } },
  ]);
}
