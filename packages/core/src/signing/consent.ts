/** POST /v1/signing/{token}/consent: required before completing. */
import type { PageLanguage } from '@countersign/contract/signing';
import { ProblemError } from '@countersign/problem/problem-error';
import { type Base, withSqlTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { consentIn } from './consent-text.ts';
import { markOpened } from './open.ts';
import { guardNotEarly, lockForSigning, openAuthenticatedSigner, type SigningRequest } from './session.ts';

/**
 * Records consent to the current text in the language shown, with the hash of the text, once. Throws consent-required if `version`, which
 * the recipient saw, is not the current one, and document-state if it is not the recipient's turn yet.
 */
export async function giveConsent(
  base: Base,
  request: SigningRequest,
  { language, version }: { language: PageLanguage; version?: string | null | undefined } = { language: 'en' },
): Promise<void> {
  const consent = consentIn(language);
  const session = await openAuthenticatedSigner(base, request);
  await withSqlTransaction(session.ctx, async (tx) => {
    const locked = await lockForSigning(tx, session);
    const { document, recipient, ctx } = locked;
    if (recipient.consentAt) return;
    guardNotEarly(document, recipient);
    if (version && version !== consent.version)
      throw new ProblemError('consent-required', {
        detail: `The consent text of version ${version} was replaced by version ${consent.version}. Show the new text.`,
      });
    await markOpened(locked);
    await ctx.db.$executeRaw`
      UPDATE recipient SET consent_at = ${ctx.now()}::timestamptz, consent_version = ${consent.version}, consent_language = ${language}
      WHERE id = ${recipient.id}::uuid`;
    await appendEvents(ctx, document.id, [
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
