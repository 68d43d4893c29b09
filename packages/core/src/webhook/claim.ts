/**
 * Claims deliveries that are due. A worker takes a lease on an endpoint and then only reads its due deliveries; other workers
 * cannot claim deliveries of that endpoint meanwhile. A claim writes no delivery; recording its attempt does.
 */
import { queryTexts, type Texts } from '@countersign/db/query';
import type { Base } from '../ctx.ts';
import type { SealedSecrets } from './secret.ts';
import { findDueEndpoints } from './sql/find-due-endpoints.ts';
import { readDueDeliveries } from './sql/read-due-deliveries.ts';
import { takeLeases } from './sql/take-leases.ts';

export interface ClaimedDelivery {
  /** A bigint, as text. */
  id: string;
  eventId: string;
  eventType: string;
  body: string;
  /** Number of earlier attempts in this cycle. */
  attempt: number;
  /** The attempt is recorded only if the delivery still has this revision. */
  revision: number;
  /** The span of the change that caused the event (traceparent), if it was traced. */
  trace: string | null;
}

/** Where and how to deliver, from the endpoint's row. */
export interface EndpointDetails extends SealedSecrets {
  /** Version of the row, which differs after every change. */
  version: string;
  url: string;
}

export interface Claimed {
  /** Whether the worker has the lease; otherwise there are no deliveries. */
  held: boolean;
  /** Whether another worker has asked for the lease. */
  wanted: boolean;
  /** Null if the endpoint's row has the version that the caller knows, or if there are no deliveries. */
  details: EndpointDetails | null;
  deliveries: ClaimedDelivery[];
}

/**
 * The present moment: null for PostgreSQL's own time, as in production. Tests pass moments of a clock that they move. Leases always
 * follow PostgreSQL's time.
 */
export type Moment = Date | null;

export interface Claim {
  /** Id of the worker process. */
  worker: string;
  endpoints: ReadonlyArray<{ id: string; slots: number; version: string | null }>;
  /** Deliveries of these endpoints that were claimed before and are not recorded yet. */
  busy: readonly string[];
}

/**
 * Claims up to `slots` due deliveries of each endpoint, the longest due first. Returns one result per endpoint, in the order of
 * `endpoints`. Inactive and deleted endpoints give nothing.
 */
export async function claimDeliveries(
  db: Base['db'],
  { worker, endpoints, busy }: Claim,
  moment: Moment,
): Promise<Claimed[]> {
  const ids = endpoints.map(({ id }) => id);
  const slots = endpoints.map((endpoint) => endpoint.slots);
  const versions = endpoints.map(({ version }) => version);
  await queryTexts(db, takeLeases, [worker, ids]);
  const rows = await queryTexts(db, readDueDeliveries, [worker, ids, slots, versions, busy, moment]);
  const claimed: Claimed[] = endpoints.map(() => ({
    held: false,
    wanted: false,
    details: null,
    deliveries: [],
  }));
  for (const row of rows) {
    const [place, held, wanted, id, revision, attempt, eventId, eventType, body, trace, own] =
      row as string[];
    const one = claimed[Number(place) - 1]!;
    one.held = held === 't';
    one.wanted = wanted === 't';
    if (!id) continue;
    one.details ??= detailsIn(row);
    one.deliveries.push({
      id,
      revision: Number(revision),
      attempt: Number(attempt),
      eventId: eventId!,
      eventType: eventType!,
      body: own ? withMembers(body!, own) : body!,
      trace: trace ?? null,
    });
  }
  return claimed;
}

/** The JSON object with the members of the other one, neither of which is empty. */
export function withMembers(object: string, more: string): string {
  return `${object.slice(0, -1)},${more.slice(1)}`;
}

function detailsIn(row: Texts): EndpointDetails | null {
  const [version, url, sealed, previous, expiresMs] = row.slice(11);
  if (!version) return null;
  return {
    version,
    url: url!,
    sealedSecret: Buffer.from(sealed!, 'base64'),
    previousSealedSecret: previous ? Buffer.from(previous, 'base64') : null,
    previousSecretExpiresAt: expiresMs ? new Date(Number(expiresMs)) : null,
  };
}

/** Active endpoints that have due deliveries, claimed or not. */
export async function dueEndpoints(
  db: Base['db'],
  moment: Moment,
): Promise<Array<{ id: string; workspaceId: string }>> {
  const rows = await queryTexts(db, findDueEndpoints, [moment]);
  return rows.map(([id, workspaceId]) => ({ id: id!, workspaceId: workspaceId! }));
}
