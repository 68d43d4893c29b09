/** Appends to a document's audit chain, and writes the outbox row of events that the world is told (decisions.md, sections 4 and 6). */

import { eventHash, payloadHash } from '@countersign/contract/audit-hash';
import type { Actor } from '@countersign/contract/event';
import { type EngineEventType, publicEventOf } from '@countersign/contract/events';
import { encodeId } from '@countersign/contract/ids';
import type { TxCtx } from '../ctx.ts';

export interface NewEvent {
  type: EngineEventType;
  payload?: Record<string, unknown>;
  /** Who did it; the caller's actor by default. */
  actor?: Actor;
}

/**
 * Appends the events in order. Locks the document row (`FOR NO KEY UPDATE`, by primary key), so appends to one document
 * stand in one line whatever else the transaction does. Address and agent are the caller's.
 */
export async function appendEvents(
  ctx: TxCtx,
  documentId: string,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const [head] = await ctx.tx.$queryRaw<
    Array<{ seq: number; hash: string; workspaceId: string; mode: 'live' | 'test' }>
  >`
    SELECT chain_seq AS seq, chain_head AS hash, workspace_id AS "workspaceId", mode
    FROM document WHERE id = ${documentId}::uuid FOR NO KEY UPDATE`;
  if (!head) throw new Error(`no document ${documentId} to append events to`);

  const createdAt = ctx.now();
  const envelopeId = encodeId('doc', documentId);
  let { seq, hash } = head;
  const rows = events.map(({ type, payload = {}, actor = ctx.actor }) => {
    seq += 1;
    const prevHash = hash;
    const row = {
      documentId,
      seq,
      eventType: type,
      actor: { ...actor },
      payload: payload as object,
      payloadHash: payloadHash(payload),
      createdAtIso: createdAt.toISOString(),
      ip: ctx.ip,
      userAgent: ctx.userAgent,
      prevHash,
    };
    hash = eventHash({
      envelope_id: envelopeId,
      seq,
      event_type: type,
      actor: row.actor,
      payload_hash: row.payloadHash,
      created_at_iso: row.createdAtIso,
      ip: row.ip,
      user_agent: row.userAgent,
      prev_hash: prevHash,
    });
    return { ...row, hash };
  });
  await ctx.tx.event.createMany({ data: rows });
  await ctx.tx
    .$executeRaw`UPDATE document SET chain_seq = ${seq}, chain_head = ${hash} WHERE id = ${documentId}::uuid`;

  const outbox = rows.flatMap((row) => {
    const type = publicEventOf[row.eventType];
    if (!type) return [];
    return {
      workspaceId: head.workspaceId,
      documentId,
      mode: head.mode,
      type,
      seq: row.seq,
      engineEventType: row.eventType,
      actor: `${row.actor.type}:${row.actor.id}`,
      createdAt,
    };
  });
  if (outbox.length > 0) await ctx.tx.outboxEvent.createMany({ data: outbox });
}
