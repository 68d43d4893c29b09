CREATE TYPE "delivery_status" AS ENUM ('queued', 'success', 'failed', 'dead');

CREATE TABLE "webhook_endpoint" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "active" BOOLEAN NOT NULL DEFAULT true,
    "sealed_secret" BYTEA NOT NULL,
    "previous_sealed_secret" BYTEA,
    "previous_secret_expires_at" TIMESTAMPTZ(3),
    "since_snapshot" TEXT DEFAULT (pg_current_snapshot())::text,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "webhook_lane" (
    "endpoint_id" UUID NOT NULL,
    "holder" UUID NOT NULL,
    "held_until" TIMESTAMPTZ(3) NOT NULL,
    "wanted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "webhook_lane_pkey" PRIMARY KEY ("endpoint_id")
);

CREATE TABLE "webhook_delivery" (
    "id" BIGSERIAL NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event_id" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "status" "delivery_status" NOT NULL DEFAULT 'queued',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "attempts" JSONB NOT NULL DEFAULT '[]',
    "response_code" INTEGER,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),
    "next_retry_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "claim" INTEGER NOT NULL DEFAULT 0,
    "trace" TEXT,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "webhook_endpoint_workspace_id_id_idx" ON "webhook_endpoint"("workspace_id", "id");

CREATE INDEX "webhook_delivery_endpoint_id_id_idx" ON "webhook_delivery"("endpoint_id", "id");

ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "webhook_lane" ADD CONSTRAINT "webhook_lane_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the Prisma schema cannot express.

-- The next deliveries of an endpoint, however many wait at the others.
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (endpoint_id, due_at, id) WHERE due_at IS NOT NULL;

-- Lists by status. Nearly all deliveries are successes, and those are found by id.
CREATE INDEX webhook_delivery_unsuccessful ON webhook_delivery (endpoint_id, status, id) WHERE status <> 'success';

ALTER TABLE webhook_delivery
  ADD CONSTRAINT webhook_delivery_waits_or_not CHECK ((due_at IS NOT NULL) = (status IN ('queued', 'failed'))),
  ADD CONSTRAINT webhook_delivery_success_has_time CHECK ((status = 'success') = (delivered_at IS NOT NULL)),
  ADD CONSTRAINT webhook_delivery_failed_is_retried CHECK ((status = 'failed') = (next_retry_at IS NOT NULL));

-- Every delivery is written twice within a second.
ALTER TABLE webhook_delivery SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1);

-- One row per endpoint, updated all the time.
ALTER TABLE webhook_lane SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Up to rooms[i] due deliveries of endpoints[i], the longest due first, without those in `busy`, for a worker that has the lane for
-- at least 20 s from now. Free lanes are taken for 30 s, in the order of their ids; lanes of other workers are marked as wanted.
-- One row for a lane that gives nothing. Columns of the endpoint are filled only when its row version differs from versions[i].
-- Deliveries are read by a second statement, whose snapshot shows what the lane's former holder has recorded. The settings make
-- the planner use webhook_delivery_waiting.
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
    WHERE d.endpoint_id = e.id AND d.due_at <= COALESCE(moment, now()) AND d.id <> ALL (busy)
    ORDER BY d.due_at, d.id LIMIT given.room
  ) next ON true;
END
$$;

-- Endpoints with something due, by the clock of PostgreSQL unless the caller gives a moment. The lateral probe reads one index
-- entry per endpoint, however many wait.
CREATE FUNCTION webhook_endpoints_due(moment timestamptz)
RETURNS TABLE (id uuid, workspace_id uuid)
LANGUAGE sql STABLE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  SELECT e.id, e.workspace_id
  FROM webhook_endpoint e
  CROSS JOIN LATERAL (
    SELECT 1 FROM webhook_delivery d
    WHERE d.endpoint_id = e.id AND d.due_at <= COALESCE(moment, now())
    ORDER BY d.due_at LIMIT 1
  ) due
  WHERE e.active AND e.deleted_at IS NULL
$$;

-- The oldest events that have no deliveries yet, locked; rows that another worker has locked are skipped. The settings make the
-- planner use outbox_event_to_fan_out even when its statistics are old.
CREATE FUNCTION take_events_to_fan_out(batch int) RETURNS SETOF outbox_event
LANGUAGE sql VOLATILE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  SELECT * FROM outbox_event WHERE fanned_out_at IS NULL ORDER BY id LIMIT batch FOR UPDATE SKIP LOCKED
$$;
