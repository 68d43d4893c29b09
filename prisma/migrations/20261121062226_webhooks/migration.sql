-- CreateEnum
CREATE TYPE "delivery_status" AS ENUM ('queued', 'success', 'failed', 'dead');

-- DropIndex
DROP INDEX "outbox_event_workspace_id_id_idx";

-- AlterTable
ALTER TABLE "outbox_event" ADD COLUMN     "fanned_out_at" TIMESTAMPTZ(3),
ADD COLUMN     "tx" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint;

-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "active" BOOLEAN NOT NULL DEFAULT true,
    "sealed_secret" BYTEA NOT NULL,
    "previous_sealed_secret" BYTEA,
    "previous_secret_expires_at" TIMESTAMPTZ(3),
    "since_tx" BIGINT NOT NULL DEFAULT ((pg_snapshot_xmin(pg_current_snapshot()))::text)::bigint,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_endpoint_workspace_id_id_idx" ON "webhook_endpoint"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_endpoint_id_id_idx" ON "webhook_delivery"("endpoint_id", "id");

-- CreateIndex
CREATE INDEX "outbox_event_workspace_id_mode_tx_id_idx" ON "outbox_event"("workspace_id", "mode", "tx", "id");

-- AddForeignKey
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say.

-- Events from before there were webhooks are nobody's.
UPDATE "outbox_event" SET "fanned_out_at" = "created_at";

-- Events whose deliveries are still to be made.
CREATE INDEX outbox_event_to_fan_out ON outbox_event (id) WHERE fanned_out_at IS NULL;

-- The next deliveries of an endpoint, whatever waits at the others.
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (endpoint_id, due_at, id) WHERE due_at IS NOT NULL;

-- Lists by status; successes, which are nearly all, are found by id.
CREATE INDEX webhook_delivery_unsuccessful ON webhook_delivery (endpoint_id, status, id) WHERE status <> 'success';

ALTER TABLE webhook_delivery
  ADD CONSTRAINT webhook_delivery_waits_or_not CHECK ((due_at IS NOT NULL) = (status IN ('queued', 'failed'))),
  ADD CONSTRAINT webhook_delivery_success_has_time CHECK ((status = 'success') = (delivered_at IS NOT NULL)),
  ADD CONSTRAINT webhook_delivery_failed_is_retried CHECK ((status = 'failed') = (next_retry_at IS NOT NULL));

-- Every delivery is written, taken and settled: three versions of a row within a second.
ALTER TABLE webhook_delivery SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1);

-- Endpoints with something due. The lateral probe reads one index entry an endpoint, however many wait.
CREATE FUNCTION webhook_endpoints_due(moment timestamptz)
RETURNS TABLE (id uuid, workspace_id uuid)
LANGUAGE sql STABLE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  SELECT e.id, e.workspace_id
  FROM webhook_endpoint e
  CROSS JOIN LATERAL (
    SELECT 1 FROM webhook_delivery d WHERE d.endpoint_id = e.id AND d.due_at <= moment ORDER BY d.due_at LIMIT 1
  ) due
  WHERE e.active AND e.deleted_at IS NULL
$$;

-- Takes up to rooms[i] due deliveries of endpoints[i], the longest due first, until `lease`. Rows that another worker takes at
-- this moment are passed over. The settings keep to webhook_delivery_waiting while PostgreSQL does not know yet how full the
-- table is: a sort of the whole backlog would cost seconds.
CREATE FUNCTION claim_webhook_deliveries(endpoints uuid[], rooms int[], moment timestamptz, lease timestamptz)
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
      ORDER BY d.due_at, d.id LIMIT lane.room FOR UPDATE SKIP LOCKED
    ) next
  )
  UPDATE webhook_delivery d SET due_at = lease, claim = d.claim + 1
  FROM picked WHERE d.id = picked.id
  RETURNING d.id, d.endpoint_id, d.event_id, d.event_type, d.body, d.attempt, d.claim,
    picked.url, picked.sealed_secret, picked.previous_sealed_secret, picked.previous_secret_expires_at
$$;
