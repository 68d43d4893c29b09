/**
 * Mails to the sender of a document: the person who created it, otherwise the owners of the workspace (docs/spec/decisions.md,
 * section 3).
 */
import { normalizeEmail } from '@countersign/contract/common';
import type { Actor } from '@countersign/contract/event';
import type { Delivery } from '@countersign/contract/recipient';
import type { Document } from '@countersign/db/models';
import type { SqlCtx, TxCtx } from '../ctx.ts';
import { type NewMail, queueMails } from './queue-mail.ts';

/** The columns of a document that decide who receives a mail about it. */
type SentDocument = Pick<Document, 'id' | 'workspaceId' | 'visibility' | 'createdBy'>;

interface Addressee {
  name: string;
  email: string;
}

const maxOwners = 10;

/** Queues a mail to the person who created the document; to the owners if a key created it or the person has left. */
export async function notifySender(
  ctx: TxCtx,
  document: SentDocument,
  kind: 'declined' | 'expired',
  data: Record<string, string> = {},
): Promise<void> {
  const creator = await findCreator(ctx, document);
  await mailAll(ctx, document, creator ? [creator] : await findOwners(ctx, document), kind, data);
}

/**
 * Queues the mail about completion to the person who created the document, unless that person receives one as a recipient. Not for
 * documents created by a key, which learns of it by webhook, nor for those of a bulk send, which shows the status of all its rows.
 */
export async function notifySenderOfCompletion(
  ctx: SqlCtx,
  document: SentDocument & { recipients: ReadonlyArray<{ emailNormalized: string; delivery: Delivery }> },
): Promise<void> {
  const creator = await findCreator(ctx, document);
  if (!creator) return;
  const address = normalizeEmail(creator.email);
  if (document.recipients.some((one) => one.delivery === 'email' && one.emailNormalized === address)) return;
  if (!(await isOfBulkSend(ctx, document))) await mailAll(ctx, document, [creator], 'completed');
}

async function findCreator(ctx: SqlCtx, document: SentDocument): Promise<Addressee | null> {
  const creator = document.createdBy as unknown as Actor;
  if (creator.type !== 'user') return null;
  const [seat] = await ctx.db.$queryRaw<Array<Addressee & { role: string }>>`
    SELECT u.name, u.email, m.role::text FROM membership m JOIN app_user u ON u.id = m.user_id
    WHERE m.workspace_id = ${document.workspaceId}::uuid AND m.user_id = ${creator.id}::uuid`;
  return seat && seesDocument(seat.role, document) ? seat : null;
}

/** A member receives no mail about a document that is visible to managers only. */
function seesDocument(role: string, document: SentDocument): boolean {
  return role !== 'member' || document.visibility === 'everyone';
}

async function findOwners(ctx: TxCtx, document: SentDocument): Promise<Addressee[]> {
  const owners = await ctx.db.membership.findMany({
    where: { workspaceId: document.workspaceId, role: 'owner' },
    include: { user: true },
    take: maxOwners,
  });
  return owners.map(({ user }) => user);
}

/** The first event of the audit trail records where the document came from. */
async function isOfBulkSend(ctx: SqlCtx, document: SentDocument): Promise<boolean> {
  const [created] = await ctx.db.$queryRaw<Array<{ bulk: boolean }>>`
    SELECT jsonb_exists(payload, 'bulk_send_id') AS bulk FROM event WHERE document_id = ${document.id}::uuid AND seq = 1`;
  // Equal mutant "created?.bulk ?? false → created?.bulk": it is only asked whether it is true.
  return created?.bulk ?? false;
}

async function mailAll(
  ctx: SqlCtx,
  document: SentDocument,
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
