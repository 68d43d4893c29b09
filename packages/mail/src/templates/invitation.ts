/** Asks a recipient to sign, approve or read. */
import { layOut, subjectOf } from './layout.ts';
import type { MailData, RenderedMail } from './mail-data.ts';
import { plain } from './prose.ts';
import { askedOf, requestBlocks } from './request.ts';
import { wordsOf } from './words-of.ts';

/** The mail that brings a recipient the signing link. */
export function invitationMail(data: MailData): RenderedMail {
  const words = wordsOf(data.language);
  const request = words.request[askedOf(data.role)];
  const asks = request.asks(data.senderName, data.documentTitle);
  return layOut(
    {
      subject: subjectOf(request.subject, data.documentTitle),
      preview: asks,
      heading: plain(request.heading),
      recipientName: data.recipientName,
      blocks: [{ kind: 'text', prose: asks }, ...requestBlocks(data)],
    },
    { ...data, words, report: data.reportLink },
  );
}
