/** Writes a mail and its job in the caller's transaction: no mail without its change, no change without its mail. */
import { newId } from '@countersign/contract/ids';
import type { AccountMailKind, MailKind } from '@countersign/mail/templates/mail-data';
import { jobs } from '@countersign/queue/jobs';
import type { Base, InTransaction, TxCtx } from '../ctx.ts';

interface Addressed {
  toName: string;
  toAddress: string;
  /** What the template needs beyond the document itself; never a link or a code. */
  data?: Record<string, string>;
  /** A one-time code, or the secret part of a link that works once; kept encrypted and erased once sent. */
  code?: string;
}

/** About a document. */
export interface NewMail extends Addressed {
  kind: MailKind;
  documentId: string;
  recipientId?: string;
}

/** To a person who works here, about signing in or joining. */
export interface NewAccountMail extends Addressed {
  kind: AccountMailKind;
  workspaceId: string | null;
}

/** The context that a mail's encrypted code is bound to. */
export function codeContext(mailId: string): string {
  return `mail:${mailId}`;
}

/**
 * Queues mails; each is delivered at least once, and repeated only with the same Message-ID. With a `priority` below 0 they
 * stand behind those that somebody waits for.
 */
export async function queueMails(
  ctx: TxCtx,
  mails: readonly NewMail[],
  options: { priority?: number } = {},
): Promise<void> {
  await writeMails(
    ctx,
    mails.map((mail) => ({ ...mail, workspaceId: ctx.workspaceId })),
    options,
  );
}

/** As queueMails, to people who work here; they need not be in a workspace. */
export async function queueAccountMail(ctx: Base & InTransaction, mail: NewAccountMail): Promise<void> {
  await writeMails(ctx, [mail]);
}

type Row =
  | (NewMail & { workspaceId: string })
  | (NewAccountMail & { documentId?: never; recipientId?: never });

async function writeMails(
  ctx: Base & InTransaction,
  mails: readonly Row[],
  options: { priority?: number } = {},
): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => {
    const id = newId();
    return {
      id,
      workspaceId: mail.workspaceId,
      documentId: mail.documentId ?? null,
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
    options,
  );
}
