/** Notifies recipients with a link that the sender voided the document. */
import { type Block, layOut, subjectOf } from './layout.ts';
import type { MailData, RenderedMail } from './mail-data.ts';
import { plain } from './prose.ts';
import { wordsOf } from './words-of.ts';

/** The email that cancels a request, with the reason. */
export function voidedMail(data: MailData): RenderedMail {
  const words = wordsOf(data.language);
  const voided = words.voided.voided(data.senderName, data.documentTitle);
  const blocks: Block[] = [{ kind: 'text', prose: voided }];
  if (data.reason?.trim()) blocks.push({ kind: 'quote', label: words.reasonLabel, text: data.reason });
  blocks.push({ kind: 'text', prose: plain(words.voided.next) });
  return layOut(
    {
      subject: subjectOf(words.voided.subject, data.documentTitle),
      preview: voided,
      heading: plain(words.voided.heading),
      recipientName: data.recipientName,
      blocks,
    },
    { ...data, words },
  );
}
