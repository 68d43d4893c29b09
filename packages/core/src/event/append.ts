/**
 * Appends to a document's audit chain and writes the outbox rows of public events (docs/spec/decisions.md, sections 4 and 6).
 */
import type { Mode } from '@countersign/contract/common';
import { columnOf, sqlPart } from '@countersign/db/sql';
import { signals } from '@countersign/queue/jobs';
import type { SqlCtx, TxCtx } from '../ctx.ts';
import { type ChainHead, type ChainPart, continueChain, type NewEvent } from './chain.ts';

export type { NewEvent };

/**
 * Appends the events in order, with the caller's address and user agent. Takes the document's row lock (`FOR NO KEY UPDATE`, by
 * primary key) unless this transaction has it, so appends to one document happen one after the other in every transaction.
 */
export async function appendEvents(
  ctx: SqlCtx,
  documentId: string,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const locked = ctx.chainHeads.get(documentId);
  const found = locked
    ? { ...locked, workspaceId: ctx.workspaceId, mode: ctx.mode }
    : await lockHead(ctx, documentId);
  await writeChainParts(ctx, found, [continueChain(ctx, documentId, found, events)], 'advance heads');
}

/**
 * The scope in which a verb appends an event to this document: after its erasure without the name and the addresses of the caller, because
 * retention erases each document only once.
 */
export function writerOf(ctx: TxCtx, { erasedAt }: { erasedAt: Date | null }): TxCtx {
  if (erasedAt === null) return ctx;
  const { type, id } = ctx.actor;
  return { ...ctx, actor: { type, id }, ip: null, userAgent: null };
}

async function lockHead(
  ctx: SqlCtx,
  documentId: string,
): Promise<ChainHead & { workspaceId: string; mode: Mode }> {
  const [found] = await ctx.db.$queryRaw<Array<ChainHead & { workspaceId: string; mode: Mode }>>`
    SELECT chain_seq AS seq, chain_head AS hash, workspace_id AS "workspaceId", mode
    FROM document WHERE id = ${documentId}::uuid FOR NO KEY UPDATE`;
  if (!found) throw new Error(`no document ${documentId} to append events to`);
  return found;
}

/**
 * Writes the new events of one or more chains of a workspace, with their outbox rows. The caller holds the documents' locks,
 * or has inserted the documents in this transaction with their heads. A trigger on `event` refuses an event that does not
 * continue its chain.
 */
export async function writeChainParts(
  ctx: SqlCtx,
  scope: { workspaceId: string; mode: Mode },
  parts: readonly ChainPart[],
  heads: 'advance heads' | 'heads are in place',
): Promise<void> {
  const events = parts.flatMap((part) => part.events);
  const published = parts.flatMap((part) => part.published);
  const advanced =
    heads === 'advance heads' ? parts.map(({ documentId, head }) => ({ documentId, ...head })) : [];
  // Equal mutant "→ true": without published events nothing has the trace.
  // Equal mutant ">=": the same.
  const trace = published.length > 0 ? (ctx.queue.trace?.carry()?.traceparent ?? null) : null;
  // One statement for all three tables.
  await ctx.db.$executeRaw`
    WITH appended AS (
      INSERT INTO event (document_id, seq, event_type, actor, payload, payload_hash, created_at_iso, ip, user_agent, prev_hash, hash)
      SELECT e.document_id, e.seq, e.event_type, e.actor, e.payload, e.payload_hash, e.created_at_iso, ${ctx.ip}, ${ctx.userAgent},
        e.prev_hash, e.hash
      FROM unnest(${columnOf(events.map(({ documentId }) => documentId))}::uuid[], ${columnOf(events.map(({ seq }) => seq))}::int[],
        ${columnOf(events.map(({ eventType }) => eventType))}::text[], ${columnOf(events.map(({ actor }) => actor))}::jsonb[],
        ${columnOf(events.map(({ payload }) => payload))}::jsonb[],
        ${columnOf(events.map((link) => link.payloadHash))}::text[], ${columnOf(events.map((link) => link.createdAtIso))}::text[],
        ${columnOf(events.map(({ prevHash }) => prevHash))}::text[], ${columnOf(events.map(({ hash }) => hash))}::text[])
        AS e(document_id, seq, event_type, actor, payload, payload_hash, created_at_iso, prev_hash, hash)
      ORDER BY e.document_id, e.seq
    ), published AS (
      INSERT INTO outbox_event (workspace_id, document_id, mode, type, seq, engine_event_type, actor, created_at, trace)
      SELECT ${scope.workspaceId}::uuid, o.document_id, ${scope.mode}::mode, o.type, o.seq, o.engine_event_type, o.actor, o.created_at,
        ${trace}
      FROM unnest(${columnOf(published.map(({ documentId }) => documentId))}::uuid[], ${columnOf(published.map(({ type }) => type))}::text[],
        ${columnOf(published.map(({ seq }) => seq))}::int[], ${columnOf(published.map((one) => one.engineEventType))}::text[],
        ${columnOf(published.map(({ actor }) => actor))}::text[], ${columnOf(published.map((one) => one.createdAtIso))}::timestamptz[])
        AS o(document_id, type, seq, engine_event_type, actor, created_at)
      ORDER BY o.document_id, o.seq
    )
    ${advanceHeads(advanced)}`;
  for (const { documentId, head } of parts) ctx.chainHeads.set(documentId, head);
  if (published.length > 0) ctx.wake(signals.outboxEvent);
}

/**
 * Most calls are for one document. Its head is not passed in an array: PostgreSQL would guess how long the array is, expect many
 * updates, and plan the whole statement again for every call.
 */
function advanceHeads(heads: ReadonlyArray<ChainHead & { documentId: string }>) {
  const [head] = heads;
  if (!head) return sqlPart`SELECT`;
  // Equal mutant "→ false": the other statement does the same.
  if (heads.length === 1)
    return sqlPart`
      UPDATE document SET chain_seq = ${head.seq}, chain_head = ${head.hash} WHERE id = ${head.documentId}::uuid`;
  return sqlPart`
    UPDATE document SET chain_seq = h.seq, chain_head = h.hash
    FROM unnest(${columnOf(heads.map(({ documentId }) => documentId))}::uuid[], ${columnOf(heads.map(({ seq }) => seq))}::int[],
      ${columnOf(heads.map(({ hash }) => hash))}::text[]) AS h(document_id, seq, hash)
    WHERE document.id = h.document_id`;
}
