-- CreateTable
CREATE TABLE "webhook_lane" (
    "endpoint_id" UUID NOT NULL,
    "holder" UUID NOT NULL,
    "held_until" TIMESTAMPTZ(3) NOT NULL,
    "wanted" BOOLEAN NOT NULL DEFAULT false,

CONSTRAINT "webhook_lane_pkey" PRIMARY KEY ("endpoint_id")
);

-- AddForeignKey
ALTER TABLE "webhook_lane" ADD CONSTRAINT "webhook_lane_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say. A worker takes a lane and only reads the deliveries that it sends; each is written once, when what came
-- of it is recorded. Before, every delivery was written when it was taken, too.

-- One row an endpoint, written all the time.
ALTER TABLE webhook_lane SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Up to rooms[i] due deliveries of endpoints[i], the longest due first, without those in `busy`, for a worker that has the lane for
-- at least 20 s from now. Lanes that nobody has are taken for 30 s, in the order of their ids; on those of others it is noted that
-- they are wanted. One row for a lane that gives nothing. What belongs to the endpoint comes only when it is not of the version that
-- the caller knows (versions[i]; null knows none). Deliveries are looked for in a second statement, whose snapshot shows what the
-- lane's holder before has recorded. The settings keep to webhook_delivery_waiting, as in take_webhook_deliveries.
CREATE FUNCTION take_from_webhook_lanes(worker uuid, endpoints uuid[], rooms int[], versions text[], busy bigint[],
  moment timestamptz)
RETURNS TABLE (place int, held boolean, wanted boolean, id bigint, claim int, attempt int, event_id text, event_type text, body text,
  trace text, version text, url text, sealed_secret text, previous_sealed_secret text, previous_secret_expires_ms bigint)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO webhook_lane AS lane (endpoint_id, holder, held_until)
  SELECT e.id, worker, now() + interval '30 seconds'
  FROM unnest(endpoints) AS given (endpoint_id)
  JOIN webhook_endpoint e ON e.id = given.endpoint_id AND e.active AND e.deleted_at IS NULL
  LEFT JOIN webhook_lane l ON l.endpoint_id = e.id
  WHERE l.endpoint_id IS NULL OR l.held_until <= now()
    OR (l.holder = worker AND l.held_until < now() + interval '20 seconds') OR (l.holder <> worker AND NOT l.wanted)
  ORDER BY e.id
  ON CONFLICT (endpoint_id) DO UPDATE SET
    holder = CASE WHEN lane.held_until <= clock_timestamp() THEN EXCLUDED.holder ELSE lane.holder END,
    held_until = CASE WHEN lane.held_until <= clock_timestamp() OR lane.holder = EXCLUDED.holder THEN EXCLUDED.held_until
      ELSE lane.held_until END,
    wanted = lane.held_until > clock_timestamp() AND (lane.wanted OR lane.holder <> EXCLUDED.holder);

  RETURN QUERY
  SELECT given.place::int, l.endpoint_id IS NOT NULL, COALESCE(l.wanted, false), next.id, next.claim, next.attempt, next.event_id,
    next.event_type, next.body, next.trace, news.version, news.url, news.sealed_secret, news.previous_sealed_secret,
    news.previous_secret_expires_ms
  FROM unnest(endpoints, rooms, versions) WITH ORDINALITY AS given (endpoint_id, room, version, place)
  LEFT JOIN webhook_lane l
    ON l.endpoint_id = given.endpoint_id AND l.holder = worker AND l.held_until > now() + interval '15 seconds'
  LEFT JOIN webhook_endpoint e ON e.id = l.endpoint_id AND e.active AND e.deleted_at IS NULL
  LEFT JOIN LATERAL (
    SELECT e.xmin::text AS version, e.url, encode(e.sealed_secret, 'base64') AS sealed_secret,
      encode(e.previous_sealed_secret, 'base64') AS previous_sealed_secret,
      (extract(epoch FROM e.previous_secret_expires_at) * 1000)::bigint AS previous_secret_expires_ms
    WHERE e.xmin::text IS DISTINCT FROM given.version
  ) news ON true
  LEFT JOIN LATERAL (
    SELECT d.id, d.claim, d.attempt, d.event_id, d.event_type, d.body, d.trace FROM webhook_delivery d
    WHERE d.endpoint_id = e.id AND d.due_at <= COALESCE(moment, now())
      AND (d.leased_until IS NULL OR d.leased_until <= now()) AND d.id <> ALL (busy)
    ORDER BY d.due_at, d.id LIMIT given.room
  ) next ON true;
END
$$;

-- Leases and what is due are judged by the clock of PostgreSQL, whatever the worker's says, unless the caller gives a moment. Workers
-- of the version before call the same function: their moments are still taken.
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

-- For workers of the version before, which lease deliveries one by one: as before, but until a time by the
-- clock of PostgreSQL (`lease` is no longer looked at), and nothing of lanes that a worker has.
CREATE OR REPLACE FUNCTION take_webhook_deliveries(endpoints uuid[], rooms int[], versions text[], moment timestamptz,
  lease timestamptz)
RETURNS TABLE (place int, id bigint, claim int, attempt int, event_id text, event_type text, body text, trace text,
  version text, url text, sealed_secret text, previous_sealed_secret text, previous_secret_expires_ms bigint)
LANGUAGE sql VOLATILE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  WITH picked AS MATERIALIZED (
    SELECT next.id, lane.place::int AS place, news.*
    FROM unnest(endpoints, rooms, versions) WITH ORDINALITY AS lane (endpoint_id, room, version, place)
    JOIN webhook_endpoint e ON e.id = lane.endpoint_id AND e.active AND e.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM webhook_lane l WHERE l.endpoint_id = e.id AND l.held_until > now())
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

-- The oldest events that have no deliveries yet, locked; rows that another worker has locked are passed over. The settings keep to
-- outbox_event_to_fan_out: where PostgreSQL does not know yet how many wait, it would sort all of them for every batch.
CREATE FUNCTION take_events_to_fan_out(batch int) RETURNS SETOF outbox_event
LANGUAGE sql VOLATILE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  SELECT * FROM outbox_event WHERE fanned_out_at IS NULL ORDER BY id LIMIT batch FOR UPDATE SKIP LOCKED
$$;
