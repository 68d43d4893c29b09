CREATE TYPE "recipient_role" AS ENUM ('signer', 'approver', 'viewer', 'cc');

CREATE TYPE "auth_level" AS ENUM ('link', 'otp', 'account', 'passkey');

CREATE TYPE "recipient_status" AS ENUM ('pending', 'sent', 'opened', 'completed', 'rejected', 'reassigned');

CREATE TABLE "recipient" (
    "id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_normalized" TEXT NOT NULL,
    "role" "recipient_role" NOT NULL DEFAULT 'signer',
    "auth_level" "auth_level" NOT NULL DEFAULT 'link',
    "signing_order" INTEGER NOT NULL DEFAULT 1,
    "status" "recipient_status" NOT NULL DEFAULT 'pending',
    "link_version" INTEGER NOT NULL DEFAULT 1,
    "link_issued_at" TIMESTAMPTZ(3),
    "last_mailed_at" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3),
    "consent_at" TIMESTAMPTZ(3),
    "consent_version" TEXT,
    "consent_language" TEXT,
    "completed_at" TIMESTAMPTZ(3),
    "rejected_at" TIMESTAMPTZ(3),
    "reject_reason" TEXT,
    "bounced_at" TIMESTAMPTZ(3),
    "auth_satisfied" "auth_level",
    "ip" TEXT,
    "user_agent" TEXT,
    "reassigned_from" UUID,

    CONSTRAINT "recipient_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "otp_code" (
    "id" UUID NOT NULL,
    "recipient_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "attempts_left" INTEGER NOT NULL DEFAULT 5,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),

    CONSTRAINT "otp_code_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "recipient_document_id_idx" ON "recipient"("document_id");

CREATE INDEX "recipient_email_normalized_idx" ON "recipient"("email_normalized");

CREATE INDEX "otp_code_recipient_id_created_at_idx" ON "otp_code"("recipient_id", "created_at" DESC);

ALTER TABLE "recipient" ADD CONSTRAINT "recipient_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "document"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "recipient" ADD CONSTRAINT "recipient_reassigned_from_fkey" FOREIGN KEY ("reassigned_from") REFERENCES "recipient"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "otp_code" ADD CONSTRAINT "otp_code_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "recipient"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the Prisma schema cannot express.

ALTER TABLE recipient
  ADD CONSTRAINT recipient_link_has_time CHECK (status = 'pending' OR link_issued_at IS NOT NULL),
  ADD CONSTRAINT recipient_opened_has_time CHECK (status NOT IN ('opened', 'completed', 'rejected') OR opened_at IS NOT NULL),
  ADD CONSTRAINT recipient_completed_has_time CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
  ADD CONSTRAINT recipient_completed_has_consent CHECK (status <> 'completed' OR consent_at IS NOT NULL),
  ADD CONSTRAINT recipient_rejected_has_reason CHECK (
    (status = 'rejected') = (rejected_at IS NOT NULL AND reject_reason IS NOT NULL));

CREATE INDEX recipient_reassigned ON recipient (reassigned_from) WHERE reassigned_from IS NOT NULL;
