/**
 * The one-time code (docs/spec/decisions.md, section 3, OTP). It is only in the body, because subjects are logged and shown on locked
 * screens.
 */
import { layOut, subjectOf } from './layout.ts';
import type { MailData, RenderedMail } from './mail-data.ts';
import { plain } from './prose.ts';
import { wordsOf } from './words-of.ts';

const validMinutes = '10';

/** The code without a link, so that people do not learn to type codes into pages that an email links to. */
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
