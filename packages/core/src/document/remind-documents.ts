/** Reminds the recipients of many documents at once, for operations on all documents of a bulk send. */
import { columnOf } from '@countersign/db/sql';
import type { SqlCtx } from '../ctx.ts';
import { writeChainParts } from '../event/append.ts';
import { freeBeforeSeal } from '../event/limit-trail.ts';
import { takeAddressTokens } from '../mail/limit-mails.ts';
import { type BulkMails, queueMails } from '../mail/queue-mail.ts';
import { isMailed, isTurn, isWaiting, mustAct } from '../recipient/status.ts';
import { invitation } from './issue-links.ts';
import { type BatchDocument, type BatchRecipient, eventsOf } from './lock-documents.ts';

/** Why no recipient of a document was reminded. */
export type NotReminded =
  | 'nobody_waits'
  | 'not_mailed'
  | 'bounced'
  | 'mailed_within_a_day'
  | 'mail_limit'
  | 'trail_limit';

const dayMs = 86_400_000;

/**
 * Reminds the signers and approvers of these locked, open documents whose turn it is. Skips recipients who were mailed within a day, and
 * addresses that have bounced or have reached their hourly limit. Returns the documents without any reminder, with the reason.
 */
export async function remindDocuments(
  tx: SqlCtx,
  documents: readonly BatchDocument[],
  { bulk }: { bulk: BulkMails },
): Promise<Map<string, NotReminded>> {
  const reasons = new Map<string, NotReminded>();
  const due: Array<{ document: BatchDocument; recipient: BatchRecipient }> = [];
  for (const document of documents) {
    const waiting = document.recipients.filter(
      (one) => mustAct(one) && isWaiting(one) && isTurn(one, document.recipients),
    );
    const found = waiting.map((recipient) => [recipient, reasonAgainst(document, recipient)] as const);
    due.push(...found.flatMap(([recipient, reason]) => (reason ? [] : [{ document, recipient }])));
    reasons.set(document.id, found.find(([, reason]) => reason)?.[1] ?? 'nobody_waits');
  }
  const allowed = await takeAddressTokens(
    tx,
    due.map(({ recipient }) => recipient.email),
  );
  const reminded = due.filter((_, at) => allowed[at]);
  due.forEach(({ document }, at) => {
    if (!allowed[at]) reasons.set(document.id, 'mail_limit');
  });
  for (const { document } of reminded) reasons.delete(document.id);
  if (reminded.length === 0) return reasons;
  await tx.db.$executeRaw`
    UPDATE recipient SET last_mailed_at = m.at
    FROM unnest(${columnOf(reminded.map(({ recipient }) => recipient.id))}::uuid[],
      ${columnOf(reminded.map(({ document }) => document.now))}::timestamptz[]) AS m(id, at)
    WHERE recipient.id = m.id`;
  await queueMails(
    tx,
    reminded.map(({ document, recipient }) => invitation(document.id, recipient, 'reminder')),
    bulk,
  );
  const parts = [...Map.groupBy(reminded, ({ document }) => document)].map(([document, people]) =>
    eventsOf(
      tx,
      document,
      people.map(({ recipient }) => ({
        type: 'recipient.reminded' as const,
        payload: { recipient_id: recipient.id },
      })),
    ),
  );
  await writeChainParts(tx, tx, parts, 'advance heads');
  return reasons;
}

function reasonAgainst({ now, chainSeq }: BatchDocument, recipient: BatchRecipient): NotReminded | null {
  if (chainSeq >= freeBeforeSeal) return 'trail_limit';
  if (!isMailed(recipient)) return 'not_mailed';
  if (recipient.bouncedAt !== null) return 'bounced';
  const isRecent =
    recipient.lastMailedAt !== null && recipient.lastMailedAt.getTime() > now.getTime() - dayMs;
  return isRecent ? 'mailed_within_a_day' : null;
}
