/** Tells whoever had a link, and the sender, that the time to sign is over. */
import { formatDate } from './deadline.ts';
import { layOut, subjectOf } from './layout.ts';
import type { MailData, RenderedMail } from './mail-data.ts';
import { plain, prose } from './prose.ts';
import { senderLink } from './sender-link.ts';
import { english } from './words.ts';
import { wordsOf } from './words-of.ts';

/** The mail after the expiry; to the sender (`role` null) it says how to go on. */
export function expiredMail(data: MailData): RenderedMail {
  const words = data.role === null ? english : wordsOf(data.language);
  const at = data.expiresAt && formatDate(data.expiresAt, data.timeZone, words.locale);
  const expired = words.expired.expired(data.documentTitle, at);
  const next =
    data.role === null
      ? prose`Nobody can sign it any more. To go on, duplicate it and send it with a later date.`
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
