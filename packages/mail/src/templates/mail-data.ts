/** Input and output of the mail templates (docs/spec/decisions.md, section 3). Texts may come from users, so none is trusted. */

import type { MailLanguage } from './words.ts';

export const mailKinds = [
  'invitation',
  'reminder',
  'otp',
  'completed',
  'declined',
  'voided',
  'expired',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** Emails to users of the console: about signing in, joining a workspace, and to operators about reports of abuse. */
export const accountMailKinds = ['sign-in', 'sign-in-method', 'team-invitation', 'abuse-report'] as const;
export type AccountMailKind = (typeof accountMailKinds)[number];

/** The id of the logo among the images of a mail. */
export const logoId = 'logo';

export interface MailData {
  /** For emails to recipients. Those to the sender are in English, like the console. */
  language: MailLanguage;
  workspaceName: string;
  /** `#rrggbb`; anything else means the default blue. */
  accentColor: string;
  /** Whether the mail carries the image `logoId`. */
  hasLogo?: boolean;
  documentTitle: string;
  documentId: string;
  /** The workspace as the sender. */
  senderName: string;
  /** The member who sent the document; null if a program did. */
  senderPerson: string | null;
  /** The message of the sender to the recipients; may have several lines. */
  message: string | null;
  recipientName: string;
  /** Null when the mail goes to the sender. */
  role: 'signer' | 'approver' | 'viewer' | 'cc' | null;
  /** The recipient's own link; the document's page in the console when the mail goes to the sender. */
  link: string | null;
  /** The page where a recipient reports abuse to the operator; null in emails to the sender. */
  reportLink: string | null;
  expiresAt: Date | null;
  /** IANA name, for the dates in the mail. */
  timeZone: string;
  mode: 'live' | 'test';
  /** Why it was declined or voided. */
  reason: string | null;
  declinedBy: string | null;
  /** The one-time code. */
  code: string | null;
}

export interface RenderedMail {
  /** One line. */
  subject: string;
  /** The same content as `html`; a link is on its own line. */
  text: string;
  /** A whole HTML document, without scripts or anything to fetch. Its only image is the logo in the mail itself. */
  html: string;
}
