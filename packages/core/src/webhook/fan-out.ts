/** Makes deliveries of events: the outbox row and its deliveries are settled in one transaction (docs/spec/decisions.md, section 6). */
import { encodeEventId } from '@countersign/contract/ids';
import { inTransaction } from '@countersign/db/transaction';
import type { Base, Tx } from '../ctx.ts';
import { type OutboxRow, publicEvent } from '../event/public-event.ts';
import type { Moment } from './claim.ts';

/** Events of one call; a call that returns as many has left some. */
export const fanOutBatch = 500;

export interface FanOut {
  events: number;
  deliveries: number;
  /** Endpoints that have something new. */
  endpoints: Array<{ id: string; workspaceId: string }>;
}

interface Subscriber {
  id: string;
  workspaceId: string;
  events: string[];
  sinceSnapshot: string | null;
}

/**
 * Takes the oldest events that have no deliveries yet, by the index outbox_event_to_fan_out, and writes one delivery per
 * endpoint that is active, subscribed and was so when the event's transaction began. Rows that another worker has locked are
 * passed over, so each event is fanned out exactly once. The body is fixed here.
 */
export async function fanOut(db: Base['db'], moment: Moment, limit = fanOutBatch): Promise<FanOut> {
  return inTransaction(db, async ({ tx }) => {
    const events = await tx.$queryRaw<
      Array<OutboxRow & { workspaceId: string; tx: bigint; trace: string | null }>
    >`
      SELECT id, workspace_id AS "workspaceId", type, created_at AS "createdAt", document_id AS "documentId", mode, seq,
        engine_event_type AS "engineEventType", actor, tx, trace
      FROM take_events_to_fan_out(${limit}::int)`;
    if (events.length === 0) return { events: 0, deliveries: 0, endpoints: [] };
    const subscribers = await subscribersOf(tx, [...new Set(events.map(({ workspaceId }) => workspaceId))]);
    const touched = new Map<string, string>();
    const made: Made = { endpoints: [], events: [], types: [], bodies: [], traces: [] };
    for (const event of events) {
      const endpoints = (subscribers.get(event.workspaceId) ?? []).filter((endpoint) =>
        isFor(endpoint, event),
      );
      if (endpoints.length === 0) continue;
      const body = JSON.stringify(publicEvent(event));
      for (const endpoint of endpoints) {
        touched.set(endpoint.id, endpoint.workspaceId);
        made.endpoints.push(endpoint.id);
        made.events.push(encodeEventId(event.id));
        made.types.push(event.type);
        made.bodies.push(body);
        made.traces.push(event.trace ?? '');
      }
    }
    const ids = events.map(({ id }) => id);
    await write(tx, made, ids, moment);
    return {
      events: events.length,
      deliveries: made.endpoints.length,
      endpoints: [...touched].map(([id, workspaceId]) => ({ id, workspaceId })),
    };
  });
}

/** Deliveries, column by column. */
interface Made {
  endpoints: string[];
  events: string[];
  types: string[];
  bodies: string[];
  /** Empty for none. */
  traces: string[];
}

/** Writes deliveries in their order and notes that the events have theirs. None of the texts has a line break in it. */
async function write(tx: Tx, made: Made, eventIds: bigint[], moment: Moment): Promise<void> {
  const lines = (texts: string[]) => texts.join('\n');
  await tx.$executeRaw`
    WITH given AS (SELECT COALESCE(${moment}::timestamptz, date_trunc('milliseconds', now())) AS moment), delivered AS (
      INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, body, trace, created_at, due_at)
      SELECT d.endpoint::uuid, d.event, d.type, d.body, NULLIF(d.trace, ''), moment, moment
      FROM given, ROWS FROM (string_to_table(${lines(made.endpoints)}, chr(10)), string_to_table(${lines(made.events)}, chr(10)),
        string_to_table(${lines(made.types)}, chr(10)), string_to_table(${lines(made.bodies)}, chr(10)),
        string_to_table(${lines(made.traces)}, chr(10))) WITH ORDINALITY AS d(endpoint, event, type, body, trace, place)
      ORDER BY d.place
    )
    UPDATE outbox_event SET fanned_out_at = given.moment FROM given WHERE id = ANY(${eventIds}::bigint[])`;
}

/** Whether any event has no deliveries yet, those that another worker is fanning out at this moment among them. */
export async function hasEventsToFanOut(base: Pick<Base, 'db'>): Promise<boolean> {
  const found = await base.db.$queryRaw<
    unknown[]
  >`SELECT 1 FROM outbox_event WHERE fanned_out_at IS NULL LIMIT 1`;
  return found.length > 0;
}

async function subscribersOf(tx: Tx, workspaceIds: string[]): Promise<Map<string, Subscriber[]>> {
  const endpoints = await tx.webhookEndpoint.findMany({
    where: { workspaceId: { in: workspaceIds }, active: true, deletedAt: null },
    select: { id: true, workspaceId: true, events: true, sinceSnapshot: true },
    orderBy: { id: 'asc' },
  });
  return Map.groupBy(endpoints, ({ workspaceId }) => workspaceId);
}

function isFor(endpoint: Subscriber, event: { type: string; tx: bigint }): boolean {
  return (
    isSince(endpoint, event.tx) && (endpoint.events.length === 0 || endpoint.events.includes(event.type))
  );
}

/**
 * Whether the transaction had not ended when the endpoint became active. A snapshot is `xmin:xmax:xip,…`: transactions below xmin
 * had ended; those in the list, and from xmax on, had not (PostgreSQL, "pg_snapshot components"). Endpoints without a snapshot get
 * every event.
 */
function isSince({ sinceSnapshot }: Subscriber, tx: bigint): boolean {
  if (sinceSnapshot === null) return true;
  const [xmin, xmax, running = ''] = sinceSnapshot.split(':');
  if (tx < BigInt(xmin!)) return false;
  return tx >= BigInt(xmax!) || running.split(',').includes(String(tx));
}
