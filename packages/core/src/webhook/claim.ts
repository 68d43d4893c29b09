/** Takes deliveries that are due, so that one worker at a time has each. The statements are in the migration `webhooks`. */
import type { Base } from '../ctx.ts';
import type { SealedSecrets } from './secret.ts';

/**
 * How long a worker has a delivery: more than an attempt and its settlement take. One whose worker was killed is due again
 * after it.
 */
export const leaseSeconds = 30;

export interface ClaimedDelivery extends SealedSecrets {
  id: bigint;
  endpointId: string;
  eventId: string;
  eventType: string;
  body: string;
  /** Attempts made before in this cycle. */
  attempt: number;
  /** Under which the attempt is recorded. */
  claim: number;
  url: string;
}

/** Takes up to `room` due deliveries of each endpoint, the longest due first. Inactive and deleted endpoints give none. */
export async function claimDeliveries(
  base: Pick<Base, 'db' | 'now'>,
  lanes: ReadonlyArray<{ endpointId: string; room: number }>,
): Promise<ClaimedDelivery[]> {
  const now = base.now();
  return base.db.$queryRaw<ClaimedDelivery[]>`
    SELECT id, endpoint_id AS "endpointId", event_id AS "eventId", event_type AS "eventType", body, attempt, claim, url,
      sealed_secret AS "sealedSecret", previous_sealed_secret AS "previousSealedSecret",
      previous_secret_expires_at AS "previousSecretExpiresAt"
    FROM claim_webhook_deliveries(${lanes.map((lane) => lane.endpointId)}::uuid[], ${lanes.map((lane) => lane.room)}::int[],
      ${now}::timestamptz, ${new Date(now.getTime() + leaseSeconds * 1000)}::timestamptz)`;
}

/** Active endpoints that have something due: one index probe an endpoint. */
export async function endpointsDue(
  base: Pick<Base, 'db' | 'now'>,
): Promise<Array<{ id: string; workspaceId: string }>> {
  return base.db.$queryRaw`
    SELECT id, workspace_id AS "workspaceId" FROM webhook_endpoints_due(${base.now()}::timestamptz)`;
}
