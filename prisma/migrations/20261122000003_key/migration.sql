CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "display" TEXT NOT NULL,
    "mode" "mode" NOT NULL,
    "key_sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "idempotency_record" (
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_sha256" BYTEA NOT NULL,
    "locked_until" TIMESTAMPTZ(3) NOT NULL,
    "committed_at" TIMESTAMPTZ(3),
    "status" INTEGER,
    "content_type" TEXT,
    "sealed_body" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("caller","key")
);

CREATE TABLE "rate_bucket" (
    "id" TEXT NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_bucket_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "api_key_key_sha256_key" ON "api_key"("key_sha256");

CREATE INDEX "api_key_workspace_id_idx" ON "api_key"("workspace_id");

CREATE INDEX "idempotency_record_expires_at_idx" ON "idempotency_record"("expires_at");

ALTER TABLE "api_key" ADD CONSTRAINT "api_key_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the Prisma schema cannot express.

-- Rate limits may start again from full buckets after a crash, so their writes need no log.
ALTER TABLE rate_bucket SET UNLOGGED;
