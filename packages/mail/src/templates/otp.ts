/** The one-time code (docs/spec/decisions.md, section 3, OTP). It stands in the body alone: subjects are shown on locked screens and logged. */
import { layOut, subjectOf } from './layout.ts';
import type { MailData, RenderedMail } from './mail-data.ts';
import { plain } from './prose.ts';
import { wordsOf } from './words-of.ts';

const validMinutes = '10';

/** The code and nothing to click, so that nobody learns to type codes into pages that a mail leads to. */
export function otpMail(data: MailData): RenderedMail {
  const words = wordsOf(data.language);
  return layOut(
    {
      subject: subjectOf(words.code.subject, data.documentTitle),
      preview: words.code.preview(validMinutes),
      heading: plain(words.code.heading),
      recipientName: data.recipientName,
      blocks: [
        { kind: 'text', prose: words.code.enter(data.documentTitle, validMinutes) },
        { kind: 'code', code: data.code ?? '' },
        { kind: 'note', prose: plain(words.code.keep) },
      ],
    },
    { ...data, words },
  );
}
