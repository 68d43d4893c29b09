/** Tells whoever had a link that the sender withdrew the document. */
import { type Block, layOut, subjectOf } from './layout.ts';
import type { MailData, RenderedMail } from './mail-data.ts';
import { prose, strong } from './prose.ts';

/** The mail that calls a request off, with the reason given. */
export function voidedMail(data: MailData): RenderedMail {
  const withdrawn = prose`${data.senderName} has withdrawn the document ${strong(data.documentTitle)}.`;
  const blocks: Block[] = [{ kind: 'text', prose: withdrawn }];
  if (data.reason?.trim()) blocks.push({ kind: 'quote', label: 'Reason given', text: data.reason });
  blocks.push({
    kind: 'text',
    prose: prose`You need do nothing more. The link that you were sent no longer leads to the document.`,
  });
  return layOut(
    {
      subject: subjectOf('Withdrawn:', data.documentTitle),
      preview: withdrawn,
      heading: prose`A document was withdrawn`,
      recipientName: data.recipientName,
      blocks,
    },
    data,
  );
}
