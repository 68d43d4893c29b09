/** POST /v1/test/documents/{id}/sign-as/{recipient_id}: signs a test document without a browser. */
import type { DocumentStatus } from '@countersign/contract/document';
import type { ReceivedCompletion } from '@countersign/contract/signing';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Storage } from '@countersign/storage/storage';
import { guardRole } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { getDocument } from '../document/lock.ts';
import { linkToken } from '../recipient/link.ts';
import { completeSigning } from '../signing/complete.ts';
import { giveConsent } from '../signing/consent.ts';
import { guardTurn, guardUnderway, type SigningRequest, sessionCookieValue } from '../signing/session.ts';
import { withSampleValues } from './sample-values.ts';

/**
 * Opens, consents and completes as the recipient, with the code that the signing page calls. Fields without a value get a
 * sample that satisfies them, and no one-time code is needed. Throws not-found outside test mode, document-state if it is not
 * the recipient's turn, and validation with the errors of all fields.
 */
export async function signAsRecipient(
  ctx: Ctx & { storage: Storage },
  publicId: string,
  recipientId: string,
  input: ReceivedCompletion,
): Promise<DocumentStatus> {
  guardRole(ctx, 'manager');
  if (ctx.mode !== 'test')
    throw new ProblemError('not-found', { detail: 'Only test keys can sign for recipients.' });
  const document = await getDocument(ctx, publicId);
  const recipient = document.recipients.find((one) => one.id === recipientId);
  if (!recipient) throw new ProblemError('not-found', { detail: 'No such recipient.' });
  // Equal mutant "guardUnderway(document); → ;": consenting checks it under the lock.
  guardUnderway(document);
  guardTurn(document, recipient);
  const request: SigningRequest = {
    token: linkToken(ctx.secrets, recipient),
    sessionCookie: sessionCookieValue(ctx.secrets, recipient, ctx.now()),
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    requestId: ctx.requestId,
  };
  // The call is done only when the signature is saved: a call that fails after the consent can be repeated with the same Idempotency-Key.
  const { idempotency: _, ...withoutKey } = ctx;
  await giveConsent(withoutKey, request);
  const own = document.fields.filter((field) => field.recipientId === recipient.id);
  return completeSigning(ctx, request, { values: withSampleValues(own, recipient.name, input.values) });
}
