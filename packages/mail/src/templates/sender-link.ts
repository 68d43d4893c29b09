/** The way to a document for whoever sent it: its page in the console, behind the sign-in. */
import type { Block } from './layout.ts';
import type { MailData } from './mail-data.ts';

/** A button in mails to the sender; nothing in mails to recipients, whose link is another. */
export function senderLink({ role, link }: MailData): Block[] {
  return role === null && link ? [{ kind: 'button', label: 'Open the document', link }] : [];
}
