/** The endings that stop a document before completion: void, reject, expire. Each mails those whom it concerns. */
import type { DocumentStatus } from '@countersign/contract/document';
import type { TxCtx } from '../ctx.ts';
import { type NewMail, queueMails } from '../mail/queue-mail.ts';
import type { FullDocument } from './lock.ts';
import { type DocumentOperation, guardStatus } from './status.ts';

/** Moves the document, which the caller has locked, to its closing status. Throws document-state when its status does not allow it. */
export async function closeDocument(
  ctx: TxCtx,
  document: FullDocument,
  operation: DocumentOperation,
  status: Extract<DocumentStatus, 'voided' | 'rejected' | 'expired'>,
): Promise<void> {
  guardStatus(operation, document);
  await ctx.tx.document.update({
    where: { id: document.id },
    data: { status, closedAt: ctx.now() },
  });
}

/** Queues a mail to everybody who was given a link and did not decline or hand over. */
export async function mailLinkHolders(
  ctx: TxCtx,
  document: FullDocument,
  kind: 'voided' | 'expired',
  data: Record<string, string> = {},
): Promise<void> {
  const holders = document.recipients.filter(
    (one) => one.linkIssuedAt !== null && one.status !== 'reassigned' && one.status !== 'rejected',
  );
  await queueMails(
    ctx,
    holders.map(
      (one): NewMail => ({
        kind,
        documentId: document.id,
        recipientId: one.id,
        toName: one.name,
        toAddress: one.email,
        data,
      }),
    ),
  );
}
