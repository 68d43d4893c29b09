/** GET /v1/admin-events/verification: the check of the chain of an admin log (docs/decisions/042-admin-log.md). */
import {
  type AdminChainEnd,
  type AdminChainFault,
  AdminChainLinks,
  adminChainStart,
} from '@countersign/contract/admin-chain';
import type { AdminLogVerification } from '@countersign/contract/admin-event';
import type { AdminEvent } from '@countersign/db/models';
import { inTransaction } from '@countersign/db/transaction';
import type { Ctx, Tx } from '../ctx.ts';
import { guardAdminLog } from './list.ts';
import { readAdminEventPages } from './read.ts';
import type { ExpiryDetails } from './sweep.ts';

/** Time limit, enough for a million events. A longer transaction would hold up PostgreSQL's vacuum. */
const maxDurationMs = 300_000;

/**
 * Recomputes every hash, oldest first, in one snapshot of the database. The chain must begin with event 1, or after the last event that
 * retention has removed according to its `admin_log.expired`. It must end with the hash that is stored apart from the events. Throws what
 * guardAdminLog throws, and the signal's reason when the caller disconnects.
 */
export function verifyAdminLog(ctx: Ctx, signal?: AbortSignal): Promise<AdminLogVerification> {
  guardAdminLog(ctx);
  return inTransaction(ctx.db, ({ tx }) => verifyIn(tx, ctx.workspaceId, signal), {
    isolation: 'RepeatableRead',
    timeoutMs: maxDurationMs,
  });
}

async function verifyIn(tx: Tx, workspaceId: string, signal?: AbortSignal): Promise<AdminLogVerification> {
  const end = (await tx.adminChain.findUnique({ where: { workspaceId } })) ?? adminChainStart;
  const start = await findStart(tx, workspaceId);
  const links = new AdminChainLinks(start);
  for await (const page of readAdminEventPages(tx, workspaceId, 0)) {
    signal?.throwIfAborted();
    for (const event of page) {
      const fault = links.add(hashed(event));
      if (fault === null) continue;
      const isRemoved = event.seq <= start.seq;
      return resultOf(links, isRemoved ? { ...fault, reason: 'a later event records its removal' } : fault);
    }
  }
  // Every log begins with the creation of its workspace, and retention leaves the event that records the removal.
  const reason =
    links.count === 0
      ? 'the log has no events'
      : links.end.seq !== end.seq || links.end.hash !== end.hash
        ? 'the log does not end with the stored hash'
        : null;
  return resultOf(links, reason === null ? null : { seq: links.end.seq + 1, reason });
}

function resultOf(
  { count, firstSeq, end }: AdminChainLinks,
  fault: AdminChainFault | null,
): AdminLogVerification {
  return {
    ok: fault === null,
    count,
    first_seq: firstSeq,
    head: end.hash,
    broken_at_seq: fault?.seq ?? null,
    reason: fault?.reason ?? null,
  };
}

/** The last event that retention has removed. The removal is recorded in an event of the chain, which is checked like all others. */
async function findStart(tx: Tx, workspaceId: string): Promise<AdminChainEnd> {
  const removal = await tx.adminEvent.findFirst({
    where: { workspaceId, eventType: 'admin_log.expired' },
    orderBy: { seq: 'desc' },
  });
  if (!removal) return adminChainStart;
  const { through_seq, through_hash } = removal.details as unknown as ExpiryDetails;
  return { seq: through_seq, hash: through_hash };
}

function hashed(event: AdminEvent) {
  return {
    workspace_id: event.workspaceId,
    seq: event.seq,
    type: event.eventType,
    actor: event.actor,
    target: event.target,
    details: event.details,
    created_at: event.createdAt.toISOString(),
    prev_hash: event.prevHash,
    hash: event.hash,
  };
}
