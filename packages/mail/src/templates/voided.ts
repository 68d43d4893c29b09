/** Tells whoever had a link that the sender withdrew the document. */
import { type Block, layOut, subjectOf } from './layout.ts';
import type { MailData, RenderedMail } from './mail-data.ts';
import { plain } from './prose.ts';
import { wordsOf } from './words-of.ts';

/** The mail that calls a request off, with the reason given. */
export function voidedMail(data: MailData): RenderedMail {
  const words = wordsOf(data.language);
  const withdrawn = words.voided.withdrawn(data.senderName, data.documentTitle);
  const blocks: Block[] = [{ kind: 'text', prose: withdrawn }];
  if (data.reason?.trim()) blocks.push({ kind: 'quote', label: words.reasonLabel, text: data.reason });
  blocks.push({ kind: 'text', prose: plain(words.voided.next) });
  return layOut(
    {
      subject: subjectOf(words.voided.subject, data.documentTitle),
      preview: withdrawn,
      heading: plain(words.voided.heading),
      recipientName: data.recipientName,
      blocks,
    },
    { ...data, words },
  );
}
