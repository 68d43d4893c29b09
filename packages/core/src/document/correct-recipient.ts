/** PATCH /v1/documents/{id}/recipients/{rid}: corrects a recipient who has not acted yet, also after the document was sent. */
import { normalizeEmail } from '@countersign/contract/common';
import type { RecipientPatch } from '@countersign/contract/recipient';
import { storedConditionFaults } from '@countersign/contract/send-problems';
import type { Recipient } from '@countersign/db/models';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { type Ctx, type TxCtx, withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { limitTrail } from '../event/limit-trail.ts';
import { refuseFaults } from '../field/conditions.ts';
import { limitCorrection, limitResend } from '../mail/limit-mails.ts';
import { dropDrafts } from '../recipient/drop-drafts.ts';
import { refuseUnavailableAuthLevels } from '../recipient/refuse-auth-level.ts';
import { faultOf, levelSpec } from '../recipient/refuse-signature-level.ts';
import {
  dueForLink,
  haveBounced,
  isActive,
  isCorrectable,
  isMailed,
  isTurn,
  isWaiting,
} from '../recipient/status.ts';
import { issueLinks } from './issue-links.ts';
import { documentUuid, type FullDocument, lockDocument, readLocked } from './lock.ts';
import { checkOnNextSweep } from './remind.ts';
import { documentStateProblem, guardStatus, isUnderway, reportedStatus } from './status.ts';
import { transition, transitionRecipients } from './transition.ts';

/** What a correction resets, because link, consent and authentication may have been another person's. */
const startAgain = {
  openedAt: null,
  consentAt: null,
  consentVersion: null,
  consentLanguage: null,
  authSatisfied: null,
  ip: null,
  userAgent: null,
  bouncedAt: null,
} as const;

/**
 * Changes the given members; absent members stay. On an open document the old link and one-time codes stop working, an earlier consent
 * no longer counts, and a new invitation goes out as soon as it is the recipient's turn. `recipient.corrected` records the old and
 * the new values. Throws not-found, document-state once the recipient has completed, declined or reassigned or the document is
 * closed, recipient-was-mailed, auth-level-unavailable, mail-limit, and validation for a signing order that would break a condition or
 * let two recipients sign with their own keys at once.
 */
export async function correctRecipient(
  ctx: Ctx,
  publicId: string,
  recipientId: string,
  patch: RecipientPatch,
): Promise<FullDocument> {
  const id = documentUuid(publicId);
  return withTransaction(ctx, async (tx) => {
    const { document, ctx } = await lockDocument(tx, id);
    guardStatus('correct', document);
    const recipient = document.recipients.find((one) => one.id === recipientId);
    if (!recipient) throw new ProblemError('not-found', { detail: 'The document has no such recipient.' });
    guardNotActed(document, recipient);
    const changes = changesOf(recipient, patch);
    if (Object.keys(changes).length === 0) return document;
    await limitTrail(ctx, document);
    guardNotMailed(recipient, changes);
    refuseUnavailableAuthLevels([
      {
        name: changes.name ?? recipient.name,
        email: changes.email ?? recipient.email,
        auth_level: changes.authLevel ?? recipient.authLevel,
      },
    ]);
    guardSignatureLevels(document, recipient, changes);
    if (isUnderway(document.status)) guardConditions(document, recipient, changes);
    await transitionRecipients(ctx, document, [recipient], 'correct', {
      ...changes,
      // Nobody has a link at the new address yet, so no email about the end of the document goes there.
      ...(changes.email !== undefined && {
        emailNormalized: normalizeEmail(changes.email),
        linkIssuedAt: null,
      }),
      ...startAgain,
      linkVersion: recipient.linkVersion + 1,
    });
    await ctx.db.otpCode.deleteMany({ where: { recipientId } });
    await dropDrafts(ctx, [recipient]);
    const links = isUnderway(document.status) ? await giveTurns(ctx, recipient, changes) : [];
    await appendEvents(ctx, id, [
      {
        type: 'recipient.corrected',
        payload: { recipient_id: recipientId, ...beforeAndAfter(recipient, changes) },
      },
      ...links,
    ]);
    return readLocked(ctx, id);
  });
}

function guardNotActed(document: FullDocument, recipient: Recipient): void {
  if (isCorrectable(recipient)) return;
  const detail = `This recipient is ${recipient.status} and cannot be corrected any more.`;
  throw documentStateProblem('correct', reportedStatus(document), detail);
}

/** A recipient who was emailed cannot get the delivery `none`, because the sender may open sessions for recipients without emails. */
function guardNotMailed(recipient: Recipient, { delivery }: Changes): void {
  if (delivery !== 'none' || recipient.lastMailedAt === null) return;
  throw new ProblemError('recipient-was-mailed', {
    detail: 'This recipient was sent a signing link by email, so the delivery cannot become `none`.',
  });
}

/** Recipients with keys of their own must still act one after the other, and get emails. */
function guardSignatureLevels(document: FullDocument, { id }: Recipient, changes: Changes): void {
  const own = document.recipients
    .filter((one) => isActive(one) && one.signatureLevel !== null)
    .map((one) => ({ id: one.id, spec: levelSpec(one.id === id ? { ...one, ...changes } : one) }));
  const corrected = own.find((one) => one.id === id);
  if (!corrected) return;
  const others = own.filter((one) => one.id !== id).map(({ spec }) => spec);
  const fault = faultOf(corrected.spec, others);
  if (fault) throw invalid(['body', fault.member], `Value error, ${fault.message}`);
}

/** A recipient must not get a signing order in which conditions refer to recipients who do not sign earlier. */
function guardConditions(document: FullDocument, { id }: Recipient, { signingOrder }: Changes): void {
  if (signingOrder === undefined) return;
  const recipients = document.recipients.map((one) => (one.id === id ? { ...one, signingOrder } : one));
  const faults = storedConditionFaults({ fields: document.fields, recipients }).map((fault) => {
    const { name, type } = document.fields[fault.index]!;
    return {
      ...fault,
      path: [],
      message: `the condition of the field "${name ?? type}" would break: ${fault.message}`,
    };
  });
  refuseFaults(faults, () => ['body', 'signing_order']);
}

type Changes = Partial<Pick<Recipient, 'name' | 'email' | 'signingOrder' | 'authLevel' | 'delivery'>>;

/** The members of the patch that differ from what is stored. */
function changesOf(recipient: Recipient, patch: RecipientPatch): Changes {
  const wanted = {
    name: patch.name,
    email: patch.email,
    signingOrder: patch.signing_order,
    authLevel: patch.auth_level,
    delivery: patch.delivery,
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([column, value]) => value !== undefined && value !== recipient[column as keyof typeof wanted],
    ),
  );
}

