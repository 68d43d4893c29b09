/** Reminds a recipient who is due (decisions.md, section 3, Reminders). */
import { layOut, subjectOf } from './layout.ts';
import type { MailData, RenderedMail } from './mail-data.ts';
import { prose, strong } from './prose.ts';
import { askedOf, requestBlocks } from './request.ts';

/** The invitation once more, named a reminder, with the same link. */
export function reminderMail(data: MailData): RenderedMail {
  const { verb } = askedOf(data.role);
  const waits = prose`${data.senderName} is still waiting for you to ${verb} the document ${strong(data.documentTitle)}.`;
  return layOut(
    {
      subject: subjectOf(`Reminder: please ${verb}:`, data.documentTitle),
      preview: waits,
      heading: prose`A document is waiting for you`,
      recipientName: data.recipientName,
      blocks: [{ kind: 'text', prose: waits }, ...requestBlocks(data)],
    },
    data,
  );
}
