/** Notifies everyone, cc included, that the document is completed and sealed. */
import { type Block, layOut, subjectOf } from './layout.ts';
import type { MailData, RenderedMail } from './mail-data.ts';
import { plain, prose, strong } from './prose.ts';
import { senderLink } from './sender-link.ts';
import { english } from './words.ts';
import { wordsOf } from './words-of.ts';

/** The email with the link to the completed copy. */
export function completedMail(data: MailData): RenderedMail {
  const isSender = data.role === null;
  const words = isSender ? english : wordsOf(data.language);
  const { completed } = words;
  const done = isSender
    ? prose`Everyone has completed the document ${strong(data.documentTitle)}.`
    : completed.done(data.documentTitle, data.senderName);
  const blocks: Block[] = [
    { kind: 'text', prose: done },
    { kind: 'text', prose: plain(completed.copy) },
  ];
  if (isSender) blocks.push(...senderLink(data));
  else if (data.link)
    blocks.push(
      { kind: 'button', label: completed.button, link: data.link },
      { kind: 'note', prose: plain(words.linkToRead) },
    );
  return layOut(
    {
      subject: subjectOf(completed.subject, data.documentTitle),
      preview: done,
      heading: plain(completed.heading),
      recipientName: data.recipientName,
      blocks,
    },
    { ...data, words, report: data.reportLink },
  );
}
