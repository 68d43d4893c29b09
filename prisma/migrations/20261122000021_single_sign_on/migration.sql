CREATE TABLE "external_identity" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "external_identity_pkey" PRIMARY KEY ("issuer","subject")
);

CREATE TABLE "group_role" (
    "workspace_id" UUID NOT NULL,
    "group_name" TEXT NOT NULL,
    "role" "membership_role" NOT NULL,

    CONSTRAINT "group_role_pkey" PRIMARY KEY ("workspace_id","group_name")
);

CREATE UNIQUE INDEX "external_identity_user_id_issuer_key" ON "external_identity"("user_id", "issuer");

CREATE INDEX "group_role_group_name_idx" ON "group_role"("group_name");

ALTER TABLE "external_identity" ADD CONSTRAINT "external_identity_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "group_role" ADD CONSTRAINT "group_role_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
