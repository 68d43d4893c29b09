/**
 * POST /v1/documents/{id}/send: sends a draft, or resends the invitations of an open document (docs/spec/decisions.md,
 * section 3).
 */
import { columnOf } from '@countersign/db/sql';
import { ProblemError } from '@countersign/problem/problem-error';
import { type Ctx, type SqlCtx, withSqlTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { limitInvitations, limitResend } from '../mail/limit-mails.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { refuseWithoutProvider } from '../recipient/refuse-signature-level.ts';
import { haveBounced, isMailed, isTurn, isWaiting } from '../recipient/status.ts';
import { countEnvelope } from '../usage/count-envelope.ts';
import { invitation, issueLinks } from './issue-links.ts';
import { documentUuid, type FullDocument, lockDocument, pagesOf } from './lock.ts';
import { remindFromNow } from './remind.ts';
import { guardSendable, sentEvent } from './sendable.ts';
import { guardStatus } from './status.ts';
import { transition } from './transition.ts';

/**
 * Sends a finalized draft and counts an envelope in live mode. On an open document it resends the invitations of recipients who
 * are due to act, with the same links, and clears the bounce flag of these recipients only. Throws not-sendable with everything
 * that is missing, signature-level-unavailable, allowance-exhausted, mail-limit, document-state (also for a preparation session that
 * would send again), or recipient-not-mailed if none of them gets emails; nothing changes then.
 */
export async function sendDocument(
  ctx: Ctx,
  publicId: string,
  input: { message?: string | null },
): Promise<void> {
  const id = documentUuid(publicId);
  await withSqlTransaction(ctx, async (tx) => {
    const { document, ctx } = await lockDocument(tx, id);
    guardStatus(ctx.isPreparing ? 'prepare' : 'send', document);
    if (document.status === 'draft') await sendFirst(ctx, document, input.message);
    else await sendAgain(ctx, document, input.message);
  });
}

async function sendFirst(
  ctx: SqlCtx,
  document: FullDocument,
  message: string | null | undefined,
): Promise<void> {
  const now = ctx.now();
  refuseWithoutProvider(ctx, document.recipients);
  guardSendable(document, pagesOf(document).length, now);
  await transition(ctx, document, 'send', {
    sentAt: now,
    remindFrom: remindFromNow(document, now),
    ...(message != null && { message }),
  });
  const links = await issueLinks(ctx, document);
  await appendEvents(ctx, document.id, [
    sentEvent(document.recipients.length, message ?? document.message),
    ...links,
  ]);
  // All of them, because those whose turn comes later are mailed by a completion, which must not fail.
  await limitInvitations(ctx, document.recipients.filter(isMailed));
  // Last, because every other send of the workspace waits for this row's lock until the transaction commits.
  await countEnvelope(ctx);
}

async function sendAgain(
  ctx: SqlCtx,
  document: FullDocument,
  message: string | null | undefined,
): Promise<void> {
  const now = ctx.now();
  const waiting = document.recipients.filter((one) => isWaiting(one) && isTurn(one, document.recipients));
  const due = waiting.filter(isMailed);
  if (due.length === 0 && waiting.length > 0) {
    throw new ProblemError('recipient-not-mailed', {
      detail: 'Every recipient whose turn it is has the delivery `none`, so there is nothing to resend.',
    });
  }
  await limitResend(ctx, document.id, due);
  const bouncedStill = haveBounced(document.recipients.filter((one) => !due.includes(one)));
  await transition(ctx, document, 'send', {
    deliveryProblem: bouncedStill,
    ...(message != null && { message }),
  });
  await ctx.db.$executeRaw`
    UPDATE recipient SET last_mailed_at = ${now}::timestamptz, bounced_at = NULL
    WHERE id = ANY(${columnOf(due.map((recipient) => recipient.id))}::uuid[])`;
  await queueMails(
    ctx,
    due.map((recipient) => invitation(document.id, recipient)),
  );
  await appendEvents(ctx, document.id, [
    {
      type: 'envelope.resent',
      payload: { recipients: due.map((recipient) => recipient.id), message: message ?? document.message },
    },
  ]);
}
