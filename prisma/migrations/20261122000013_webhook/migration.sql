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

CREATE TABLE "webhook_lease" (
    "endpoint_id" UUID NOT NULL,
    "holder" UUID NOT NULL,
    "held_until" TIMESTAMPTZ(3) NOT NULL,
    "wanted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "webhook_lease_pkey" PRIMARY KEY ("endpoint_id")
);

CREATE TABLE "webhook_delivery" (
    "id" BIGSERIAL NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event_id" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "document_id" UUID,
    "bulk_send_id" UUID,
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
    "revision" INTEGER NOT NULL DEFAULT 0,
    "trace" TEXT,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "webhook_endpoint_workspace_id_id_idx" ON "webhook_endpoint"("workspace_id", "id");

CREATE INDEX "webhook_delivery_endpoint_id_id_idx" ON "webhook_delivery"("endpoint_id", "id");

ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "webhook_lease" ADD CONSTRAINT "webhook_lease_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE webhook_lease SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
