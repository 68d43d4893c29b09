/** Reminds a recipient who has not acted (docs/spec/decisions.md, section 3, Reminders). */
import { layOut, subjectOf } from './layout.ts';
import type { MailData, RenderedMail } from './mail-data.ts';
import { plain } from './prose.ts';
import { askedOf, requestBlocks } from './request.ts';
import { wordsOf } from './words-of.ts';

/** The content of the invitation with the same link, presented as a reminder. */
export function reminderMail(data: MailData): RenderedMail {
  const words = wordsOf(data.language);
  const request = words.request[askedOf(data.role)];
  const waits = request.waits(data.senderName, data.documentTitle);
  return layOut(
    {
      subject: subjectOf(request.reminderSubject, data.documentTitle),
      preview: waits,
      heading: plain(words.reminderHeading),
      recipientName: data.recipientName,
      blocks: [{ kind: 'text', prose: waits }, ...requestBlocks(data)],
    },
    { ...data, words, report: data.reportLink },
  );
}
