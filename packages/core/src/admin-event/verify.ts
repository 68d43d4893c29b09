/** GET /v1/admin-events/verification: the check of the chain of an admin log (docs/decisions/042-admin-log.md). */
import type { AdminLogVerification } from '@countersign/contract/admin-event';
import { GENESIS_HASH } from '@countersign/contract/audit-hash';
import type { AdminEvent } from '@countersign/db/models';
import { inTransaction } from '@countersign/db/transaction';
import type { Ctx, Tx } from '../ctx.ts';
import { adminEventHash } from './hash.ts';
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
  const end = (await tx.adminChain.findUnique({ where: { workspaceId } })) ?? { seq: 0, hash: GENESIS_HASH };
  const links = new AdminChainLinks(await findStart(tx, workspaceId));
  for await (const page of readAdminEventPages(tx, workspaceId, 0)) {
    signal?.throwIfAborted();
    for (const event of page) {
      const fault = links.add(event);
      if (fault !== null) return { ...links.found, ok: false, ...fault };
    }
  }
  const { count, head } = links.found;
  // Every log begins with the creation of its workspace, and retention leaves the event that records the removal.
  const reason =
    count === 0
      ? 'the log has no events'
      : links.last !== end.seq || head !== end.hash
        ? 'the log does not end with the stored hash'
        : null;
  return reason === null ? links.found : { ...links.found, ok: false, broken_at_seq: links.last + 1, reason };
}

/** The last event that retention has removed. The removal is recorded in an event of the chain, which is checked like all others. */
async function findStart(tx: Tx, workspaceId: string): Promise<{ seq: number; hash: string }> {
  const removal = await tx.adminEvent.findFirst({
    where: { workspaceId, eventType: 'admin_log.expired' },
    orderBy: { seq: 'desc' },
  });
  if (!removal) return { seq: 0, hash: GENESIS_HASH };
  const { through_seq, through_hash } = removal.details as unknown as ExpiryDetails;
  return { seq: through_seq, hash: through_hash };
}

type Fault = Pick<AdminLogVerification, 'broken_at_seq' | 'reason'>;

/** Checks the events of a chain, one at a time. */
class AdminChainLinks {
  readonly found: AdminLogVerification;
  /** The number of the last event. */
  last: number;

  /** Begins after this event. */
  constructor(start: { seq: number; hash: string }) {
    this.last = start.seq;
    this.found = {
      ok: true,
      count: 0,
      first_seq: null,
      head: start.hash,
      broken_at_seq: null,
      reason: null,
    };
  }

  /** Checks the next event. Returns the fault that breaks the chain, or null. */
  add(event: AdminEvent): Fault | null {
    this.found.first_seq ??= event.seq;
    if (event.seq > this.last + 1) return { broken_at_seq: this.last + 1, reason: 'the event is missing' };
    if (event.seq <= this.last)
      return { broken_at_seq: event.seq, reason: 'a later event records its removal' };
    if (event.prevHash !== this.found.head)
      return { broken_at_seq: event.seq, reason: 'prev_hash is not the hash of the event before' };
    if (adminEventHash(hashed(event)) !== event.hash)
      return { broken_at_seq: event.seq, reason: 'hash does not match the event' };
    this.found.head = event.hash;
    this.found.count += 1;
    this.last = event.seq;
    return null;
  }
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
  };
}
