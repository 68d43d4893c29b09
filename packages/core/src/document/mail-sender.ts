/** Mails to whoever sent a document: the person who made it, else the owners of the workspace (decisions.md, section 3). */
import { normalizeEmail } from '@countersign/contract/common';
import type { Actor } from '@countersign/contract/event';
import type { TxCtx } from '../ctx.ts';
import { type NewMail, queueMails } from '../mail/queue-mail.ts';
import type { FullDocument } from './lock.ts';

interface Addressee {
  name: string;
  email: string;
}

const maxOwners = 10;

/** Queues a mail to the person who made the document; to the owners when a key made it, or the person has left. */
export async function mailSender(
  ctx: TxCtx,
  document: FullDocument,
  kind: 'declined' | 'expired',
  data: Record<string, string> = {},
): Promise<void> {
  const maker = await findMaker(ctx, document);
  await mailAll(ctx, document, maker ? [maker] : await findOwners(ctx, document), kind, data);
}

/**
 * Queues the mail about completion to the person who made the document, unless they get one as a recipient. Programs hear of
 * it by webhook, and whoever made a bulk send looks at that.
 */
export async function mailMakerOfCompleted(ctx: TxCtx, document: FullDocument): Promise<void> {
  const maker = await findMaker(ctx, document);
  if (!maker || document.recipients.some((one) => one.emailNormalized === normalizeEmail(maker.email)))
    return;
  if (!(await isOfBulkSend(ctx, document))) await mailAll(ctx, document, [maker], 'completed');
}

async function findMaker(ctx: TxCtx, document: FullDocument): Promise<Addressee | null> {
  const maker = document.createdBy as unknown as Actor;
  if (maker.type !== 'user') return null;
  const seat = await ctx.tx.membership.findUnique({
    where: { workspaceId_userId: { workspaceId: document.workspaceId, userId: maker.id } },
    include: { user: true },
  });
  return seat && seesDocument(seat.role, document) ? seat.user : null;
}

/** A document that was hidden from members since is nothing to tell them of. */
function seesDocument(role: string, document: FullDocument): boolean {
  return role !== 'member' || document.visibility === 'everyone';
}

async function findOwners(ctx: TxCtx, document: FullDocument): Promise<Addressee[]> {
  const owners = await ctx.tx.membership.findMany({
    where: { workspaceId: document.workspaceId, role: 'owner' },
    include: { user: true },
    take: maxOwners,
  });
  return owners.map(({ user }) => user);
}

/** By the first link of the audit trail, which tells where a document came from. */
async function isOfBulkSend(ctx: TxCtx, document: FullDocument): Promise<boolean> {
  const created = await ctx.tx.event.findUnique({
    where: { documentId_seq: { documentId: document.id, seq: 1 } },
  });
  return 'bulk_send_id' in ((created?.payload ?? {}) as Record<string, unknown>);
}

async function mailAll(
  ctx: TxCtx,
  document: FullDocument,
  people: readonly Addressee[],
  kind: 'declined' | 'expired' | 'completed',
  data: Record<string, string> = {},
): Promise<void> {
  await queueMails(
    ctx,
    people.map(
      ({ name, email }): NewMail => ({ kind, documentId: document.id, toName: name, toAddress: email, data }),
    ),
  );
}
