/** Corrects recipients of many documents at once, for a file of corrections of a bulk send. */
import { normalizeEmail } from '@countersign/contract/common';
import { columnOf } from '@countersign/db/sql';
import type { SqlCtx } from '../ctx.ts';
import { writeChainParts } from '../event/append.ts';
import type { NewEvent } from '../event/chain.ts';
import { freeBeforeSeal } from '../event/limit-trail.ts';
import { takeAddressTokens, takeCorrectionTokens } from '../mail/limit-mails.ts';
import { type BulkMails, type NewMail, queueMails } from '../mail/queue-mail.ts';
import { dropDrafts } from '../recipient/drop-drafts.ts';
import { haveBounced, isActive, isCorrectable } from '../recipient/status.ts';
import { dueLinks } from './issue-links.ts';
import { type BatchDocument, type BatchRecipient, eventsOf } from './lock-documents.ts';
import { checkOnNextSweep } from './remind.ts';
import { isUnderway } from './status.ts';

/** New members of the recipient at a position, from 0; absent members stay. */
export interface PersonCorrection {
  position: number;
  name?: string;
  email?: string;
}

export type CorrectionResult = { result: 'corrected' | 'unchanged' } | { result: 'refused'; error: string };

interface Plan {
  document: BatchDocument;
  changed: BatchRecipient[];
  /** Corrected recipients whose turn it is: they get a new link at once. */
  linked: Set<string>;
  mails: NewMail[];
  events: NewEvent[];
  hasBounced: boolean;
}

/**
 * Corrects names and addresses in each of these locked documents, as correctRecipient does. Emails count towards the limits per document
 * and per address. Returns the result of each document by its id. A document that cannot be corrected is refused with the reason; the
 * others are still corrected.
 */
export async function correctRecipients(
  tx: SqlCtx,
  wanted: ReadonlyArray<{ document: BatchDocument; people: readonly PersonCorrection[] }>,
  { bulk }: { bulk: BulkMails },
): Promise<Map<string, CorrectionResult>> {
  const results = new Map<string, CorrectionResult>();
  const planned: Plan[] = [];
  for (const { document, people } of wanted) {
    const plan = planFor(document, people);
    if ('result' in plan) results.set(document.id, plan);
    else planned.push(plan);
  }
  const allowed = await withinLimits(tx, planned);
  for (const { document } of planned)
    results.set(
      document.id,
      allowed.has(document.id)
        ? { result: 'corrected' }
        : {
            result: 'refused',
            error: 'mail-limit: the limit of emails per hour is reached; try again later',
          },
    );
  await write(
    tx,
    planned.filter(({ document }) => allowed.has(document.id)),
    bulk,
  );
  return results;
}

function planFor(document: BatchDocument, people: readonly PersonCorrection[]): Plan | CorrectionResult {
  const refused = (error: string): CorrectionResult => ({ result: 'refused', error });
  const changed: BatchRecipient[] = [];
  const corrections: NewEvent[] = [];
  for (const { position, ...given } of people) {
    const holders = document.recipients.filter((one) => one.position === position);
    const recipient = holders.find(isActive);
    if (!recipient) return refused(`recipient ${position + 1}: the document has no such recipient`);
    const members = (['name', 'email'] as const).filter(
      (member) => given[member] !== undefined && given[member] !== recipient[member],
    );
    if (members.length === 0) continue;
    if (!isUnderway(document.status)) return refused(`the document is ${document.status}`);
    if (holders.length > 1)
      return refused(`recipient ${position + 1} has reassigned the document to another person`);
    if (!isCorrectable(recipient))
      return refused(`recipient ${position + 1} is ${recipient.status} and cannot be corrected any more`);
    const after = { ...recipient, ...Object.fromEntries(members.map((member) => [member, given[member]!])) };
    changed.push({ ...after, status: 'pending', bouncedAt: null });
    const values = (one: BatchRecipient) =>
      Object.fromEntries(members.map((member) => [member, one[member]]));
    corrections.push({
      type: 'recipient.corrected',
      payload: { recipient_id: recipient.id, before: values(recipient), after: values(after) },
    });
  }
  if (changed.length === 0) return { result: 'unchanged' };
  if (document.chainSeq >= freeBeforeSeal)
    return refused(`the audit trail of the document has over ${freeBeforeSeal} events`);
  const recipients = document.recipients.map((one) => changed.find(({ id }) => id === one.id) ?? one);
  const { due, mails, events } = dueLinks(document.id, recipients);
  return {
    document,
    changed,
    linked: new Set(due.map(({ id }) => id)),
    mails,
    events: [...corrections, ...events],
    hasBounced: haveBounced(recipients),
  };
}

