/** All emails about documents, by kind. */
import { completedMail } from './completed.ts';
import { declinedMail } from './declined.ts';
import { expiredMail } from './expired.ts';
import { invitationMail } from './invitation.ts';
import type { MailData, MailKind, RenderedMail } from './mail-data.ts';
import { otpMail } from './otp.ts';
import { reminderMail } from './reminder.ts';
import { voidedMail } from './voided.ts';
import { wordsOf } from './words-of.ts';

const templates: Record<MailKind, (data: MailData) => RenderedMail> = {
  invitation: invitationMail,
  reminder: reminderMail,
  otp: otpMail,
  completed: completedMail,
  declined: declinedMail,
  voided: voidedMail,
  expired: expiredMail,
};

/** Subject, plain text and HTML of an email. Pure, and safe for any text by other people. Throws a TypeError for a link that is not a URL. */
export function renderMail(kind: MailKind, data: MailData): RenderedMail {
  const { senderName, senderPerson, language } = data;
  const sender = senderPerson ? wordsOf(language).personAt(senderPerson, senderName) : senderName;
  return templates[kind]({ ...data, senderName: sender });
}
