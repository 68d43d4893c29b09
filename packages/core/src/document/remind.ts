/** Queue `reminder`: asks again those who are due and have not acted (decisions.md, section 3, Reminders). */
import type { Recipient } from '@countersign/db/models';
import { type Base, systemCtx, type TxCtx, withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { isTurn, isWaiting, mustAct } from '../recipient/status.ts';
import { invitation } from './issue-links.ts';
import { type FullDocument, lockDocument } from './lock.ts';
import { isUnderway } from './status.ts';

const batchSize = 200;
const dayMs = 86_400_000;

/**
 * Mails a reminder to each recipient whose last mail lies `reminder_cadence_days` back; at most one a day, none after the
 * document closed or expired, none to an address that bounced. Returns how many were queued.
 */
export async function remindDueRecipients(base: Base, requestId: string): Promise<number> {
  let reminded = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const now = base.now();
    const due = await base.db.$queryRaw<
      Array<{ id: string; workspaceId: string; teamId: string; mode: 'live' | 'test' }>
    >`
      SELECT d.id, d.workspace_id AS "workspaceId", d.team_id AS "teamId", d.mode
      FROM document d
      WHERE d.id > ${after}::uuid AND d.status IN ('sent', 'partially_signed') AND d.reminder_cadence_days > 0
        AND (d.expires_at IS NULL OR d.expires_at > ${now})
        AND EXISTS (
          SELECT 1 FROM recipient r WHERE r.document_id = d.id AND r.status IN ('sent', 'opened')
            AND r.role IN ('signer', 'approver') AND r.bounced_at IS NULL
            AND r.last_mailed_at <= ${now}::timestamptz - make_interval(days => d.reminder_cadence_days))
      ORDER BY d.id LIMIT ${batchSize}`;
    for (const { id, ...scope } of due) {
      const ctx = systemCtx(base, { ...scope, requestId, name: 'reminder' });
      reminded += await withTransaction(ctx, (t) => remindIfDue(t, id));
    }
    if (due.length < batchSize) return reminded;
    after = due.at(-1)!.id;
  }
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
