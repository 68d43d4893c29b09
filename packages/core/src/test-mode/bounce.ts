/** POST /v1/test/documents/{id}/bounce/{recipient_id}: simulates a permanent bounce of the signing mail. */
import { ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { documentUuid, type FullDocument, getDocument } from '../document/lock.ts';
import { documentStateProblem, isUnderway, reportedStatus } from '../document/status.ts';
import { recordBounce } from '../recipient/record-bounce.ts';
import { isMailed } from '../recipient/status.ts';

/**
 * Records a permanent bounce of the recipient's signing mail with the code that handles mail events, and returns the
 * document. Throws not-found outside test mode, document-state unless the document is open and the recipient was sent a
 * link, and recipient-not-mailed.
 */
export async function bounceRecipient(
  ctx: Ctx,
  publicId: string,
  recipientId: string,
): Promise<FullDocument> {
  guardRole(ctx, 'manager');
  if (ctx.mode !== 'test')
    throw new ProblemError('not-found', { detail: 'Only test keys can make emails bounce.' });
  const document = await getDocument(ctx, publicId);
  const recipient = document.recipients.find((one) => one.id === recipientId);
  if (!recipient) throw new ProblemError('not-found', { detail: 'No such recipient.' });
  if (!isUnderway(document.status) || recipient.linkIssuedAt === null) {
    const reason = isUnderway(document.status) ? 'No email was sent to this recipient yet.' : undefined;
    throw documentStateProblem('sign', reportedStatus(document), reason);
  }
  if (!isMailed(recipient)) {
    throw new ProblemError('recipient-not-mailed', {
      detail: 'This recipient has the delivery `none`: no email was sent that could bounce.',
    });
  }
  await recordBounce(ctx, {
    documentId: documentUuid(publicId),
    recipientId,
    permanent: true,
    detail: '550 5.1.1 The mailbox does not exist (simulated in test mode)',
    requestId: ctx.requestId,
  });
  return getDocument(ctx, publicId);
}
