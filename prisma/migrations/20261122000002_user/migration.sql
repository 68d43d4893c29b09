CREATE TYPE "membership_role" AS ENUM ('owner', 'manager', 'member');

CREATE TABLE "app_user" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "operator" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "membership" (
    "workspace_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "membership_role" NOT NULL,
    "from_groups" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("workspace_id","user_id")
);

CREATE TABLE "user_session" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL DEFAULT 'email',
    "ends_at" TIMESTAMPTZ(3),
    "ip" TEXT,
    "user_agent" TEXT,

    CONSTRAINT "user_session_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sign_in_link" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "token_sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_in_link_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sign_in_attempt" (
    "secret_sha256" BYTEA NOT NULL,
    "browser_sha256" BYTEA NOT NULL,
    "purpose" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_in_attempt_pkey" PRIMARY KEY ("secret_sha256")
);

CREATE TABLE "sign_in" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "outcome" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "ip" TEXT,
    "user_agent" TEXT,

    CONSTRAINT "sign_in_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "invitation" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" "membership_role" NOT NULL,
    "token_sha256" BYTEA NOT NULL,
    "invited_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "app_user_email_key" ON "app_user"("email");

CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

CREATE UNIQUE INDEX "user_session_token_sha256_key" ON "user_session"("token_sha256");

CREATE INDEX "user_session_user_id_idx" ON "user_session"("user_id");

CREATE INDEX "user_session_expires_at_idx" ON "user_session"("expires_at");

CREATE UNIQUE INDEX "sign_in_link_token_sha256_key" ON "sign_in_link"("token_sha256");

CREATE INDEX "sign_in_link_expires_at_idx" ON "sign_in_link"("expires_at");

CREATE INDEX "sign_in_attempt_expires_at_idx" ON "sign_in_attempt"("expires_at");

CREATE INDEX "sign_in_user_id_id_idx" ON "sign_in"("user_id", "id" DESC);

CREATE INDEX "sign_in_at_idx" ON "sign_in"("at");

CREATE UNIQUE INDEX "invitation_token_sha256_key" ON "invitation"("token_sha256");

CREATE INDEX "invitation_workspace_id_id_idx" ON "invitation"("workspace_id", "id" DESC);

CREATE INDEX "invitation_invited_by_idx" ON "invitation"("invited_by");

CREATE INDEX "invitation_expires_at_idx" ON "invitation"("expires_at");

ALTER TABLE "membership" ADD CONSTRAINT "membership_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "user_session" ADD CONSTRAINT "user_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "sign_in" ADD CONSTRAINT "sign_in_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "invitation" ADD CONSTRAINT "invitation_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "invitation" ADD CONSTRAINT "invitation_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "app_user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What the Prisma schema cannot express.

-- One open invitation per address and workspace.
CREATE UNIQUE INDEX invitation_open ON invitation (workspace_id, email) WHERE accepted_at IS NULL;

ALTER TABLE sign_in ADD CONSTRAINT sign_in_outcome_is_known CHECK (outcome IN (
  'signed_in', 'link_refused', 'invitation_accepted', 'signed_out', 'signed_out_everywhere',
  'single_sign_on', 'single_sign_on_connected', 'passkey', 'passkey_refused', 'passkey_added', 'passkey_removed'));

ALTER TABLE user_session ADD CONSTRAINT user_session_method_is_known CHECK (method IN ('email', 'single_sign_on', 'passkey'));
ALTER TABLE sign_in_attempt ADD CONSTRAINT sign_in_attempt_purpose_is_known CHECK (purpose IN (
  'single_sign_on', 'passkey_sign_in', 'passkey_registration'));
