/**
 * Takes deliveries that are due, so that one worker at a time has each: for 30 s by PostgreSQL's clock, more than an attempt and
 * its settlement take. One whose worker was killed is due again after that. The statements are in the migrations. The commit of a
 * claim does not wait for the disk: a claim that a crash of PostgreSQL forgets is a delivery that comes again, as after the crash
 * of a worker.
 */
import { queryTexts, type Texts } from '@countersign/db/query';
import type { Base } from '../ctx.ts';
import type { SealedSecrets } from './secret.ts';

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
  /** Null when the endpoint's row is of the version that the caller knows. */
  news: EndpointNews | null;
  deliveries: ClaimedDelivery[];
}

/**
 * When it is: null for PostgreSQL's own time, which production keeps to; tests give moments of a clock that they move. Leases are
 * by PostgreSQL's time in any case.
 */
export type Moment = Date | null;

/**
 * Takes up to `room` due deliveries of each endpoint, the longest due first; returns what each gave, in the order of `lanes`.
 * Inactive and deleted endpoints give none.
 */
export async function claimDeliveries(
  db: Base['db'],
  lanes: ReadonlyArray<{ endpointId: string; room: number; version: string | null }>,
  moment: Moment,
): Promise<ClaimedLane[]> {
  const rows = await queryTexts(
    db,
    `SELECT place, id, claim, attempt, event_id, event_type, body, trace,
       version, url, sealed_secret, previous_sealed_secret, previous_secret_expires_ms
     FROM (SELECT set_config('synchronous_commit', 'off', true)) AS asynchronous,
       take_webhook_deliveries($1::uuid[], $2::int[], $3::text[], $4::timestamptz, NULL)`,
    [
      lanes.map((lane) => lane.endpointId),
      lanes.map((lane) => lane.room),
      lanes.map((lane) => lane.version),
      moment,
    ],
  );
  const claimed: ClaimedLane[] = lanes.map(() => ({ news: null, deliveries: [] }));
  for (const row of rows) {
    const [place, id, claim, attempt, eventId, eventType, body, trace] = row as string[];
    const lane = claimed[Number(place) - 1]!;
    lane.news ??= newsIn(row);
    lane.deliveries.push({
      id: id!,
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
  const [version, url, sealed, previous, expiresMs] = row.slice(8);
  if (!version) return null;
  return {
    version,
    url: url!,
    sealedSecret: Buffer.from(sealed!, 'base64'),
    previousSealedSecret: previous ? Buffer.from(previous, 'base64') : null,
    previousSecretExpiresAt: expiresMs ? new Date(Number(expiresMs)) : null,
  };
}

/** Active endpoints that have something due: one index probe an endpoint. */
export async function endpointsDue(
  db: Base['db'],
  moment: Moment,
): Promise<Array<{ id: string; workspaceId: string }>> {
  return db.$queryRaw`
    SELECT id, workspace_id AS "workspaceId" FROM webhook_endpoints_due(${moment}::timestamptz)`;
}
