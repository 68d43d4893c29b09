-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "leased_until" TIMESTAMPTZ(3);

-- What Prisma cannot say. Taking a delivery no longer changes an indexed column, so the new version of the row stays on its page
-- and no index is written. Leased rows stand at the head of their endpoint's part of webhook_delivery_waiting: as few as may be
-- under way at once.

CREATE OR REPLACE FUNCTION webhook_endpoints_due(moment timestamptz)
RETURNS TABLE (id uuid, workspace_id uuid)
LANGUAGE sql STABLE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  SELECT e.id, e.workspace_id
  FROM webhook_endpoint e
  CROSS JOIN LATERAL (
    SELECT 1 FROM webhook_delivery d
    WHERE d.endpoint_id = e.id AND d.due_at <= moment AND (d.leased_until IS NULL OR d.leased_until <= moment)
    ORDER BY d.due_at LIMIT 1
  ) due
  WHERE e.active AND e.deleted_at IS NULL
$$;

CREATE OR REPLACE FUNCTION claim_webhook_deliveries(endpoints uuid[], rooms int[], moment timestamptz, lease timestamptz)
RETURNS TABLE (id bigint, endpoint_id uuid, event_id text, event_type text, body text, attempt int, claim int,
  url text, sealed_secret bytea, previous_sealed_secret bytea, previous_secret_expires_at timestamptz)
LANGUAGE sql VOLATILE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  WITH picked AS MATERIALIZED (
    SELECT next.id, e.url, e.sealed_secret, e.previous_sealed_secret, e.previous_secret_expires_at
    FROM unnest(endpoints, rooms) AS lane (endpoint_id, room)
    JOIN webhook_endpoint e ON e.id = lane.endpoint_id AND e.active AND e.deleted_at IS NULL
    CROSS JOIN LATERAL (
      SELECT d.id FROM webhook_delivery d
      WHERE d.endpoint_id = lane.endpoint_id AND d.due_at <= moment
        AND (d.leased_until IS NULL OR d.leased_until <= moment)
      ORDER BY d.due_at, d.id LIMIT lane.room FOR UPDATE SKIP LOCKED
    ) next
  )
  UPDATE webhook_delivery d SET leased_until = lease, claim = d.claim + 1
  FROM picked WHERE d.id = picked.id
  RETURNING d.id, d.endpoint_id, d.event_id, d.event_type, d.body, d.attempt, d.claim,
    picked.url, picked.sealed_secret, picked.previous_sealed_secret, picked.previous_secret_expires_at
$$;
