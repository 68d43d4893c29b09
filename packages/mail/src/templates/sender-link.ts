/** The sender's link to a document: its page in the console, which requires sign-in. */
import type { Block } from './layout.ts';
import type { MailData } from './mail-data.ts';

/** A button in emails to the sender. Emails to recipients have other links. */
export function senderLink({ role, link }: MailData): Block[] {
  return role === null && link ? [{ kind: 'button', label: 'Open the document', link }] : [];
}
