/**
 * Queue `reminder`: sends reminder emails to recipients who have not acted (docs/spec/decisions.md, section 3, Reminders).
 */
import type { Recipient } from '@countersign/db/models';
import { constants, sqlPart } from '@countersign/db/sql';
import { jobs } from '@countersign/queue/jobs';
import type { Base, TxCtx } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { actingRoles, isTurn, isWaiting, mustAct, waitingStatuses } from '../recipient/status.ts';
import { invitation } from './issue-links.ts';
import { type FullDocument, lockDocument } from './lock.ts';
import { isUnderway, underwayStatuses } from './status.ts';
import { type DueDocument, type Share, type Sweep, sweepShare } from './sweep.ts';

const dayMs = 86_400_000;
/** Batch size and maximum number of batches of one sweep. The next sweep continues. */
const postponeBatchSize = 1000;
const maxBatchesPerSweep = 50;

/** A value for `remindFrom` that makes the next sweep check the document. */
export const checkOnNextSweep = new Date(0);

const beforeAll = { remindFrom: new Date(-1), id: '00000000-0000-0000-0000-000000000000' };

type Remindable = DueDocument & { remindFrom: Date };

/**
 * Open documents with a recipient whose last mail was sent at least `reminder_cadence_days` ago by the document's clock and
 * whose address did not bounce. `remind_from` is a lower bound: no reminder of this document is due before it. It keeps
 * sweeps small, because a sweep reads only documents whose bound has passed. It may be too early but never too late. A sweep
 * that finds nothing due moves it forward; a change of the cadence or of the test clock resets it. By the partial index
 * document_to_remind_from.
 */
export const reminderSweep: Sweep<Remindable> = {
  name: 'reminder',
  job: jobs.documentRemindShare,
  find: async (base, share, after, most) => {
    if (after === null) await postponeIdleDocuments(base, share);
    return base.db.$queryRaw<Remindable[]>`
      SELECT d.id, d.workspace_id AS "workspaceId", d.team_id AS "teamId", d.mode, d.remind_from AS "remindFrom" FROM document d
      WHERE (d.remind_from, d.id) > (${(after ?? beforeAll).remindFrom}::timestamptz, ${(after ?? beforeAll).id}::uuid)
        AND ${dueForCheck(base, share)} AND (d.expires_at IS NULL OR d.expires_at > ${documentNow(base)}) AND EXISTS (${dueRecipient(base)})
      ORDER BY d.remind_from, d.id LIMIT ${most}`;
  },
  act: remindIfDue,
};

/** The present time by the clock of document d. */
const documentNow = (base: Base) =>
  sqlPart`(${base.now()}::timestamptz + make_interval(secs => d.clock_offset_seconds))`;

/** Open documents whose lower bound has passed. */
const dueForCheck = (base: Base, { share, of }: Share) => sqlPart`
  d.status IN ${constants(underwayStatuses)} AND d.reminder_cadence_days > 0 AND d.remind_from <= ${base.now()}::timestamptz
    AND ('x' || right(d.id::text, 4))::bit(16)::int % ${of}::int = ${share}::int`;

/** Recipients of document d whose turn it is and who can be mailed. Those without emails have no `last_mailed_at`. */
const waitingRecipients = sqlPart`
  FROM recipient r WHERE r.document_id = d.id AND r.status = ANY(${waitingStatuses}::recipient_status[])
    AND r.role = ANY(${actingRoles}::recipient_role[])
    AND r.bounced_at IS NULL`;

const dueRecipient = (base: Base) => sqlPart`
  SELECT ${waitingRecipients} AND r.last_mailed_at <= ${documentNow(base)} - make_interval(days => d.reminder_cadence_days)`;

/**
 * Moves `remind_from` forward for documents that were checked and have no reminder due, one batch per statement. Rows are
 * locked in index order; rows locked by others are skipped.
 */
async function postponeIdleDocuments(base: Base, share: Share): Promise<void> {
  let after: Pick<Remindable, 'remindFrom' | 'id'> | undefined = beforeAll;
  for (let page = 0; page < maxBatchesPerSweep && after; page += 1) {
    // Materialize the batch first. Without current statistics PostgreSQL would otherwise join every document with every
    // recipient.
    const looked: Array<Pick<Remindable, 'remindFrom' | 'id'>> = await base.db.$queryRaw`
      WITH page AS MATERIALIZED (
        SELECT d.id, d.remind_from FROM document d
        WHERE (d.remind_from, d.id) > (${after.remindFrom}::timestamptz, ${after.id}::uuid) AND ${dueForCheck(base, share)}
        ORDER BY d.remind_from, d.id LIMIT ${postponeBatchSize}
      ), idle AS (
        SELECT d.id FROM page JOIN document d ON d.id = page.id WHERE NOT EXISTS (${dueRecipient(base)})
        ORDER BY page.remind_from, d.id FOR NO KEY UPDATE OF d SKIP LOCKED
      ), settled AS (
        UPDATE document d
        SET remind_from = least(${documentNow(base)}, (SELECT min(r.last_mailed_at) ${waitingRecipients}))
          + make_interval(days => d.reminder_cadence_days) - make_interval(secs => d.clock_offset_seconds)
        FROM idle WHERE d.id = idle.id
      )
      SELECT remind_from AS "remindFrom", id FROM page ORDER BY remind_from, id OFFSET ${postponeBatchSize - 1}`;
    after = looked[0];
  }
}

/** Sends all reminders that are due, at most one a day to each recipient. Returns how many mails were queued. */
export async function remindDueRecipients(base: Base, requestId: string): Promise<number> {
  return sweepShare(base, reminderSweep, { requestId });
}

/**
 * Locks the document and queues the reminders that are due by its own clock. Returns how many. `beforeMailing` may throw to
 * prevent them.
 */
export async function remindIfDue(
  tx: TxCtx,
  id: string,
  beforeMailing: (recipients: readonly Recipient[]) => Promise<void> = async () => undefined,
): Promise<number> {
  const { document, ctx } = await lockDocument(tx, id);
  const now = ctx.now();
  const awaiting = awaitingReminder(document, now);
  const recipients = awaiting.filter((one) => one.dueAt <= now);
  const later = awaiting.filter((one) => one.dueAt > now).map((one) => one.dueAt);
  await ctx.db.document.update({ where: { id }, data: { remindFrom: remindFromNow(document, now, later) } });
  if (recipients.length === 0) return 0;
  await beforeMailing(recipients.map(({ recipient }) => recipient));
  await ctx.db.recipient.updateMany({
    where: { id: { in: recipients.map(({ recipient }) => recipient.id) } },
    data: { lastMailedAt: now },
  });
  await queueMails(
    ctx,
    recipients.map(({ recipient }) => invitation(id, recipient, 'reminder')),
    document.bulkSendId === null ? undefined : { bulkSendId: document.bulkSendId, priority: 0 },
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

/**
 * The next `remindFrom` of a document without due reminders; `later` are the times when its waiting recipients will be due.
 */
export function remindFromNow(
  {
    reminderCadenceDays,
    clockOffsetSeconds,
  }: Pick<FullDocument, 'reminderCadenceDays' | 'clockOffsetSeconds'>,
  now: Date,
  later: readonly Date[] = [],
): Date {
  if (!reminderCadenceDays) return checkOnNextSweep;
  const next = Math.min(now.getTime() + reminderCadenceDays * dayMs, ...later.map((time) => time.getTime()));
  return new Date(next - clockOffsetSeconds * 1000);
}

/**
 * The recipients who will be reminded, each with the earliest time: those whose turn it is, who were mailed, and whose address did not
 * bounce.
 */
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
