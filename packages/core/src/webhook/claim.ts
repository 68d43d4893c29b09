/**
 * Takes deliveries that are due. A worker takes the lane of an endpoint, for 30 s at a time by PostgreSQL's clock, and while it has
 * the lane no other is given deliveries of that endpoint: they are only read here, and written when what came of them is recorded.
 * The lane of a worker that was killed is free again after the 30 s. The statement is in the migrations. Its commit does not wait
 * for the disk: a lane that a crash of PostgreSQL forgets is deliveries that come again, as after the crash of a worker.
 */
import { queryTexts, type Texts } from '@countersign/db/query';
import type { Base } from '../ctx.ts';
import type { SealedSecrets } from './secret.ts';

/** Deliveries are not begun later than this after they were asked for: the lane may have gone to another. */
export const beginWithinMs = 4000;

export interface ClaimedDelivery {
  /** A bigint, as text. */
  id: string;
  eventId: string;
  eventType: string;
  body: string;
  /** Attempts made before in this cycle. */
  attempt: number;
  /** Under which the attempt is recorded. */
  claim: number;
  /** The span of the change that it tells of (traceparent), when that was traced. */
  trace: string | null;
}

/** What an endpoint's row says of where and how to deliver. */
export interface EndpointNews extends SealedSecrets {
  /** Of the row: another whenever the row was changed. */
  version: string;
  url: string;
}

export interface ClaimedLane {
  /** Whether the worker has the lane; else nothing comes. */
  held: boolean;
  /** Whether another worker has asked for it. */
  wanted: boolean;
  /** Null when the endpoint's row is of the version that the caller knows, and when nothing comes. */
  news: EndpointNews | null;
  deliveries: ClaimedDelivery[];
}

/**
 * When it is: null for PostgreSQL's own time, which production keeps to; tests give moments of a clock that they move. Lanes are
 * held by PostgreSQL's time in any case.
 */
export type Moment = Date | null;

export interface Claim {
  /** Of the worker process. */
  worker: string;
  lanes: ReadonlyArray<{ endpointId: string; room: number; version: string | null }>;
  /** Deliveries of these lanes that were taken before and are not recorded yet. */
  busy: readonly string[];
}

/**
 * Takes up to `room` due deliveries of each endpoint, the longest due first; returns what each gave, in the order of `lanes`.
 * Inactive and deleted endpoints give none.
 */
export async function claimDeliveries(
  db: Base['db'],
  { worker, lanes, busy }: Claim,
  moment: Moment,
): Promise<ClaimedLane[]> {
  const rows = await queryTexts(
    db,
    `SELECT place, held, wanted, id, claim, attempt, event_id, event_type, body, trace,
       version, url, sealed_secret, previous_sealed_secret, previous_secret_expires_ms
     FROM (SELECT set_config('synchronous_commit', 'off', true)) AS asynchronous,
       take_from_webhook_lanes($1::uuid, $2::uuid[], $3::int[], $4::text[], $5::bigint[], $6::timestamptz)`,
    [
      worker,
      lanes.map((lane) => lane.endpointId),
      lanes.map((lane) => lane.room),
      lanes.map((lane) => lane.version),
      busy,
      moment,
    ],
  );
  const claimed: ClaimedLane[] = lanes.map(() => ({
    held: false,
    wanted: false,
    news: null,
    deliveries: [],
  }));
  for (const row of rows) {
    const [place, held, wanted, id, claim, attempt, eventId, eventType, body, trace] = row as string[];
    const lane = claimed[Number(place) - 1]!;
    lane.held = held === 't';
    lane.wanted = wanted === 't';
    if (!id) continue;
    lane.news ??= newsIn(row);
    lane.deliveries.push({
      id,
      claim: Number(claim),
      attempt: Number(attempt),
      eventId: eventId!,
      eventType: eventType!,
      body: body!,
      trace: trace ?? null,
    });
  }
  return claimed;
}

function newsIn(row: Texts): EndpointNews | null {
  const [version, url, sealed, previous, expiresMs] = row.slice(10);
  if (!version) return null;
  return {
    version,
    url: url!,
    sealedSecret: Buffer.from(sealed!, 'base64'),
    previousSealedSecret: previous ? Buffer.from(previous, 'base64') : null,
    previousSecretExpiresAt: expiresMs ? new Date(Number(expiresMs)) : null,
  };
}

/** Active endpoints that have something due, under way or not: one index probe an endpoint. */
export async function endpointsDue(
  db: Base['db'],
  moment: Moment,
): Promise<Array<{ id: string; workspaceId: string }>> {
  return db.$queryRaw`
    SELECT id, workspace_id AS "workspaceId" FROM webhook_endpoints_due(${moment}::timestamptz)`;
}
