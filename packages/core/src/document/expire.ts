/** Queue `expiry`: ends documents whose expiry has passed, and removes drafts that were never finalized (decisions.md, section 3). */
import { type Base, systemCtx, type TxCtx, withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { closeDocument, mailLinkHolders } from './close.ts';
import { lockDocument } from './lock.ts';
import { mailSender } from './mail-sender.ts';
import { canDo } from './status.ts';

const batchSize = 200;

/** Expires every document that is due, each in its own transaction; a signature that got in first wins. Returns how many. */
export async function expireDueDocuments(base: Base, requestId: string): Promise<number> {
  let expired = 0;
  for (;;) {
    const due = await base.db.document.findMany({
      where: { status: { in: ['sent', 'partially_signed'] }, expiresAt: { lte: base.now() } },
      select: { id: true, workspaceId: true, teamId: true, mode: true },
      orderBy: { expiresAt: 'asc' },
      take: batchSize,
    });
    for (const { id, ...scope } of due) {
      const ctx = systemCtx(base, { ...scope, requestId, name: 'expiry' });
      if (await withTransaction(ctx, (t) => expireIfDue(t, id))) expired += 1;
    }
    if (due.length < batchSize) return expired;
  }
}

/** Locks the document and ends it if its expiry has passed by its own clock; true when it did. */
export async function expireIfDue(ctx: TxCtx, id: string): Promise<boolean> {
  const document = await lockDocument(ctx, id);
  if (!canDo('expire', document) || !document.expiresAt || document.expiresAt > ctx.now()) return false;
  await closeDocument(ctx, document, 'expire', 'expired');
  await mailLinkHolders(ctx, document, 'expired');
  await mailSender(ctx, document, 'expired');
  await appendEvents(ctx, id, [
    { type: 'envelope.expired', payload: { expires_at: document.expiresAt.toISOString() } },
  ]);
  return true;
}

/** Removes drafts that nobody finalized within DRAFT_TTL: gone for callers; their chain stays. Returns how many. */
export async function removeStaleDrafts(base: Base): Promise<number> {
  const limit = new Date(base.now().getTime() - base.settings.draftSeconds * 1000);
  const { count } = await base.db.document.updateMany({
    where: { status: 'draft', finalizedAt: null, removedAt: null, createdAt: { lt: limit } },
    data: { removedAt: base.now(), contentSha256: null, contentBytes: null },
  });
  return count;
}
