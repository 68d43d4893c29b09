/** Mails to whoever sent a document: the person who made it, else the owners of the workspace (docs/spec/decisions.md, section 3). */
import { normalizeEmail } from '@countersign/contract/common';
import type { Actor } from '@countersign/contract/event';
import type { SqlCtx, TxCtx } from '../ctx.ts';
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
export async function mailMakerOfCompleted(ctx: SqlCtx, document: FullDocument): Promise<void> {
  const maker = await findMaker(ctx, document);
  if (!maker || document.recipients.some((one) => one.emailNormalized === normalizeEmail(maker.email)))
    return;
  if (!(await isOfBulkSend(ctx, document))) await mailAll(ctx, document, [maker], 'completed');
}

async function findMaker(ctx: SqlCtx, document: FullDocument): Promise<Addressee | null> {
  const maker = document.createdBy as unknown as Actor;
  if (maker.type !== 'user') return null;
  const [seat] = await ctx.tx.$queryRaw<Array<Addressee & { role: string }>>`
    SELECT u.name, u.email, m.role::text FROM membership m JOIN app_user u ON u.id = m.user_id
    WHERE m.workspace_id = ${document.workspaceId}::uuid AND m.user_id = ${maker.id}::uuid`;
  return seat && seesDocument(seat.role, document) ? seat : null;
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
async function isOfBulkSend(ctx: SqlCtx, document: FullDocument): Promise<boolean> {
  const [created] = await ctx.tx.$queryRaw<Array<{ bulk: boolean }>>`
    SELECT jsonb_exists(payload, 'bulk_send_id') AS bulk FROM event WHERE document_id = ${document.id}::uuid AND seq = 1`;
  return created?.bulk ?? false;
}

async function mailAll(
  ctx: SqlCtx,
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
