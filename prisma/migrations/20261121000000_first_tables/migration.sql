-- CreateEnum
CREATE TYPE "document_status" AS ENUM ('draft', 'sent', 'partially_signed', 'completed', 'voided', 'rejected', 'expired');

-- CreateEnum
CREATE TYPE "visibility" AS ENUM ('everyone', 'managers');

-- CreateEnum
CREATE TYPE "field_type" AS ENUM ('signature', 'initials', 'name', 'email', 'date', 'text', 'number', 'checkbox', 'radio', 'dropdown');

-- CreateEnum
CREATE TYPE "mail_status" AS ENUM ('queued', 'sent', 'refused', 'dropped');

-- CreateEnum
CREATE TYPE "mode" AS ENUM ('live', 'test');

-- CreateEnum
CREATE TYPE "recipient_role" AS ENUM ('signer', 'approver', 'viewer', 'cc');

-- CreateEnum
CREATE TYPE "auth_level" AS ENUM ('link', 'otp', 'account', 'passkey');

-- CreateEnum
CREATE TYPE "recipient_status" AS ENUM ('pending', 'sent', 'opened', 'completed', 'rejected', 'reassigned');

-- CreateEnum
CREATE TYPE "membership_role" AS ENUM ('owner', 'manager', 'member');

-- CreateTable
CREATE TABLE "document" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "mode" "mode" NOT NULL,
    "title" TEXT NOT NULL,
    "status" "document_status" NOT NULL DEFAULT 'draft',
    "visibility" "visibility" NOT NULL DEFAULT 'everyone',
    "message" TEXT,
    "date_format" TEXT,
    "display_timezone" TEXT,
    "redirect_url" TEXT,
    "reminder_cadence_days" INTEGER,
    "folder_id" UUID,
    "source_template_id" UUID,
    "delivery_problem" BOOLEAN NOT NULL DEFAULT false,
    "content_sha256" CHAR(64),
    "content_bytes" INTEGER,
    "finalized_at" TIMESTAMPTZ(3),
    "original_sha256" CHAR(64),
    "size_bytes" INTEGER,
    "prepared_sha256" CHAR(64),
    "pages" JSONB,
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),
    "sealed_at" TIMESTAMPTZ(3),
    "sealed_sha256" CHAR(64),
    "certificate_sha256" CHAR(64),
    "seal_profile" TEXT,
    "created_by" JSONB NOT NULL,
    "chain_seq" INTEGER NOT NULL DEFAULT 0,
    "chain_head" CHAR(64) NOT NULL DEFAULT '0000000000000000000000000000000000000000000000000000000000000000',

CONSTRAINT "document_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "seal_attempt" (
    "document_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "error" TEXT,

CONSTRAINT "seal_attempt_pkey" PRIMARY KEY ("document_id","number")
);

-- CreateTable
CREATE TABLE "event" (
    "document_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "event_type" TEXT NOT NULL,
    "actor" JSONB NOT NULL,
    "payload" JSONB NOT NULL,
    "payload_hash" CHAR(64) NOT NULL,
    "created_at_iso" TEXT NOT NULL,
    "ip" TEXT,
    "user_agent" TEXT,
    "prev_hash" CHAR(64) NOT NULL,
    "hash" CHAR(64) NOT NULL,

CONSTRAINT "event_pkey" PRIMARY KEY ("document_id","seq")
);

-- CreateTable
CREATE TABLE "outbox_event" (
    "id" BIGSERIAL NOT NULL,
    "workspace_id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "mode" "mode" NOT NULL,
    "type" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "engine_event_type" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

CONSTRAINT "outbox_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "field" (
    "id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "recipient_id" UUID,
    "position" INTEGER NOT NULL,
    "type" "field_type" NOT NULL,
    "page" INTEGER NOT NULL,
    "x" DOUBLE PRECISION NOT NULL,
    "y" DOUBLE PRECISION NOT NULL,
    "w" DOUBLE PRECISION NOT NULL,
    "h" DOUBLE PRECISION NOT NULL,
    "name" TEXT,
    "required" BOOLEAN NOT NULL DEFAULT true,
    "read_only" BOOLEAN NOT NULL DEFAULT false,
    "prefill_value" TEXT,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "value" TEXT,
    "signature" JSONB,
    "completed_at" TIMESTAMPTZ(3),

CONSTRAINT "field_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "folder" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "parent_id" UUID,
    "name" TEXT NOT NULL,
    "depth" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

CONSTRAINT "folder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "idempotency_record" (
    "api_key_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "request_sha256" BYTEA NOT NULL,
    "locked_until" TIMESTAMPTZ(3) NOT NULL,
    "committed_at" TIMESTAMPTZ(3),
    "status" INTEGER,
    "content_type" TEXT,
    "sealed_body" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("api_key_id","key")
);

