/** Notifies the sender that a recipient declined. */
import { type Block, layOut, subjectOf } from './layout.ts';
import type { MailData, RenderedMail } from './mail-data.ts';
import { prose, strong } from './prose.ts';
import { senderLink } from './sender-link.ts';

/** The email to the sender, with the reason. */
export function declinedMail(data: MailData): RenderedMail {
  const who = data.declinedBy?.trim() ? data.declinedBy : 'A recipient';
  const declined = prose`${who} has declined the document ${strong(data.documentTitle)}.`;
  const blocks: Block[] = [{ kind: 'text', prose: declined }];
  if (data.reason?.trim()) blocks.push({ kind: 'quote', label: 'Reason given', text: data.reason });
  blocks.push({
    kind: 'text',
    prose: prose`The document is closed and can no longer be signed. To try again, duplicate it, change what is needed, and send it.`,
  });
  blocks.push(...senderLink(data));
  return layOut(
    {
      subject: subjectOf('Declined:', data.documentTitle),
      preview: declined,
      heading: prose`A document was declined`,
      recipientName: data.recipientName,
      blocks,
    },
    data,
  );
}
