/** What the operations that close a document before completion (void, reject, expire) have in common. */
import type { Recipient } from '@countersign/db/models';
import type { TxCtx } from '../ctx.ts';
import { type BulkMails, type NewMail, queueMails } from '../mail/queue-mail.ts';
import { dropDrafts } from '../recipient/drop-drafts.ts';
import { isActive, isMailed } from '../recipient/status.ts';
import type { FullDocument } from './lock.ts';
import { transition } from './transition.ts';

/** Closes the document, which the caller has locked. Throws document-state if its status does not allow the operation. */
export async function closeDocument(
  ctx: TxCtx,
  document: FullDocument,
  operation: 'void' | 'reject' | 'expire',
): Promise<void> {
  await transition(ctx, document, operation, { closedAt: ctx.now() });
  await dropDrafts(ctx, document.recipients);
}

/** Queues the mails of mailsToLinkHolders. */
export async function mailLinkHolders(
  ctx: TxCtx,
  document: FullDocument,
  kind: 'voided' | 'expired',
  { data = {}, bulk }: { data?: Record<string, string>; bulk?: BulkMails | undefined } = {},
): Promise<void> {
  await queueMails(ctx, mailsToLinkHolders(document, kind, data), bulk);
}

/** A mail to every recipient with a signing link, except those who were reassigned or get no emails. Pure. */
export function mailsToLinkHolders(
  document: { id: string; recipients: ReadonlyArray<LinkHolder> },
  kind: 'voided' | 'expired',
  data: Record<string, string>,
): NewMail[] {
  const holders = document.recipients.filter(
    (one) => one.linkIssuedAt !== null && isActive(one) && isMailed(one),
  );
  return holders.map((one) => ({
    kind,
    documentId: document.id,
    recipientId: one.id,
    toName: one.name,
    toAddress: one.email,
    data,
  }));
}

type LinkHolder = Pick<Recipient, 'id' | 'name' | 'email' | 'linkIssuedAt' | 'status' | 'delivery'>;