function beforeAndAfter(recipient: Recipient, changes: Changes) {
  const names = {
    name: 'name',
    email: 'email',
    signingOrder: 'signing_order',
    authLevel: 'auth_level',
    delivery: 'delivery',
  } as const;
  const columns = Object.keys(changes) as Array<keyof typeof names>;
  return {
    before: Object.fromEntries(columns.map((column) => [names[column], recipient[column]])),
    after: Object.fromEntries(columns.map((column) => [names[column], changes[column]])),
  };
}

/**
 * After the change, recipients who have a link before their turn wait again, and all recipients whose turn it is get a link. Returns
 * the events of the new links.
 */
async function giveTurns(ctx: TxCtx, corrected: Recipient, changes: Changes) {
  const before = await readLocked(ctx, corrected.documentId);
  const early = before.recipients.filter((one) => isWaiting(one) && !isTurn(one, before.recipients));
  await transitionRecipients(ctx, before, early, 'wait again');
  const document = await readLocked(ctx, corrected.documentId);
  const due = dueForLink(document.recipients).filter(isMailed);
  // A repeated email to the same address counts as a resend; the first one to a new address does not.
  const isRepeated = (one: { id: string }) => one.id === corrected.id && changes.email === undefined;
  if (due.some(isRepeated)) await limitResend(ctx, document.id, due.filter(isRepeated));
  await limitCorrection(
    ctx,
    document.id,
    due.filter((one) => !isRepeated(one)),
  );
  await transition(ctx, document, 'correct', {
    deliveryProblem: haveBounced(document.recipients),
    remindFrom: checkOnNextSweep,
  });
  return issueLinks(ctx, document);
}
