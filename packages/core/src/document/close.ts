/** What the operations that close a document before completion (void, reject, expire) have in common. */
import type { TxCtx } from '../ctx.ts';
import { type NewMail, queueMails } from '../mail/queue-mail.ts';
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
}

/** Queues a mail to every recipient with a signing link, except those who were reassigned or get no emails. */
export async function mailLinkHolders(
  ctx: TxCtx,
  document: FullDocument,
  kind: 'voided' | 'expired',
  data: Record<string, string> = {},
): Promise<void> {
  const holders = document.recipients.filter(
    (one) => one.linkIssuedAt !== null && isActive(one) && isMailed(one),
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
