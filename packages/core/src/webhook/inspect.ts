/** Counts of deliveries, for operators. Every count stops at 10,000, so it takes milliseconds with a million deliveries waiting. */
import type { Base } from '../ctx.ts';

export interface Waiting {
  count: number;
  oldest: Date | null;
}

const nothing: Waiting = { count: 0, oldest: null };

/** Due deliveries of active endpoints, claimed or not. By webhook_delivery_waiting, with one probe for each endpoint. */
export async function readDueDeliveries(db: Base['db']): Promise<Waiting> {
  const [row] = await db.$queryRaw<Waiting[]>`
    WITH endpoint AS MATERIALIZED (SELECT id FROM webhook_endpoint WHERE active AND deleted_at IS NULL)
    SELECT
      (SELECT count(*)::int FROM (
        SELECT 1 FROM endpoint e CROSS JOIN LATERAL (
          SELECT 1 FROM webhook_delivery d WHERE d.endpoint_id = e.id AND d.due_at <= now()
          ORDER BY d.due_at LIMIT 10000) one LIMIT 10000) waiting) AS count,
      (SELECT min(first.due_at) FROM endpoint e CROSS JOIN LATERAL (
        SELECT d.due_at FROM webhook_delivery d WHERE d.endpoint_id = e.id AND d.due_at <= now()
        ORDER BY d.due_at LIMIT 1) first) AS oldest`;
  return row ?? nothing;
}

/** Dead deliveries of endpoints that are not deleted. By webhook_delivery_unsuccessful, with one probe for each endpoint. */
export async function readDeadDeliveries(db: Base['db']): Promise<Waiting> {
  const [row] = await db.$queryRaw<Waiting[]>`
    WITH endpoint AS MATERIALIZED (SELECT id FROM webhook_endpoint WHERE deleted_at IS NULL),
      dead AS MATERIALIZED (
        SELECT one.created_at FROM endpoint e CROSS JOIN LATERAL (
          SELECT d.created_at FROM webhook_delivery d
          WHERE d.endpoint_id = e.id AND d.status = 'dead' AND d.status <> 'success' ORDER BY d.id LIMIT 10000) one
        LIMIT 10000)
    SELECT count(*)::int AS count, min(created_at) AS oldest FROM dead`;
  return row ?? nothing;
}

/** Events that are not fanned out yet. By outbox_event_to_fan_out, with one probe for each workspace. */
export async function readWaitingEvents(db: Base['db']): Promise<Waiting> {
  const [row] = await db.$queryRaw<Waiting[]>`
    WITH RECURSIVE first AS (
      (SELECT workspace_id, created_at FROM outbox_event WHERE fanned_out_at IS NULL ORDER BY workspace_id, id LIMIT 1)
      UNION ALL
      SELECT next.workspace_id, next.created_at FROM first CROSS JOIN LATERAL (
        SELECT e.workspace_id, e.created_at FROM outbox_event e
        WHERE e.fanned_out_at IS NULL AND e.workspace_id > first.workspace_id ORDER BY e.workspace_id, e.id LIMIT 1
      ) next
    )
    SELECT
      (SELECT count(*)::int FROM (SELECT 1 FROM outbox_event WHERE fanned_out_at IS NULL LIMIT 10000) events) AS count,
      (SELECT min(created_at) FROM (SELECT created_at FROM first LIMIT 10000) oldest) AS oldest`;
  return row ?? nothing;
}
