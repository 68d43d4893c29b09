/** Emails of documents, sent to a mailer in memory. */
import { deliverMail } from '@countersign/core/mail-delivery/deliver-mail';
import type { Mailer, OutgoingMail } from '@countersign/mail/mailer';
import type { TestBase } from './base.ts';

/** A mailer that keeps emails, or fails as configured. The SMTP adapter is tested against a real server elsewhere. */
export function keepingMailer(fail?: () => Error): Mailer & { sent: OutgoingMail[] } {
  const sent: OutgoingMail[] = [];
  return {
    sent,
    send: async (message) => {
      const error = fail?.();
      if (error) throw error;
      sent.push(message);
      return { messageId: message.messageId, answer: '250 OK' };
    },
    check: async () => undefined,
    close: async () => undefined,
  };
}

/** Whether a text contains a one-time code as a number of its own, not as part of a hash, an id or a longer number. */
export const containsCode = (text: string, code: string): boolean =>
  new RegExp(`(?<![0-9a-f.])${code}(?![0-9a-f])`).test(text);

/** All emails of a document, in order. */
export const mailsOf = (base: TestBase, documentId: string) =>
  base.db.mail.findMany({ where: { documentId }, orderBy: { id: 'asc' } });

/** Runs the job of each email once and returns the outcomes. */
export async function deliverAll(base: TestBase, documentId: string, mailer: Mailer): Promise<string[]> {
  const outcomes: string[] = [];
  for (const mail of await mailsOf(base, documentId)) {
    outcomes.push(
      await deliverMail(
        { ...base, mailer, mailFrom: 'Countersign <c@example.test>' },
        { mailId: mail.id, requestId: 'r' },
      ),
    );
  }
  return outcomes;
}
