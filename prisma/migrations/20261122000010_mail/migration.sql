CREATE TYPE "mail_status" AS ENUM ('queued', 'sent', 'refused', 'dropped');

CREATE TABLE "mail" (
    "id" UUID NOT NULL,
    "workspace_id" UUID,
    "document_id" UUID,
    "recipient_id" UUID,
    "kind" TEXT NOT NULL,
    "to_name" TEXT NOT NULL,
    "to_address" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "sealed_code" BYTEA,
    "status" "mail_status" NOT NULL DEFAULT 'queued',
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "mail_document_id_idx" ON "mail"("document_id");

CREATE INDEX "mail_recipient_id_idx" ON "mail"("recipient_id");

-- What the Prisma schema cannot express.

-- How many mails wait to be sent, and since when.
CREATE INDEX mail_queued ON mail (created_at) WHERE status = 'queued';
-- Mails of the sign-in page, which are removed after a day; the others are kept for 90.
CREATE INDEX mail_of_sign_in ON mail (created_at) WHERE kind = 'sign-in';

ALTER TABLE mail ADD CONSTRAINT mail_kind_is_known CHECK (kind IN (
  'invitation', 'reminder', 'otp', 'completed', 'declined', 'voided', 'expired', 'sign-in', 'team-invitation',
  'abuse-report'));
