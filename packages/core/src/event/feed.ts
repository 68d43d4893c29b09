/**
 * GET /v1/events: the events of a workspace, for clients that missed deliveries. Ids are assigned before transactions commit
 * and become visible out of order, so a reader that asked for `id > last` would miss some. The feed reads by (tx, id), and
 * only events of transactions older than every running one, so no event can appear later before one that was already read.
 */
import { decodeEventId, encodeEventId } from '@countersign/contract/ids';
import type { Metadata } from '@countersign/contract/own-data';
import type { EventFeed, EventFeedQuery } from '@countersign/contract/webhook';
import { ProblemError } from '@countersign/problem/problem-error';
import { signals } from '@countersign/queue/jobs';
import { guardRole } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { type OutboxRow, publicEvent } from './public-event.ts';

/** An event with the present `external_id` and `metadata` of its document or bulk send. */
type FeedRow = OutboxRow & { externalId: string | null; metadata: Metadata };

interface Position {
  tx: bigint;
  id: bigint;
}

const beginning: Position = { tx: 0n, id: 0n };
/**
 * The shortest and longest pause between two reads of a waiting call: the first bounds the load when many events are written,
 * the second the delay when no signal arrives.
 */
const shortestPauseMs = 100;
const longestPauseMs = 2000;
/** Waiting calls in one process, and of one workspace in it. Further calls return at once. */
const maxWaiting = 100;
const maxWaitingPerWorkspace = 10;

/** Waiting calls by workspace, for each process; a process has one queue. */
const waitingCalls = new WeakMap<Ctx['queue'], Map<string, number>>();

/**
 * Events of the key's mode after a position, in an order in which none is missed; those of one document mostly by `seq`. With
 * `wait`, an empty response is delayed until there is an event, the time is over or `signal` aborts. Throws not-found for an
 * event that is no longer kept.
 */
export async function readEventFeed(
  ctx: Ctx,
  query: EventFeedQuery,
  signal?: AbortSignal,
): Promise<EventFeed> {
  guardRole(ctx, 'manager');
  const after = query.after ?? query.starting_after;
  if (after === 'latest') {
    const latest = await readLatest(ctx);
    return { items: [], next_after: latest === null ? null : encodeEventId(latest), has_more: false };
  }
  const position = after === undefined ? beginning : await positionOf(ctx, after);
  const found = await read(ctx, position, query.limit);
  const rows =
    // Equal mutant "0 → 1": awaitEvents reads at once, and ends after no time.
    found.length > 0 || query.wait === 0
      ? found
      : ((await inSlot(ctx, () => awaitEvents(ctx, position, query, signal))) ?? found);
  const items = rows
    .slice(0, query.limit)
    .map((row) => ({ ...publicEvent(row), external_id: row.externalId, metadata: row.metadata }));
  return {
    items,
    next_after: items.at(-1)?.id ?? after ?? null,
    has_more: rows.length > query.limit,
  };
}

/** Runs `work` in one of the workspace's slots for waiting calls; null if none is free. */
async function inSlot<T>({ queue, workspaceId }: Ctx, work: () => Promise<T>): Promise<T | null> {
  const taken = waitingCalls.get(queue) ?? new Map<string, number>();
  waitingCalls.set(queue, taken);
  const own = taken.get(workspaceId) ?? 0;
  if (own >= maxWaitingPerWorkspace || queue.listeners(signals.outboxEvent) >= maxWaiting) return null;
  taken.set(workspaceId, own + 1);
  try {
    return await work();
  } finally {
    const left = taken.get(workspaceId)! - 1;
    if (left === 0) taken.delete(workspaceId);
    else taken.set(workspaceId, left);
  }
}

async function awaitEvents(
  ctx: Ctx,
  position: Position,
  { wait, limit }: EventFeedQuery,
  signal: AbortSignal | undefined,
): Promise<FeedRow[]> {
  const deadline = performance.now() + wait * 1000;
  const wakeUps = ctx.queue.listen(signals.outboxEvent);
  try {
    // The first read finds events written since the previous one, for which no signal will come.
    for (let pauseMs = 0; ; ) {
      const rows = await read(ctx, position, limit);
      const leftMs = deadline - performance.now();
      if (rows.length > 0 || signal?.aborted || leftMs <= 0) return rows;
      pauseMs = Math.min(longestPauseMs, pauseMs * 2 || longestPauseMs);
      const woken = await wakeUps.next({
        atLeastMs: shortestPauseMs,
        atMostMs: Math.min(pauseMs, leftMs),
        signal,
      });
      // The event may belong to a transaction that is not visible yet, so read again soon, then less and less often.
      if (woken) pauseMs = shortestPauseMs;
    }
  } finally {
    wakeUps.close();
  }
}

/** Reads one row more than requested, by the index on (workspace_id, mode, tx, id). */
async function read(ctx: Ctx, after: Position, limit: number): Promise<FeedRow[]> {
  return ctx.db.$queryRaw<FeedRow[]>`
    SELECT id, type, created_at AS "createdAt", document_id AS "documentId", bulk_send_id AS "bulkSendId", data, mode, seq,
      engine_event_type AS "engineEventType", actor,
      coalesce((SELECT d.external_id FROM document d WHERE d.id = document_id),
        (SELECT s.external_id FROM bulk_send s WHERE s.id = bulk_send_id)) AS "externalId",
      coalesce((SELECT d.metadata FROM document d WHERE d.id = document_id),
        (SELECT s.metadata FROM bulk_send s WHERE s.id = bulk_send_id)) AS metadata
    FROM outbox_event
    WHERE workspace_id = ${ctx.workspaceId}::uuid AND mode = ${ctx.mode}::mode
      AND (tx, id) > (${after.tx}::bigint, ${after.id}::bigint)
      AND tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    ORDER BY tx, id LIMIT ${limit + 1}`;
}

async function readLatest(ctx: Ctx): Promise<bigint | null> {
  const rows = await ctx.db.$queryRaw<Array<{ id: bigint }>>`
    SELECT id FROM outbox_event
    WHERE workspace_id = ${ctx.workspaceId}::uuid AND mode = ${ctx.mode}::mode
      AND tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    ORDER BY tx DESC, id DESC LIMIT 1`;
  return rows[0]?.id ?? null;
}

/** Accepts an event of either mode: a webhook delivery may have carried one of the other. */
async function positionOf(ctx: Ctx, eventId: string): Promise<Position> {
  const id = decodeEventId(eventId);
  const row =
    id === null
      ? null
      : await ctx.db.outboxEvent.findFirst({
          where: { id, workspaceId: ctx.workspaceId },
          select: { tx: true, id: true },
        });
  if (!row)
    throw new ProblemError('not-found', {
      detail: 'No such event, or it is no longer kept. Leave out `after` to read from the oldest event.',
    });
  return row;
}
