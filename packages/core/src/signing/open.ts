/** POST /v1/signing/{token}/open: reported by the page itself, so that mail scanners do not count as openings. */
import { type Base, withSqlTransaction } from '../ctx.ts';
import { transitionRecipients } from '../document/transition.ts';
import { appendEvents } from '../event/append.ts';
import {
  type LockedSession,
  lockForSigning,
  openAuthenticatedSigner,
  type SigningRequest,
} from './session.ts';

/** Marks the recipient opened, once; later calls change nothing. Throws document-state if the document is closed. */
export async function openDocument(base: Base, request: SigningRequest): Promise<void> {
  const session = await openAuthenticatedSigner(base, request);
  await withSqlTransaction(session.ctx, async (tx) => {
    await markOpened(await lockForSigning(tx, session));
  });
}

/**
 * Moves a recipient from sent to opened, under the document's lock, with the authentication used and the address. Other statuses
 * stay. Consenting, completing and declining count as opening.
 */
export async function markOpened(session: LockedSession): Promise<void> {
  const { ctx, document, recipient } = session;
  if (recipient.status !== 'sent') return;
  const authSatisfied = recipient.authLevel === 'otp' ? ('otp' as const) : ('link' as const);
  await transitionRecipients(ctx, document, [recipient], 'open', {
    // The turn may come back to a recipient who has opened the document before.
    openedAt: recipient.openedAt ?? ctx.now(),
    authSatisfied,
    ip: ctx.ip,
    userAgent: ctx.userAgent,
  });
  await appendEvents(ctx, recipient.documentId, [
    {
      type: 'recipient.opened',
      payload: { recipient_id: recipient.id, auth_level: authSatisfied, ...sessionMember(session) },
    },
  ]);
}

/** The member of an audit event that names the signing session in which a recipient acted; none for a signing link. */
export function sessionMember({ signingSessionId }: Pick<LockedSession, 'signingSessionId'>): {
  session_id?: string;
} {
  return signingSessionId === null ? {} : { session_id: signingSessionId };
}
