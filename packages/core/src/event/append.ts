/** Appends to a document's audit chain, and writes the outbox row of events that the world is told (decisions.md, sections 4 and 6). */
import type { Mode } from '@countersign/contract/common';
import { signals } from '@countersign/queue/jobs';
import type { TxCtx } from '../ctx.ts';
import { type ChainPart, continueChain, type NewEvent } from './chain.ts';

export type { NewEvent };

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
  const [found] = await ctx.tx.$queryRaw<
    Array<{ seq: number; hash: string; workspaceId: string; mode: Mode }>
  >`
    SELECT chain_seq AS seq, chain_head AS hash, workspace_id AS "workspaceId", mode
    FROM document WHERE id = ${documentId}::uuid FOR NO KEY UPDATE`;
  if (!found) throw new Error(`no document ${documentId} to append events to`);
  await writeChainParts(ctx, found, [continueChain(ctx, documentId, found, events)], 'advance heads');
}

/**
 * Writes links of one or more chains of a workspace, with their outbox rows. The caller holds the documents' locks, or has
 * made them in this transaction with the heads in place. The trigger on event refuses a link that does not go on where its
 * chain ended.
 */
export async function writeChainParts(
  ctx: TxCtx,
  scope: { workspaceId: string; mode: Mode },
  parts: readonly ChainPart[],
  heads: 'advance heads' | 'heads are in place',
): Promise<void> {
  const events = parts.flatMap((part) => part.events);
  const told = parts.flatMap((part) => part.told);
  const moved =
    heads === 'advance heads' ? parts.map(({ documentId, head }) => ({ documentId, ...head })) : [];
  // One statement for all three tables.
  await ctx.tx.$executeRaw`
    WITH appended AS (
      INSERT INTO event (document_id, seq, event_type, actor, payload, payload_hash, created_at_iso, ip, user_agent, prev_hash, hash)
      SELECT e."documentId", e.seq, e."eventType", e.actor, e.payload, e."payloadHash", e."createdAtIso", ${ctx.ip}, ${ctx.userAgent},
        e."prevHash", e.hash
      FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS e("documentId" uuid, seq int, "eventType" text, actor jsonb,
        payload jsonb, "payloadHash" text, "createdAtIso" text, "prevHash" text, hash text)
      ORDER BY e."documentId", e.seq
    ), told AS (
      INSERT INTO outbox_event (workspace_id, document_id, mode, type, seq, engine_event_type, actor, created_at)
      SELECT ${scope.workspaceId}::uuid, o."documentId", ${scope.mode}::mode, o.type, o.seq, o."engineEventType", o.actor,
        o."createdAtIso"
      FROM jsonb_to_recordset(${JSON.stringify(told)}::jsonb) AS o("documentId" uuid, type text, seq int, "engineEventType" text,
        actor text, "createdAtIso" timestamptz)
      ORDER BY o."documentId", o.seq
    )
    UPDATE document SET chain_seq = h.seq, chain_head = h.hash
    FROM jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) AS h("documentId" uuid, seq int, hash text)
    WHERE document.id = h."documentId"`;
  if (told.length > 0) ctx.wake(signals.outboxEvent);
}
