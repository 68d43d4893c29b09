/** POST /v1/signing/{token}/consent: required before complete. */
import { type Base, withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { consentSha256, consentVersion } from './consent-text.ts';
import { markOpened } from './open.ts';
import { lockForSigning, openAuthenticatedSession, type SigningRequest } from './session.ts';

/** Records agreement to the current consent text with its hash, once. */
export async function giveConsent(base: Base, request: SigningRequest): Promise<void> {
  const session = await openAuthenticatedSession(base, request);
  await withTransaction(session.ctx, async (t) => {
    const { document, recipient } = await lockForSigning(t, session);
    if (recipient.consentAt || recipient.status === 'pending') return;
    await markOpened(t, recipient);
    await t.tx.recipient.update({ where: { id: recipient.id }, data: { consentAt: t.now() } });
    await appendEvents(t, document.id, [
      {
        type: 'recipient.consented',
        payload: {
          recipient_id: recipient.id,
          consent_version: consentVersion,
          consent_sha256: consentSha256,
        },
      },
    ]);
  });
}
