/** Issues links to all recipients whose turn it is, with their mails (docs/spec/decisions.md, section 3, Routing). */
import type { Delivery } from '@countersign/contract/recipient';
import type { SqlCtx } from '../ctx.ts';
import type { NewEvent } from '../event/append.ts';
import { type NewMail, queueMails } from '../mail/queue-mail.ts';
import { dueForLink, isMailed } from '../recipient/status.ts';
import type { FullDocument } from './lock.ts';
import { transitionRecipients } from './transition.ts';

type Reachable = Parameters<typeof dueForLink>[0][number] & {
  id: string;
  name: string;
  email: string;
  delivery: Delivery;
};

/** The recipients whose turn has come, with the mails and audit events for their links. Pure. */
export function dueLinks<Person extends Reachable>(
  documentId: string,
  recipients: readonly Person[],
): { due: Person[]; mails: NewMail[]; events: NewEvent[] } {
  const due = dueForLink(recipients);
  return {
    due,
    mails: due.filter(isMailed).map((recipient) => invitation(documentId, recipient)),
    events: due.map((recipient) => ({
      type: 'recipient.link_issued',
      payload: {
        recipient_id: recipient.id,
        email: recipient.email,
        role: recipient.role,
        ...(!isMailed(recipient) && { delivery: recipient.delivery }),
      },
    })),
  };
}

/**
 * Moves recipients whose turn has come from pending to sent and queues the invitations of those who get emails, under the
 * document's lock. Returns the audit events, for the caller to append in its own order.
 */
export async function issueLinks(ctx: SqlCtx, document: FullDocument): Promise<NewEvent[]> {
  const { due, mails, events } = dueLinks(document.id, document.recipients);
  if (due.length === 0) return [];
  const now = ctx.now();
  const mailed = due.filter(isMailed);
  const others = due.filter((one) => !isMailed(one));
  if (mailed.length > 0)
    await transitionRecipients(ctx, document, mailed, 'issue link', { linkIssuedAt: now, lastMailedAt: now });
  if (others.length > 0)
    await transitionRecipients(ctx, document, others, 'issue link', { linkIssuedAt: now });
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
