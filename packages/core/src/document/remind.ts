/** Queue `reminder`: asks again those who are due and have not acted (decisions.md, section 3, Reminders). */
import type { Recipient } from '@countersign/db/models';
import { jobs } from '@countersign/queue/jobs';
import type { Base, TxCtx } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { isTurn, isWaiting, mustAct } from '../recipient/status.ts';
import { invitation } from './issue-links.ts';
import { type FullDocument, lockDocument } from './lock.ts';
import { isUnderway } from './status.ts';
import { type DueDocument, type Sweep, sweepShare } from './sweep.ts';

const dayMs = 86_400_000;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Documents with a recipient whose last mail lies `reminder_cadence_days` back by the document's clock; none that closed or expired,
 * and no recipient whose address bounced. By the partial index document_to_remind.
 */
export const reminderSweep: Sweep<DueDocument> = {
  name: 'reminder',
  job: jobs.documentRemindShare,
  find: (base, { share, of }, after, most) => base.db.$queryRaw<DueDocument[]>`
    SELECT d.id, d.workspace_id AS "workspaceId", d.team_id AS "teamId", d.mode
    FROM document d
    WHERE d.id > ${after?.id ?? firstId}::uuid AND d.status IN ('sent', 'partially_signed') AND d.reminder_cadence_days > 0
      AND (d.expires_at IS NULL OR d.expires_at > ${base.now()}::timestamptz + make_interval(secs => d.clock_offset_seconds))
      AND ('x' || right(d.id::text, 4))::bit(16)::int % ${of}::int = ${share}::int
      AND EXISTS (
        SELECT 1 FROM recipient r WHERE r.document_id = d.id AND r.status IN ('sent', 'opened')
          AND r.role IN ('signer', 'approver') AND r.bounced_at IS NULL
          AND r.last_mailed_at <= ${base.now()}::timestamptz
            + make_interval(secs => d.clock_offset_seconds) - make_interval(days => d.reminder_cadence_days))
    ORDER BY d.id LIMIT ${most}`,
  act: remindIfDue,
};

/** Reminds every recipient who is due, at most once a day. Returns how many mails were queued. */
export async function remindDueRecipients(base: Base, requestId: string): Promise<number> {
  return sweepShare(base, reminderSweep, { requestId });
}

/** Locks the document and queues the reminders that are due by its own clock. Returns how many. */
export async function remindIfDue(ctx: TxCtx, id: string): Promise<number> {
  const document = await lockDocument(ctx, id);
  const now = ctx.now();
  const recipients = awaitingReminder(document, now).filter((one) => one.dueAt <= now);
  if (recipients.length === 0) return 0;
  await ctx.tx.recipient.updateMany({
    where: { id: { in: recipients.map(({ recipient }) => recipient.id) } },
    data: { lastMailedAt: now },
  });
  await queueMails(
    ctx,
    recipients.map(({ recipient }) => invitation(id, recipient, 'reminder')),
  );
  await appendEvents(
    ctx,
    id,
    recipients.map(({ recipient }) => ({
      type: 'recipient.reminded' as const,
      payload: { recipient_id: recipient.id },
    })),
  );
  return recipients.length;
}

/** Who will be reminded, and when at the earliest: those who are due to act, were mailed, and did not bounce. */
export function awaitingReminder(
  document: FullDocument,
  now: Date,
): Array<{ recipient: Recipient; dueAt: Date }> {
  const { reminderCadenceDays: days, expiresAt } = document;
  if (!days || !isUnderway(document.status) || (expiresAt && expiresAt <= now)) return [];
  return document.recipients.flatMap((recipient) => {
    const { lastMailedAt, bouncedAt } = recipient;
    const waits = mustAct(recipient) && isWaiting(recipient) && isTurn(recipient, document.recipients);
    if (!waits || bouncedAt !== null || lastMailedAt === null) return [];
    return { recipient, dueAt: new Date(lastMailedAt.getTime() + days * dayMs) };
  });
}
