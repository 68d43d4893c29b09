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
    "bulk_send_id" UUID,
    "status" "mail_status" NOT NULL DEFAULT 'queued',
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "mail_pace" (
    "id" TEXT NOT NULL,
    "state" JSONB NOT NULL,

    CONSTRAINT "mail_pace_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "mail_document_id_idx" ON "mail"("document_id");

CREATE INDEX "mail_recipient_id_idx" ON "mail"("recipient_id");

-- What the Prisma schema cannot express.

-- The clock of the limits in mail_pace. Tests replace it, to move through days.
CREATE FUNCTION mail_clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';

-- How many mails of single documents wait to be sent, and since when.
CREATE INDEX mail_queued ON mail (created_at) WHERE status = 'queued' AND bulk_send_id IS NULL;
-- How many of each bulk send wait.
CREATE INDEX mail_queued_of_bulk_send ON mail (bulk_send_id) WHERE status = 'queued' AND bulk_send_id IS NOT NULL;
-- Mails of the sign-in page, which are removed after a day; the others are kept for 90.
CREATE INDEX mail_of_sign_in ON mail (created_at) WHERE kind = 'sign-in';

ALTER TABLE mail ADD CONSTRAINT mail_kind_is_known CHECK (kind IN (
  'invitation', 'reminder', 'otp', 'completed', 'declined', 'voided', 'expired', 'sign-in', 'team-invitation',
  'abuse-report', 'sign-in-method'));
