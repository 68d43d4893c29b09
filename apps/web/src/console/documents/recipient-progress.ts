/** What each recipient has done so far and since when, from the document and its events. Pure. */
import type { DocumentOut, EventOut, RecipientOut } from '@countersign/client/generated/api';
import { underwayStatuses } from '@countersign/contract/enumerations';
import { printAgo, printMoment } from '../parts/moments.ts';

/** Whether the recipient has to sign or approve, and was not replaced by another. */
export const mustAct = ({ role, status }: RecipientOut): boolean =>
  (role === 'signer' || role === 'approver') && status !== 'reassigned';

/** True while recipients can act. */
export const isUnderway = ({ status }: Pick<DocumentOut, 'status'>): boolean =>
  (underwayStatuses as readonly string[]).includes(status);

/** True if the document waits for this recipient now. */
export const isWaitedFor = (document: DocumentOut, one: RecipientOut): boolean =>
  isUnderway(document) && mustAct(one) && (one.status === 'sent' || one.status === 'opened');

/** When the recipient last opened the document, in ISO 8601. */
function openedAt(events: readonly EventOut[], { id }: RecipientOut): string | null {
  const isOpening = ({ event_type, payload }: EventOut) =>
    event_type === 'recipient.opened' && payload.recipient_id === id;
  return events.findLast(isOpening)?.created_at_iso ?? null;
}

/** When the recipient was last emailed, in ISO 8601. */
function mailedAt(events: readonly EventOut[], { id }: RecipientOut): string | null {
  const isEmail = ({ event_type, payload }: EventOut) =>
    event_type === 'envelope.resent'
      ? Array.isArray(payload.recipients) && payload.recipients.includes(id)
      : (event_type === 'recipient.link_issued' || event_type === 'recipient.reminded') &&
        payload.recipient_id === id;
  return events.findLast(isEmail)?.created_at_iso ?? null;
}

/** One sentence about the recipient: what happened and since when. */
export function progressOf(
  document: DocumentOut,
  one: RecipientOut,
  events: readonly EventOut[],
  now = Date.now(),
): string {
  if (one.role === 'cc')
    return document.status === 'completed'
      ? 'Received the completed document'
      : 'Gets the completed document';
  const [act, acted] = one.role === 'approver' ? ['approve', 'approved'] : ['sign', 'signed'];
  const ago = (iso: string | null) => (iso ? ` ${printAgo(iso, now)}` : '');
  switch (one.status) {
    case 'completed':
      return `${one.role === 'approver' ? 'Approved' : 'Signed'} on ${printMoment(one.completed_at)}`;
    case 'rejected':
      return `Declined on ${printMoment(one.rejected_at)}`;
    case 'reassigned':
      return 'Passed it to another person';
    case 'opened': {
      const opened = `Opened it${ago(openedAt(events, one))}`;
      if (one.role === 'viewer') return opened;
      return isUnderway(document) ? `${opened}, not ${acted} yet` : `${opened}, did not ${act}`;
    }
    case 'sent': {
      if (!isUnderway(document)) return one.role === 'viewer' ? 'Did not open it' : `Did not ${act}`;
      if (one.delivery === 'none') return 'Not opened yet';
      return `Emailed${ago(mailedAt(events, one))}, not opened yet`;
    }
    case 'pending':
      if (!isUnderway(document)) return 'Was not asked';
      return one.delivery === 'none' ? 'Can open it in turn' : 'Gets the email in turn';
  }
}
