/** Tells whoever had a link, and the sender, that the time to sign is over. */
import { formatDate } from './deadline.ts';
import { layOut, subjectOf } from './layout.ts';
import type { MailData, RenderedMail } from './mail-data.ts';
import { prose, strong } from './prose.ts';
import { senderLink } from './sender-link.ts';

/** The mail after the expiry; to the sender (`role` null) it says how to go on. */
export function expiredMail(data: MailData): RenderedMail {
  const at = data.expiresAt ? prose` on ${formatDate(data.expiresAt, data.timeZone)}` : prose``;
  const expired = [
    ...prose`The document ${strong(data.documentTitle)} expired`,
    ...at,
    ...prose`, before everybody had completed it.`,
  ];
  const next =
    data.role === null
      ? prose`Nobody can sign it any more. To go on, duplicate it and send it with a later date.`
      : prose`You need do nothing more. If it still matters, ask ${data.senderName} to send it again.`;
  return layOut(
    {
      subject: subjectOf('Expired:', data.documentTitle),
      preview: expired,
      heading: prose`A document has expired`,
      recipientName: data.recipientName,
      blocks: [{ kind: 'text', prose: expired }, { kind: 'text', prose: next }, ...senderLink(data)],
    },
    data,
  );
}
