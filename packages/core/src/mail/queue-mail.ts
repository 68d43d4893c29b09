/** Writes a mail and its job in the caller's transaction: no mail without its change, no change without its mail. */
import { newId } from '@countersign/contract/ids';
import type { MailKind } from '@countersign/mail/templates/mail-data';
import { jobs } from '@countersign/queue/jobs';
import type { TxCtx } from '../ctx.ts';

export interface NewMail {
  kind: MailKind;
  documentId: string;
  recipientId?: string;
  toName: string;
  toAddress: string;
  /** What the template needs beyond the document itself; never a link or a code. */
  data?: Record<string, string>;
  /** A one-time code; kept encrypted and erased once sent. */
  code?: string;
}

/** The context that a mail's encrypted code is bound to. */
export function codeContext(mailId: string): string {
  return `mail:${mailId}`;
}

/** Queues mails; each is delivered at least once, and repeated only with the same Message-ID. */
export async function queueMails(ctx: TxCtx, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => {
    const id = newId();
    return {
      id,
      workspaceId: ctx.workspaceId,
      documentId: mail.documentId,
      recipientId: mail.recipientId ?? null,
      kind: mail.kind,
      toName: mail.toName,
      toAddress: mail.toAddress,
      data: mail.data ?? {},
      sealedCode:
        mail.code === undefined ? null : ctx.secrets.encrypt(Buffer.from(mail.code), codeContext(id)),
      createdAt: ctx.now(),
    };
  });
  await ctx.tx.mail.createMany({ data: rows });
  await ctx.enqueueMany(
    jobs.mailSend,
    rows.map(({ id }) => ({ mail_id: id })),
  );
}
