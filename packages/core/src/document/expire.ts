/** Queue `expiry`: expires documents, and removes drafts that were never finalized (docs/spec/decisions.md, section 3). */
import { constants } from '@countersign/db/sql';
import { jobs } from '@countersign/queue/jobs';
import type { Base, TxCtx } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { notifySender } from '../mail/notify-sender.ts';
import { closeDocument, mailLinkHolders } from './close.ts';
import { lockStoredDocument } from './lock.ts';
import { isOverdue, underwayStatuses } from './status.ts';
import { type DueDocument, type ShareSweep, type Sweep, type SweepRun, sweepShare } from './sweep.ts';

/** These mails go out after the invitations of all rows, like those of other operations on many documents. */
const bulkMailPriority = -21;

type Overdue = DueDocument & { expiresAt: Date };

/** Documents past their expiry. A signature that gets the lock first wins. Uses the partial index document_due_to_expire. */
export const expirySweep: Sweep<Overdue> = {
  name: 'expiry',
  job: jobs.documentExpireShare,
  find: (base, { share, of }, after, most) => base.db.$queryRaw<Overdue[]>`
    SELECT id, workspace_id AS "workspaceId", team_id AS "teamId", mode, expires_at AS "expiresAt" FROM document
    WHERE status IN ${constants(underwayStatuses)} AND expires_at <= ${base.now()}
      AND (${after?.id ?? null}::uuid IS NULL OR (expires_at, id) > (${after?.expiresAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
      AND ('x' || right(id::text, 4))::bit(16)::int % ${of}::int = ${share}::int
    ORDER BY expires_at, id LIMIT ${most}`,
  act: async (tx, id) => ((await expireIfDue(tx, id)) ? 1 : 0),
};

/** Test documents that are past their expiry only by their advanced clock. Uses the partial index document_moved_clock. */
const movedClocks: ShareSweep<DueDocument> = {
  name: expirySweep.name,
  find: (base, { share, of }, after, most) => base.db.$queryRaw<DueDocument[]>`
    SELECT id, workspace_id AS "workspaceId", team_id AS "teamId", mode FROM document
    WHERE status IN ${constants(underwayStatuses)} AND clock_offset_seconds <> 0
      AND expires_at > ${base.now()} AND expires_at <= ${base.now()}::timestamptz + make_interval(secs => clock_offset_seconds)
      AND (${after?.id ?? null}::uuid IS NULL OR id > ${after?.id ?? null}::uuid)
      AND ('x' || right(id::text, 4))::bit(16)::int % ${of}::int = ${share}::int
    ORDER BY id LIMIT ${most}`,
  act: expirySweep.act,
};

/** Expires documents that are due by their advanced clock. Returns how many. */
export async function expireMovedClocks(base: Base, run: SweepRun): Promise<number> {
  return sweepShare(base, movedClocks, run);
}

/** Expires every document that is due. Returns how many. */
export async function expireDueDocuments(base: Base, requestId: string): Promise<number> {
  const moved = await expireMovedClocks(base, { requestId });
  return moved + (await sweepShare(base, expirySweep, { requestId }));
}

/** Locks the document and expires it if its expiry has passed by its own clock; returns true if it did. */
export async function expireIfDue(tx: TxCtx, id: string): Promise<boolean> {
  const { document, ctx } = await lockStoredDocument(tx, id);
  if (!isOverdue(document, ctx.now)) return false;
  await closeDocument(ctx, document, 'expire');
  const { bulkSendId } = document;
  const bulk = bulkSendId === null ? undefined : { bulkSendId, priority: bulkMailPriority };
  await mailLinkHolders(ctx, document, 'expired', { bulk });
  // A bulk send shows the status of all its documents.
  if (bulkSendId === null) await notifySender(ctx, document, 'expired');
  await appendEvents(ctx, id, [
    { type: 'envelope.expired', payload: { expires_at: document.expiresAt?.toISOString() } },
  ]);
  return true;
}

/**
 * Removes drafts that were not finalized within DRAFT_TTL: callers no longer see them, but their audit trail stays. Returns
 * how many.
 */
export async function removeStaleDrafts(base: Base): Promise<number> {
  const limit = new Date(base.now().getTime() - base.settings.draftSeconds * 1000);
  // The condition of the partial index document_stale_draft is part of the text: see `constants`.
  return base.db.$executeRaw`
    UPDATE document SET removed_at = ${base.now()}::timestamptz, content_sha256 = NULL, content_bytes = NULL
    WHERE status = 'draft' AND finalized_at IS NULL AND removed_at IS NULL AND created_at < ${limit}::timestamptz`;
}
