/** POST /v1/signing/{token}/consent: required before complete. */
import type { PageLanguage } from '@countersign/contract/signing';
import { type Base, withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { consentIn } from './consent-text.ts';
import { markOpened } from './open.ts';
import { lockForSigning, openAuthenticatedSession, type SigningRequest } from './session.ts';

/** Records agreement to the current consent text in the language that was shown, with its hash, once. */
export async function giveConsent(
  base: Base,
  request: SigningRequest,
  { language }: { language: PageLanguage } = { language: 'en' },
): Promise<void> {
  const consent = consentIn(language);
  const session = await openAuthenticatedSession(base, request);
  await withTransaction(session.ctx, async (t) => {
    const { document, recipient } = await lockForSigning(t, session);
    if (recipient.consentAt || recipient.status === 'pending') return;
    await markOpened(t, { document, recipient });
    await t.tx.recipient.update({
      where: { id: recipient.id },
      data: { consentAt: t.now(), consentVersion: consent.version, consentLanguage: language },
    });
    await appendEvents(t, document.id, [
      {
        type: 'recipient.consented',
        payload: {
          recipient_id: recipient.id,
          consent_version: consent.version,
          consent_language: consent.language,
          consent_sha256: consent.sha256,
        },
      },
    ]);
  });
}
