CREATE TABLE "direct_link" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "mode" "mode" NOT NULL,
    "template_id" UUID NOT NULL,
    "token_sha256" BYTEA NOT NULL,
    "sealed_token" BYTEA NOT NULL,
    "recipient_index" INTEGER NOT NULL,
    "recipients" JSONB NOT NULL,
    "confirm_email" BOOLEAN NOT NULL,
    "title" TEXT,
    "redirect_url" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "uses" INTEGER NOT NULL DEFAULT 0,
    "max_uses" INTEGER,
    "expires_at" TIMESTAMPTZ(3),
    "created_by" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "direct_link_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "direct_link_token_sha256_key" ON "direct_link"("token_sha256");

CREATE INDEX "direct_link_template_id_mode_id_idx" ON "direct_link"("template_id", "mode", "id" DESC);

CREATE INDEX "direct_link_workspace_id_idx" ON "direct_link"("workspace_id");

ALTER TABLE "direct_link" ADD CONSTRAINT "direct_link_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "direct_link" ADD CONSTRAINT "direct_link_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "template"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the Prisma schema cannot express.

ALTER TABLE direct_link
  ADD CONSTRAINT direct_link_uses_are_bounded CHECK (uses >= 0 AND max_uses > 0 AND uses <= max_uses),
  -- A disabled link cannot be enabled again, so it keeps no people.
  ADD CONSTRAINT direct_link_disabled_has_no_people CHECK (disabled_at IS NULL OR recipients = '[]');
