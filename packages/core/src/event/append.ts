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
      seq,
      eventType: type,
      actor: { ...actor },
      payload,
      payloadHash: payloadHash(payload),
      createdAtIso: createdAt.toISOString(),
      prevHash,
    };
    hash = eventHash({
      envelope_id: envelopeId,
      seq,
      event_type: type,
      actor: row.actor,
      payload_hash: row.payloadHash,
      created_at_iso: row.createdAtIso,
      ip: ctx.ip,
      user_agent: ctx.userAgent,
      prev_hash: prevHash,
    });
    return { ...row, hash };
  });
  const outbox = rows.flatMap((row) => {
    const type = publicEventOf[row.eventType];
    return type
      ? { type, seq: row.seq, engine: row.eventType, actor: `${row.actor.type}:${row.actor.id}` }
      : [];
  });
  // One statement for all three tables; the trigger on event checks that the chain goes on where it ended.
  await ctx.tx.$executeRaw`
    WITH appended AS (
      INSERT INTO event (document_id, seq, event_type, actor, payload, payload_hash, created_at_iso, ip, user_agent, prev_hash, hash)
      SELECT ${documentId}::uuid, e.seq, e."eventType", e.actor, e.payload, e."payloadHash", e."createdAtIso", ${ctx.ip}, ${ctx.userAgent},
        e."prevHash", e.hash
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e(seq int, "eventType" text, actor jsonb, payload jsonb,
        "payloadHash" text, "createdAtIso" text, "prevHash" text, hash text)
      ORDER BY e.seq
    ), told AS (
      INSERT INTO outbox_event (workspace_id, document_id, mode, type, seq, engine_event_type, actor, created_at)
      SELECT ${head.workspaceId}::uuid, ${documentId}::uuid, ${head.mode}::mode, o.type, o.seq, o.engine, o.actor, ${createdAt}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(outbox)}::jsonb) AS o(type text, seq int, engine text, actor text)
      ORDER BY o.seq
    )
    UPDATE document SET chain_seq = ${seq}, chain_head = ${hash} WHERE id = ${documentId}::uuid`;
}
