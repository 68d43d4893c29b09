/** Issues links to all recipients whose turn it is, with their mails (docs/spec/decisions.md, section 3, Routing). */
import type { TxCtx } from '../ctx.ts';
import type { NewEvent } from '../event/append.ts';
import { type NewMail, queueMails } from '../mail/queue-mail.ts';
import { dueForLink } from '../recipient/status.ts';
import type { FullDocument } from './lock.ts';
import { transitionRecipients } from './transition.ts';

type Reachable = Parameters<typeof dueForLink>[0][number] & { id: string; name: string; email: string };

/** The recipients whose turn has come, with the mails and audit events for their links. Pure. */
export function dueLinks<Person extends Reachable>(
  documentId: string,
  recipients: readonly Person[],
): { due: Person[]; mails: NewMail[]; events: NewEvent[] } {
  const due = dueForLink(recipients);
  return {
    due,
    mails: due.map((recipient) => invitation(documentId, recipient)),
    events: due.map((recipient) => ({
      type: 'recipient.link_issued',
      payload: { recipient_id: recipient.id, email: recipient.email, role: recipient.role },
    })),
  };
}

/**
 * Moves recipients whose turn has come from pending to sent and queues their invitations, under the document's lock. Returns
 * the audit events, for the caller to append in its own order.
 */
export async function issueLinks(ctx: TxCtx, document: FullDocument): Promise<NewEvent[]> {
  const { due, mails, events } = dueLinks(document.id, document.recipients);
  if (due.length === 0) return [];
  const now = ctx.now();
  await transitionRecipients(ctx, document, due, 'issue link', { linkIssuedAt: now, lastMailedAt: now });
  await queueMails(ctx, mails);
  return events;
}

/** The mail that asks a recipient to sign or approve. */
export function invitation(
  documentId: string,
  recipient: { id: string; name: string; email: string },
  kind: 'invitation' | 'reminder' = 'invitation',
): NewMail {
  return { kind, documentId, recipientId: recipient.id, toName: recipient.name, toAddress: recipient.email };
}
