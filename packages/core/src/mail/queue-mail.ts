/** Writes a mail and its job in the caller's transaction: both exist if and only if the change that causes them commits. */
import { newId } from '@countersign/contract/ids';
import { type ColumnValue, columnOf } from '@countersign/db/sql';
import type { AccountMailKind, MailKind } from '@countersign/mail/templates/mail-data';
import { jobs } from '@countersign/queue/jobs';
import type { Base, InTransaction, SqlCtx } from '../ctx.ts';
import { realClock } from '../document-clock.ts';

interface Addressed {
  toName: string;
  toAddress: string;
  /** Values for the template beyond the document itself; never a link or a code. */
  data?: Record<string, string>;
  /** A one-time code, or the secret part of a single-use link. Stored encrypted, and erased once sent. */
  code?: string;
}

/** A mail about a document. */
export interface NewMail extends Addressed {
  kind: MailKind;
  documentId: string;
  recipientId?: string;
}

/** A mail to a member of a workspace, about signing in or joining. */
export interface NewAccountMail extends Addressed {
  kind: AccountMailKind;
  workspaceId: string | null;
}

/** The encryption context of a mail's code. */
export function codeContext(mailId: string): string {
  return `mail:${mailId}`;
}

/** Mails of a bulk send, which are sent after the mails of single documents (pace.ts). */
export interface BulkMails {
  /** Invitations and reminders wait for the sending window of this bulk send. */
  bulkSendId: string;
  /** Those with a higher priority are sent first, among the bulk mails of a workspace. */
  priority: number;
}

/** Queues mails. Each is delivered at least once; a repetition has the same Message-ID. */
export async function queueMails(ctx: SqlCtx, mails: readonly NewMail[], bulk?: BulkMails): Promise<void> {
  await writeMails(
    ctx,
    mails.map((mail) => ({ ...mail, workspaceId: ctx.workspaceId })),
    bulk,
  );
}

/** What queueing a mail needs of a context. */
type MailCtx = Pick<SqlCtx, 'db'> & Omit<Base, 'db'> & InTransaction;

/** The same for one mail to a person, who need not be in a workspace. */
export async function queueAccountMail(ctx: MailCtx, mail: NewAccountMail): Promise<void> {
  await writeMails(ctx, [mail]);
}

type Row =
  | (NewMail & { workspaceId: string })
  | (NewAccountMail & { documentId?: never; recipientId?: never });

async function writeMails(ctx: MailCtx, mails: readonly Row[], bulk?: BulkMails): Promise<void> {
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
        mail.code === undefined
          ? null
          : `\\x${Buffer.from(ctx.secrets.encrypt(Buffer.from(mail.code), codeContext(id))).toString('hex')}`,
    };
  });
  const all = (pick: (row: (typeof rows)[number]) => ColumnValue) => columnOf(rows.map(pick));
  // The real time, even if the document's clock is ahead: the mail waits for real mail servers.
  const createdAt = realClock(ctx.now)();
  await ctx.db.$executeRaw`
    INSERT INTO mail (id, workspace_id, document_id, recipient_id, kind, to_name, to_address, data, sealed_code, bulk_send_id, created_at)
    SELECT m.*, ${bulk?.bulkSendId ?? null}::uuid, ${createdAt}::timestamptz
    FROM unnest(${all(({ id }) => id)}::uuid[], ${all(({ workspaceId }) => workspaceId)}::uuid[],
      ${all(({ documentId }) => documentId)}::uuid[], ${all(({ recipientId }) => recipientId)}::uuid[],
      ${all(({ kind }) => kind)}::text[], ${all(({ toName }) => toName)}::text[], ${all(({ toAddress }) => toAddress)}::text[],
      ${all(({ data }) => data)}::jsonb[], ${all(({ sealedCode }) => sealedCode)}::bytea[]) AS m`;
  await ctx.enqueueMany(
    bulk ? jobs.mailSendBulk : jobs.mailSend,
    rows.map(({ id }) => ({ mail_id: id })),
    bulk && { priority: bulk.priority },
  );
}
