/**
 * POST /v1/signing/{token}/reassign: a recipient passes signing to another person (docs/spec/decisions.md, section 3,
 * Recipient status).
 */
import { normalizeEmail } from '@countersign/contract/common';
import { newId } from '@countersign/contract/ids';
import { invalid } from '@countersign/problem/problem-error';
import { type Base, withTransaction } from '../ctx.ts';
import { issueLinks } from '../document/issue-links.ts';
import { type FullDocument, readLocked } from '../document/lock.ts';
import { documentStateProblem, reportedStatus } from '../document/status.ts';
import { transition, transitionRecipients } from '../document/transition.ts';
import { appendEvents } from '../event/append.ts';
import { limitInvitations } from '../mail/limit-mails.ts';
import { dropDrafts } from '../recipient/drop-drafts.ts';
import { haveBounced, isWaiting } from '../recipient/status.ts';
import { lockForSigning, openAuthenticatedSigner, type SigningRequest } from './session.ts';

/** Each reassignment creates rows and a mail, and anyone with the link could repeat it without limit. */
const maxReassignments = 20;

/**
 * Creates a new recipient with the same position, role, authentication and signature level, moves the fields, and invalidates the old
 * link. The new person may already be a recipient: refusing would reveal who else takes part. Throws validation for the
 * recipient's own address, mail-limit, and document-state after too many reassignments and for visitors of a direct link.
 */
export async function reassignRecipient(
  base: Base,
  request: SigningRequest,
  input: { name: string; email: string },
): Promise<void> {
  const session = await openAuthenticatedSigner(base, request);
  await withTransaction(session.ctx, async (tx) => {
    const { document, recipient, ctx } = await lockForSigning(tx, session);
    if (!isWaiting(recipient)) {
      throw documentStateProblem(
        'sign',
        reportedStatus(document),
        'Only a recipient whose turn it is can reassign.',
      );
    }
    guardReassignments(document, recipient);
    const emailNormalized = normalizeEmail(input.email);
    if (emailNormalized === recipient.emailNormalized)
      throw invalid(['body', 'email'], 'Value error, this is your own address', { input: input.email });
    await limitInvitations(ctx, [input]);
    const id = newId();
    await transitionRecipients(ctx, document, [recipient], 'reassign', {
      linkVersion: recipient.linkVersion + 1,
    });
    await dropDrafts(ctx, [recipient]);
    await ctx.db.recipient.create({
      data: {
        id,
        documentId: document.id,
        position: recipient.position,
        name: input.name,
        email: input.email,
        emailNormalized,
        role: recipient.role,
        authLevel: recipient.authLevel,
        signatureLevel: recipient.signatureLevel,
        signingOrder: recipient.signingOrder,
        reassignedFrom: recipient.id,
      },
    });
    await ctx.db.field.updateMany({ where: { recipientId: recipient.id }, data: { recipientId: id } });
    const reassigned = await readLocked(ctx, document.id);
    await transition(ctx, reassigned, 'sign', { deliveryProblem: haveBounced(reassigned.recipients) });
    const links = await issueLinks(ctx, reassigned);
    await appendEvents(ctx, document.id, [
      {
        type: 'recipient.reassigned',
        payload: { recipient_id: recipient.id, to_recipient_id: id, email: input.email },
      },
      ...links,
    ]);
  });
}

function guardReassignments(
  document: FullDocument,
  { position, directLinkId }: Pick<FullDocument['recipients'][number], 'position' | 'directLinkId'>,
) {
  // Another person can open the public link. Reassigning would let visitors send emails to anyone.
  if (directLinkId !== null)
    throw documentStateProblem(
      'sign',
      reportedStatus(document),
      'This was started from a public link, which other people can open themselves.',
    );
  const before = document.recipients.filter(
    (one) => one.position === position && one.status === 'reassigned',
  );
  if (before.length < maxReassignments) return;
  const detail = `This was already reassigned ${maxReassignments} times. The sender can void the document and send a new one.`;
  throw documentStateProblem('sign', reportedStatus(document), detail);
}
