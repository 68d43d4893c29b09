/** Creates deliveries of events, in the transaction that marks the outbox row (docs/spec/decisions.md, section 6). */
import { encodeEventId } from '@countersign/contract/ids';
import { inTransaction } from '@countersign/db/transaction';
import type { Base, Tx } from '../ctx.ts';
import { publicEvent } from '../event/public-event.ts';
import type { Moment } from './claim.ts';
import { insertDeliveries, type NewDeliveries } from './sql/insert-deliveries.ts';
import { lockWaitingEvents, mostWorkspaces, type WaitingEvent } from './sql/lock-waiting-events.ts';

/** About the most events of one call. */
const batch = 500;
/** Before every workspace in the rotation. */
export const rotationStart = '00000000-0000-0000-0000-000000000000';

export interface FanOut {
  events: number;
  deliveries: number;
  /** Endpoints that got deliveries. */
  endpoints: Array<{ id: string; workspaceId: string }>;
  /** The workspace after which the rotation continues, or null if no other event waits. */
  next: string | null;
}

interface Subscriber {
  id: string;
  workspaceId: string;
  events: string[];
  sinceSnapshot: string | null;
}

/**
 * Creates deliveries of events that have none, of workspaces in rotation after `after`: one for each endpoint that is active, subscribes
 * to the type, and became active before the event's transaction ended. Several workers may run it at once; each event is fanned out once.
 * The body is created here. Each attempt adds the `external_id` and `metadata` of the document or bulk send.
 */
export async function fanOut(
  db: Base['db'],
  moment: Moment,
  { after = rotationStart, limit = batch } = {},
): Promise<FanOut> {
  return inTransaction(db, async ({ tx }) => {
    const { events, next } = await nextEvents(tx, after, limit);
    if (events.length === 0) return { events: 0, deliveries: 0, endpoints: [], next };
    const subscribers = await subscribersOf(tx, [...new Set(events.map(({ workspaceId }) => workspaceId))]);
    const touched = new Map<string, string>();
    const made: NewDeliveries = {
      endpoints: [],
      eventIds: [],
      types: [],
      documentIds: [],
      bulkSendIds: [],
      bodies: [],
      traces: [],
    };
    for (const event of events) {
      const endpoints = (subscribers.get(event.workspaceId) ?? []).filter((endpoint) =>
        isFor(endpoint, event),
      );
      if (endpoints.length === 0) continue;
      const body = JSON.stringify(publicEvent(event));
      for (const endpoint of endpoints) {
        touched.set(endpoint.id, endpoint.workspaceId);
        made.endpoints.push(endpoint.id);
        made.eventIds.push(encodeEventId(event.id));
        made.types.push(event.type);
        // Equal mutant "→ event.documentId": null is joined as an empty text.
        made.documentIds.push(event.documentId ?? '');
        // Equal mutant "→ event.bulkSendId": the same.
        made.bulkSendIds.push(event.bulkSendId ?? '');
        made.bodies.push(body);
        // Equal mutant "→ event.trace": the same.
        made.traces.push(event.trace ?? '');
      }
    }
    const outboxIds = events.map(({ id }) => id);
    await insertDeliveries(tx, made, outboxIds, moment);
    return {
      events: events.length,
      deliveries: made.endpoints.length,
      endpoints: [...touched].map(([id, workspaceId]) => ({ id, workspaceId })),
      next,
    };
  });
}

/** Events of the next workspaces. The rotation starts again at its end. */
async function nextEvents(
  tx: Tx,
  after: string,
  limit: number,
): Promise<{ events: WaitingEvent[]; next: string | null }> {
  const events = await lockWaitingEvents(tx, { after, limit });
  if (events.length === 0)
    return after === rotationStart ? { events, next: null } : nextEvents(tx, rotationStart, limit);
  const { workspaces } = events[0]!;
  const share = Math.ceil(limit / workspaces);
  const byWorkspace = Map.groupBy(events, ({ workspaceId }) => workspaceId);
  const isAll =
    after === rotationStart &&
    workspaces < mostWorkspaces &&
    [...byWorkspace.values()].every((own) => own.length < share);
  return { events, next: isAll ? null : events.at(-1)!.workspaceId };
}

/** Whether any event has no deliveries yet, including events that another worker is fanning out. */
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
 * True if the transaction had not ended when the endpoint became active. A snapshot is `xmin:xmax:xip,…`: transactions below xmin
 * had ended; those in the list, and those from xmax on, had not (PostgreSQL, "pg_snapshot components"). Endpoints without a snapshot get
 * every event.
 */
function isSince({ sinceSnapshot }: Subscriber, tx: bigint): boolean {
  if (sinceSnapshot === null) return true;
  const [xmin, xmax, running = ''] = sinceSnapshot.split(':');
  if (tx < BigInt(xmin!)) return false;
  return tx >= BigInt(xmax!) || running.split(',').includes(String(tx));
}
