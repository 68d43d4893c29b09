/** All mails about documents, by kind. */
import { completedMail } from './completed.ts';
import { declinedMail } from './declined.ts';
import { expiredMail } from './expired.ts';
import { invitationMail } from './invitation.ts';
import type { MailData, MailKind, RenderedMail } from './mail-data.ts';
import { otpMail } from './otp.ts';
import { reminderMail } from './reminder.ts';
import { voidedMail } from './voided.ts';

const templates: Record<MailKind, (data: MailData) => RenderedMail> = {
  invitation: invitationMail,
  reminder: reminderMail,
  otp: otpMail,
  completed: completedMail,
  declined: declinedMail,
  voided: voidedMail,
  expired: expiredMail,
};

/** Subject, plain text and HTML of one mail: pure, and safe for whatever people wrote. Throws a TypeError for a link that is no URL. */
export function renderMail(kind: MailKind, data: MailData): RenderedMail {
  return templates[kind](data);
}