-- CreateTable
CREATE TABLE "rate_bucket" (
    "id" TEXT NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

CONSTRAINT "rate_bucket_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
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

-- CreateTable
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

-- CreateTable
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

-- CreateTable
CREATE TABLE "workspace" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "accent_color" TEXT NOT NULL DEFAULT '#1f4f8f',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

CONSTRAINT "workspace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

CONSTRAINT "team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app_user" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "workspace_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "membership_role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

CONSTRAINT "membership_pkey" PRIMARY KEY ("workspace_id","user_id")
);

-- CreateTable
CREATE TABLE "usage_month" (
    "workspace_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "used" INTEGER NOT NULL DEFAULT 0,

CONSTRAINT "usage_month_pkey" PRIMARY KEY ("workspace_id","month")
);

-- CreateIndex
CREATE INDEX "document_workspace_id_mode_id_idx" ON "document"("workspace_id", "mode", "id" DESC);

-- CreateIndex
CREATE INDEX "document_workspace_id_mode_status_id_idx" ON "document"("workspace_id", "mode", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "document_folder_id_idx" ON "document"("folder_id");

-- CreateIndex
CREATE INDEX "document_team_id_idx" ON "document"("team_id");

-- CreateIndex
CREATE INDEX "outbox_event_workspace_id_id_idx" ON "outbox_event"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "outbox_event_document_id_idx" ON "outbox_event"("document_id");

-- CreateIndex
CREATE INDEX "field_document_id_position_idx" ON "field"("document_id", "position");

-- CreateIndex
CREATE INDEX "field_recipient_id_idx" ON "field"("recipient_id");

-- CreateIndex
CREATE INDEX "folder_workspace_id_parent_id_idx" ON "folder"("workspace_id", "parent_id");

-- CreateIndex
CREATE INDEX "folder_parent_id_idx" ON "folder"("parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_key_sha256_key" ON "api_key"("key_sha256");

-- CreateIndex
CREATE INDEX "api_key_workspace_id_idx" ON "api_key"("workspace_id");

-- CreateIndex
CREATE INDEX "idempotency_record_expires_at_idx" ON "idempotency_record"("expires_at");

-- CreateIndex
CREATE INDEX "mail_document_id_idx" ON "mail"("document_id");

-- CreateIndex
CREATE INDEX "mail_recipient_id_idx" ON "mail"("recipient_id");

-- CreateIndex
CREATE INDEX "recipient_document_id_idx" ON "recipient"("document_id");

-- CreateIndex
CREATE INDEX "recipient_reassigned_from_idx" ON "recipient"("reassigned_from");

-- CreateIndex
CREATE INDEX "recipient_email_normalized_idx" ON "recipient"("email_normalized");

-- CreateIndex
CREATE INDEX "otp_code_recipient_id_created_at_idx" ON "otp_code"("recipient_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "workspace_slug_key" ON "workspace"("slug");

-- CreateIndex
CREATE INDEX "team_workspace_id_idx" ON "team"("workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "app_user_email_key" ON "app_user"("email");

-- CreateIndex
CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_folder_id_fkey" FOREIGN KEY ("folder_id") REFERENCES "folder"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seal_attempt" ADD CONSTRAINT "seal_attempt_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "document"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "field" ADD CONSTRAINT "field_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "document"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "field" ADD CONSTRAINT "field_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "recipient"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "folder" ADD CONSTRAINT "folder_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "folder" ADD CONSTRAINT "folder_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "folder"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_record" ADD CONSTRAINT "idempotency_record_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recipient" ADD CONSTRAINT "recipient_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "document"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recipient" ADD CONSTRAINT "recipient_reassigned_from_fkey" FOREIGN KEY ("reassigned_from") REFERENCES "recipient"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "otp_code" ADD CONSTRAINT "otp_code_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "recipient"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team" ADD CONSTRAINT "team_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_month" ADD CONSTRAINT "usage_month_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
