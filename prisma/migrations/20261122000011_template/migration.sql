CREATE TABLE "template" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "sha256" CHAR(64) NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "prepared_sha256" CHAR(64),
    "content_is_self_contained" BOOLEAN NOT NULL DEFAULT false,
    "pages" JSONB NOT NULL,
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "recipients" JSONB NOT NULL,
    "fields" JSONB NOT NULL,
    "external_id" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "template_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "template_workspace_id_id_idx" ON "template"("workspace_id", "id" DESC);

CREATE INDEX "template_team_id_idx" ON "template"("team_id");

CREATE INDEX "template_sha256_idx" ON "template" USING HASH ("sha256");

CREATE INDEX "template_prepared_sha256_idx" ON "template" USING HASH ("prepared_sha256");

ALTER TABLE "template" ADD CONSTRAINT "template_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "template" ADD CONSTRAINT "template_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "template_version" (
    "template_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "recipients" JSONB NOT NULL,
    "fields" JSONB NOT NULL,
    "saved_by" JSONB NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "template_version_pkey" PRIMARY KEY ("template_id","version")
);

CREATE INDEX "template_version_workspace_id_idx" ON "template_version"("workspace_id");

ALTER TABLE "template_version" ADD CONSTRAINT "template_version_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "template"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "template_version" ADD CONSTRAINT "template_version_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the Prisma schema cannot express.

-- Templates by the caller's own id.
CREATE INDEX template_external_id ON template (workspace_id, external_id, id DESC) WHERE external_id IS NOT NULL;
