CREATE TYPE "mode" AS ENUM ('live', 'test');

CREATE TABLE "workspace" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "accent_color" TEXT NOT NULL DEFAULT '#1f4f8f',
    "language" TEXT NOT NULL DEFAULT 'en',
    "sender_name" TEXT,
    "reply_to" TEXT,
    "shows_document_id" BOOLEAN NOT NULL DEFAULT true,
    "shows_signature_details" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retention_days" INTEGER,
    "retention_keeps_sealed" BOOLEAN NOT NULL DEFAULT false,
    "embed_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "requires_single_sign_on" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "workspace_logo" (
    "workspace_id" UUID NOT NULL,
    "png" BYTEA NOT NULL,
    "prepared" BYTEA NOT NULL,
    "sha256" CHAR(64) NOT NULL,

    CONSTRAINT "workspace_logo_pkey" PRIMARY KEY ("workspace_id")
);

CREATE TABLE "team" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "usage_month" (
    "workspace_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "shard" SMALLINT NOT NULL,
    "used" INTEGER NOT NULL DEFAULT 0,
    "day" DATE,
    "day_used" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "usage_month_pkey" PRIMARY KEY ("workspace_id","month","shard")
);

CREATE TABLE "workspace_storage" (
    "workspace_id" UUID NOT NULL,
    "measured_bytes" BIGINT NOT NULL DEFAULT 0,
    "uploaded_bytes" BIGINT NOT NULL DEFAULT 0,
    "measured_at" TIMESTAMPTZ(3),

    CONSTRAINT "workspace_storage_pkey" PRIMARY KEY ("workspace_id")
);

CREATE TABLE "installation" (
    "only_row" BOOLEAN NOT NULL DEFAULT true,
    "id" UUID NOT NULL,
    "database" TEXT NOT NULL,
    "may_claim" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("only_row")
);

CREATE UNIQUE INDEX "workspace_slug_key" ON "workspace"("slug");

CREATE INDEX "team_workspace_id_idx" ON "team"("workspace_id");

ALTER TABLE "workspace_logo" ADD CONSTRAINT "workspace_logo_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "team" ADD CONSTRAINT "team_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "usage_month" ADD CONSTRAINT "usage_month_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "workspace_storage" ADD CONSTRAINT "workspace_storage_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the Prisma schema cannot express.

ALTER TABLE workspace
  ADD CONSTRAINT workspace_retention_is_positive CHECK (retention_days > 0),
  ADD CONSTRAINT workspace_embed_origins_are_few CHECK (embed_origins IS NOT NULL AND cardinality(embed_origins) <= 20);

ALTER TABLE installation ADD CONSTRAINT installation_is_one_row CHECK (only_row);
