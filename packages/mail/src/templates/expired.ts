/** Notifies recipients with a link, and the sender, that the document has expired. */
import { formatDate } from './deadline.ts';
import { layOut, subjectOf } from './layout.ts';
import type { MailData, RenderedMail } from './mail-data.ts';
import { plain, prose } from './prose.ts';
import { senderLink } from './sender-link.ts';
import { english } from './words.ts';
import { wordsOf } from './words-of.ts';

/** The email after the expiry. For the sender (`role` null) it explains how to continue. */
export function expiredMail(data: MailData): RenderedMail {
  const words = data.role === null ? english : wordsOf(data.language);
  const at = data.expiresAt && formatDate(data.expiresAt, data.timeZone, words.locale);
  const expired = words.expired.expired(data.documentTitle, at);
  const next =
    data.role === null
      ? prose`It can no longer be signed. To continue, duplicate it and send it with a later date.`
      : words.expired.next(data.senderName);
  return layOut(
    {
      subject: subjectOf(words.expired.subject, data.documentTitle),
      preview: expired,
      heading: plain(words.expired.heading),
      recipientName: data.recipientName,
      blocks: [{ kind: 'text', prose: expired }, { kind: 'text', prose: next }, ...senderLink(data)],
    },
    { ...data, words },
  );
}
