-- Leases are written and judged by the clock of PostgreSQL, whatever the worker's says: one that is killed with a clock ahead
-- leaves its deliveries to others as soon as one whose clock is right. So is what is due, unless the caller gives a moment.
-- Workers of the version before call the same functions: their moments are still taken, their `lease` no longer.

CREATE OR REPLACE FUNCTION webhook_endpoints_due(moment timestamptz)
RETURNS TABLE (id uuid, workspace_id uuid)
LANGUAGE sql STABLE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  SELECT e.id, e.workspace_id
  FROM webhook_endpoint e
  CROSS JOIN LATERAL (
    SELECT 1 FROM webhook_delivery d
    WHERE d.endpoint_id = e.id AND d.due_at <= COALESCE(moment, now()) AND (d.leased_until IS NULL OR d.leased_until <= now())
    ORDER BY d.due_at LIMIT 1
  ) due
  WHERE e.active AND e.deleted_at IS NULL
$$;

CREATE OR REPLACE FUNCTION take_webhook_deliveries(endpoints uuid[], rooms int[], versions text[], moment timestamptz,
  lease timestamptz)
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
      WHERE d.endpoint_id = lane.endpoint_id AND d.due_at <= COALESCE(moment, now())
        AND (d.leased_until IS NULL OR d.leased_until <= now())
      ORDER BY d.due_at, d.id LIMIT lane.room FOR UPDATE SKIP LOCKED
    ) next
  )
  UPDATE webhook_delivery d SET leased_until = now() + interval '30 seconds', claim = d.claim + 1
  FROM picked WHERE d.id = picked.id
  RETURNING picked.place, d.id, d.claim, d.attempt, d.event_id, d.event_type, d.body, d.trace,
    picked.version, picked.url, picked.sealed_secret, picked.previous_sealed_secret, picked.previous_secret_expires_ms
$$;