/** The documents whose emails the limits per document and per address allow. */
async function withinLimits(tx: SqlCtx, plans: readonly Plan[]): Promise<Set<string>> {
  const mailing = plans.filter(({ mails }) => mails.length > 0);
  const byDocument = await takeCorrectionTokens(
    tx,
    mailing.map(({ document }) => document.id),
  );
  const mails = mailing.filter((_, at) => byDocument[at]).flatMap((plan) => plan.mails);
  const byAddress = await takeAddressTokens(
    tx,
    mails.map(({ toAddress }) => toAddress),
  );
  const refused = new Set([
    ...mailing.filter((_, at) => !byDocument[at]).map(({ document }) => document.id),
    ...mails.filter((_, at) => !byAddress[at]).map(({ documentId }) => documentId),
  ]);
  return new Set(plans.map(({ document }) => document.id).filter((id) => !refused.has(id)));
}

async function write(tx: SqlCtx, plans: readonly Plan[], bulk: BulkMails): Promise<void> {
  if (plans.length === 0) return;
  const rows = plans.flatMap(({ document, changed, linked }) =>
    changed.map((recipient) => ({ recipient, now: document.now, isLinked: linked.has(recipient.id) })),
  );
  const ids = rows.map(({ recipient }) => recipient.id);
  // A correction resets these, because link, consent and authentication may have been another person's.
  await tx.db.$executeRaw`
    UPDATE recipient SET name = c.name, email = c.email, email_normalized = c.email_normalized,
      status = CASE WHEN c.linked THEN 'sent' ELSE 'pending' END::recipient_status, link_version = link_version + 1,
      link_issued_at = CASE WHEN c.linked THEN c.at WHEN recipient.email = c.email THEN link_issued_at END,
      last_mailed_at = CASE WHEN c.linked AND delivery = 'email' THEN c.at ELSE last_mailed_at END,
      opened_at = NULL, consent_at = NULL, consent_version = NULL, consent_language = NULL, auth_satisfied = NULL, ip = NULL,
      user_agent = NULL, bounced_at = NULL
    FROM unnest(${columnOf(ids)}::uuid[], ${columnOf(rows.map(({ recipient }) => recipient.name))}::text[],
      ${columnOf(rows.map(({ recipient }) => recipient.email))}::text[],
      ${columnOf(rows.map(({ recipient }) => normalizeEmail(recipient.email)))}::text[],
      ${columnOf(rows.map(({ isLinked }) => isLinked))}::boolean[], ${columnOf(rows.map(({ now }) => now))}::timestamptz[])
      AS c(id, name, email, email_normalized, linked, at)
    WHERE recipient.id = c.id`;
  await tx.db.$executeRaw`DELETE FROM otp_code WHERE recipient_id = ANY(${columnOf(ids)}::uuid[])`;
  await dropDrafts(
    tx,
    rows.map(({ recipient }) => recipient),
  );
  await tx.db.$executeRaw`
    UPDATE document SET delivery_problem = d.bounced, remind_from = ${checkOnNextSweep}::timestamptz
    FROM unnest(${columnOf(plans.map(({ document }) => document.id))}::uuid[],
      ${columnOf(plans.map(({ hasBounced }) => hasBounced))}::boolean[]) AS d(id, bounced)
    WHERE document.id = d.id`;
  await queueMails(
    tx,
    plans.flatMap(({ mails }) => mails),
    bulk,
  );
  await writeChainParts(
    tx,
    tx,
    plans.map(({ document, events }) => eventsOf(tx, document, events)),
    'advance heads',
  );
}
