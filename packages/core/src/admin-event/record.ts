/** Appends to the admin log of a workspace (docs/decisions/042-admin-log.md). */
import { adminEventHash } from '@countersign/contract/admin-chain';
import type { AdminEventType } from '@countersign/contract/admin-event-types';
import { GENESIS_HASH } from '@countersign/contract/audit-hash';
import type { Actor } from '@countersign/contract/event';
import type { SqlTx } from '../ctx.ts';
import { realClock } from '../document-clock.ts';

export interface NewAdminEvent {
  type: AdminEventType;
  target: { type: string; id: string };
  /** Ids, numbers and fixed words. No names, addresses or texts: they could not be erased. */
  details?: Record<string, unknown>;
}

/** The transaction of the change, and who makes it. */
export interface AdminChange {
  db: SqlTx;
  workspaceId: string;
  actor: Pick<Actor, 'type' | 'id'>;
  ip: string | null;
  userAgent: string | null;
  now(): Date;
}

/** The actor of changes that an operator makes on the command line. */
export const operatorActor = { type: 'system', id: 'admin' } as const;

/** An AdminChange on the command line. */
export function byOperator(db: SqlTx, workspaceId: string, now: () => Date): AdminChange {
  return { db, workspaceId, actor: operatorActor, ip: null, userAgent: null, now };
}

/**
 * Appends the event in the transaction of the change, so that there is an event exactly if the change was made. Every verb that
 * erases, exports, or changes keys, members, settings or webhooks calls it. Locks the end of the workspace's chain until the
 * transaction ends, so call it last.
 */
export async function recordAdminEvent(change: AdminChange, event: NewAdminEvent): Promise<void> {
  const { db, workspaceId } = change;
  const [head] = await db.$queryRaw<[{ seq: number; hash: string }]>`
    INSERT INTO admin_chain (workspace_id, seq, hash) VALUES (${workspaceId}::uuid, 0, ${GENESIS_HASH})
    ON CONFLICT (workspace_id) DO UPDATE SET seq = admin_chain.seq
    RETURNING seq, hash`;
  // Always the real time, even if the clock of a test document is ahead.
  const createdAt = realClock(change.now)();
  const link = {
    workspace_id: workspaceId,
    seq: head.seq + 1,
    type: event.type,
    actor: { type: change.actor.type, id: change.actor.id },
    target: event.target,
    // As PostgreSQL will return them: without undefined members.
    details: JSON.parse(JSON.stringify(event.details ?? {})) as Record<string, unknown>,
    created_at: createdAt.toISOString(),
    prev_hash: head.hash,
  };
  const hash = adminEventHash(link);
  await db.$executeRaw`
    WITH appended AS (
      INSERT INTO admin_event (workspace_id, seq, event_type, actor, target, details, created_at, ip, user_agent, prev_hash, hash)
      VALUES (${workspaceId}::uuid, ${link.seq}, ${link.type}, ${JSON.stringify(link.actor)}::jsonb, ${JSON.stringify(link.target)}::jsonb,
        ${JSON.stringify(link.details)}::jsonb, ${createdAt}::timestamptz, ${change.ip}, ${change.userAgent}, ${link.prev_hash}, ${hash})
    )
    UPDATE admin_chain SET seq = ${link.seq}, hash = ${hash} WHERE workspace_id = ${workspaceId}::uuid`;
}
