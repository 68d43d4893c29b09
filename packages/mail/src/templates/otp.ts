/** The one-time code (decisions.md, section 3, OTP). It stands in the body alone: subjects are shown on locked screens and logged. */
import { layOut, subjectOf } from './layout.ts';
import type { MailData, RenderedMail } from './mail-data.ts';
import { prose, strong } from './prose.ts';

const validMinutes = 10;

/** The code and nothing to click, so that nobody learns to type codes into pages that a mail leads to. */
export function otpMail(data: MailData): RenderedMail {
  return layOut(
    {
      subject: subjectOf('Your code for', data.documentTitle),
      preview: prose`Enter it on the page that you opened. It is valid for ${String(validMinutes)} minutes.`,
      heading: prose`Your code`,
      recipientName: data.recipientName,
      blocks: [
        {
          kind: 'text',
          prose: prose`Enter this code to open the document ${strong(data.documentTitle)}. It is valid for ${String(validMinutes)} minutes.`,
        },
        { kind: 'code', code: data.code ?? '' },
        {
          kind: 'note',
          prose: prose`Give the code to nobody, not even to the sender. If you did not ask for it, ignore this mail: without the code the document stays closed.`,
        },
      ],
    },
    data,
  );
}
