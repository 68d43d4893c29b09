/** Asks a recipient to sign, approve or read. */
import { layOut, subjectOf } from './layout.ts';
import type { MailData, RenderedMail } from './mail-data.ts';
import { prose, strong } from './prose.ts';
import { askedOf, requestBlocks } from './request.ts';

/** The mail that brings a recipient the signing link. */
export function invitationMail(data: MailData): RenderedMail {
  const { verb } = askedOf(data.role);
  const asks = prose`${data.senderName} asks you to ${verb} the document ${strong(data.documentTitle)}.`;
  return layOut(
    {
      subject: subjectOf(`Please ${verb}:`, data.documentTitle),
      preview: asks,
      heading: prose`A document for you to ${verb}`,
      recipientName: data.recipientName,
      blocks: [{ kind: 'text', prose: asks }, ...requestBlocks(data)],
    },
    data,
  );
}
