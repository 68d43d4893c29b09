/** What the mail templates take and give (docs/spec/decisions.md, section 3). All texts may come from people: nothing is trusted. */

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

/** Mails to people who work here: about signing in and joining, not about a document. */
export const accountMailKinds = ['sign-in', 'team-invitation'] as const;
export type AccountMailKind = (typeof accountMailKinds)[number];

export interface MailData {
  /** Of mails to recipients; those to the sender are in English, as the console is. */
  language: MailLanguage;
  workspaceName: string;
  /** `#rrggbb`; anything else means the default blue. */
  accentColor: string;
  documentTitle: string;
  documentId: string;
  senderName: string;
  /** What the sender wrote to the recipients; may have several lines. */
  message: string | null;
  recipientName: string;
  /** Null when the mail goes to the sender. */
  role: 'signer' | 'approver' | 'viewer' | 'cc' | null;
  /** The recipient's own link; the document's page in the console when the mail goes to the sender. */
  link: string | null;
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
  /** The same content as `html`; a link stands on a line of its own. */
  text: string;
  /** A whole HTML document, without images, scripts or anything to fetch. */
  html: string;
}
