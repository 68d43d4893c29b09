/** Tells everybody, cc included, that the document is complete and sealed. */
import { type Block, layOut, subjectOf } from './layout.ts';
import type { MailData, RenderedMail } from './mail-data.ts';
import { prose, strong } from './prose.ts';
import { senderLink } from './sender-link.ts';

/** The mail that leads to the sealed copy. */
export function completedMail(data: MailData): RenderedMail {
  const isSender = data.role === null;
  const done = isSender
    ? prose`Everybody has completed the document ${strong(data.documentTitle)}.`
    : prose`Everybody has completed the document ${strong(data.documentTitle)}, sent by ${data.senderName}.`;
  const blocks: Block[] = [
    { kind: 'text', prose: done },
    {
      kind: 'text',
      prose: prose`The copy for your records is sealed with a digital signature, which shows any later change, and ends with a certificate of who did what and when.`,
    },
  ];
  if (isSender) blocks.push(...senderLink(data));
  else if (data.link) blocks.push({ kind: 'button', label: 'Get the sealed document', link: data.link });
  if (data.link && !isSender) {
    blocks.push({
      kind: 'note',
      prose: prose`This link is yours alone: whoever has it can read the document.`,
    });
  }
  return layOut(
    {
      subject: subjectOf('Completed:', data.documentTitle),
      preview: done,
      heading: prose`The document is complete`,
      recipientName: data.recipientName,
      blocks,
    },
    data,
  );
}
