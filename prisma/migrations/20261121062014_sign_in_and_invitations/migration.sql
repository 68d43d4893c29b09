-- DropForeignKey
ALTER TABLE "idempotency_record" DROP CONSTRAINT "idempotency_record_api_key_id_fkey";

-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "operator" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable: the records of keys stay what they are
ALTER TABLE "idempotency_record" RENAME COLUMN "api_key_id" TO "caller";
ALTER TABLE "idempotency_record" ALTER COLUMN "caller" TYPE TEXT;

-- AlterTable
ALTER TABLE "mail" ALTER COLUMN "workspace_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "user_session" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip" TEXT,
    "user_agent" TEXT,

CONSTRAINT "user_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_link" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "token_sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

CONSTRAINT "sign_in_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "outcome" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "ip" TEXT,
    "user_agent" TEXT,

CONSTRAINT "sign_in_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateIndex
CREATE UNIQUE INDEX "user_session_token_sha256_key" ON "user_session"("token_sha256");

-- CreateIndex
CREATE INDEX "user_session_user_id_idx" ON "user_session"("user_id");

-- CreateIndex
CREATE INDEX "user_session_expires_at_idx" ON "user_session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_link_token_sha256_key" ON "sign_in_link"("token_sha256");

-- CreateIndex
CREATE INDEX "sign_in_link_expires_at_idx" ON "sign_in_link"("expires_at");

-- CreateIndex
CREATE INDEX "sign_in_user_id_id_idx" ON "sign_in"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "sign_in_at_idx" ON "sign_in"("at");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_sha256_key" ON "invitation"("token_sha256");

-- CreateIndex
CREATE INDEX "invitation_workspace_id_id_idx" ON "invitation"("workspace_id", "id" DESC);

-- CreateIndex
CREATE INDEX "invitation_invited_by_idx" ON "invitation"("invited_by");

-- CreateIndex
CREATE INDEX "invitation_expires_at_idx" ON "invitation"("expires_at");

-- AddForeignKey
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in" ADD CONSTRAINT "sign_in_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "app_user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- One open invitation per address and workspace.
CREATE UNIQUE INDEX invitation_open ON invitation (workspace_id, email) WHERE accepted_at IS NULL;

-- Who owns the first workspace runs the instance.
UPDATE app_user SET operator = true WHERE id IN (
  SELECT user_id FROM membership
  WHERE role = 'owner' AND workspace_id = (SELECT id FROM workspace ORDER BY created_at, id LIMIT 1));
