-- AlterTable
ALTER TABLE "outbox_event" ADD COLUMN     "trace" TEXT;

-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "trace" TEXT;

-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "since_snapshot" TEXT;
ALTER TABLE "webhook_endpoint" ALTER COLUMN "since_snapshot" SET DEFAULT (pg_current_snapshot())::text;

-- What Prisma cannot say. Endpoints that are there already keep to since_tx until they are enabled anew.

-- As claim_webhook_deliveries, which workers of the version before still call: takes up to rooms[i] due deliveries of
-- endpoints[i], the longest due first, until `lease`. Rows that another worker takes at this moment are passed over. What belongs
-- to the endpoint comes only when it is not of the version that the caller knows (versions[i]; null knows none).
CREATE FUNCTION take_webhook_deliveries(endpoints uuid[], rooms int[], versions text[], moment timestamptz, lease timestamptz)
RETURNS TABLE (place int, id bigint, claim int, attempt int, event_id text, event_type text, body text, trace text,
  version text, url text, sealed_secret text, previous_sealed_secret text, previous_secret_expires_ms bigint)
LANGUAGE sql VOLATILE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  WITH picked AS MATERIALIZED (
    SELECT next.id, lane.place::int AS place, news.*
    FROM unnest(endpoints, rooms, versions) WITH ORDINALITY AS lane (endpoint_id, room, version, place)
    JOIN webhook_endpoint e ON e.id = lane.endpoint_id AND e.active AND e.deleted_at IS NULL
    LEFT JOIN LATERAL (
      SELECT e.xmin::text AS version, e.url, encode(e.sealed_secret, 'base64') AS sealed_secret,
        encode(e.previous_sealed_secret, 'base64') AS previous_sealed_secret,
        (extract(epoch FROM e.previous_secret_expires_at) * 1000)::bigint AS previous_secret_expires_ms
      WHERE e.xmin::text IS DISTINCT FROM lane.version
    ) news ON true
    CROSS JOIN LATERAL (
      SELECT d.id FROM webhook_delivery d
      WHERE d.endpoint_id = lane.endpoint_id AND d.due_at <= moment
        AND (d.leased_until IS NULL OR d.leased_until <= moment)
      ORDER BY d.due_at, d.id LIMIT lane.room FOR UPDATE SKIP LOCKED
    ) next
  )
  UPDATE webhook_delivery d SET leased_until = lease, claim = d.claim + 1
  FROM picked WHERE d.id = picked.id
  RETURNING picked.place, d.id, d.claim, d.attempt, d.event_id, d.event_type, d.body, d.trace,
    picked.version, picked.url, picked.sealed_secret, picked.previous_sealed_secret, picked.previous_secret_expires_ms
$$;
