CREATE TYPE "bulk_send_status" AS ENUM ('draft', 'invalid', 'ready', 'dispatching', 'done', 'failed', 'canceled');

CREATE TYPE "bulk_row_status" AS ENUM ('invalid', 'queued', 'sending', 'sent', 'failed', 'canceled');

CREATE TABLE "bulk_send" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "mode" "mode" NOT NULL,
    "status" "bulk_send_status" NOT NULL DEFAULT 'draft',
    "template_id" UUID NOT NULL,
    "template" JSONB NOT NULL,
    "row_count" INTEGER NOT NULL DEFAULT 0,
    "rows_bytes" BIGINT NOT NULL DEFAULT 0,
    "invalid_count" INTEGER NOT NULL DEFAULT 0,
    "sent_count" INTEGER NOT NULL DEFAULT 0,
    "failed_count" INTEGER NOT NULL DEFAULT 0,
    "canceled_count" INTEGER NOT NULL DEFAULT 0,
    "source_filename" TEXT,
    "csv_sha256" CHAR(64),
    "csv_bytes" BIGINT,
    "pdfs_sha256" CHAR(64),
    "pdfs_bytes" BIGINT,
    "pdf_fields_from" TEXT,
    "pdf_count" INTEGER,
    "pdf_checked_count" INTEGER NOT NULL DEFAULT 0,
    "pdf_unused_count" INTEGER NOT NULL DEFAULT 0,
    "form_keys" JSONB NOT NULL DEFAULT '[]',
    "metadata_keys" JSONB NOT NULL DEFAULT '[]',
    "sample_rows" JSONB NOT NULL DEFAULT '[]',
    "external_id" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "unique_external_ids" BOOLEAN NOT NULL DEFAULT false,
    "error" TEXT,
    "review_flagged" BOOLEAN NOT NULL DEFAULT false,
    "created_by" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "dispatched_by" JSONB,
    "dispatched_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "dispatch_at" TIMESTAMPTZ(3),
    "sending_window" JSONB,
    "runs" INTEGER NOT NULL DEFAULT 0,
    "rows_erased_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "open_document_id" UUID,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_send_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "bulk_row" (
    "bulk_send_id" UUID NOT NULL,
    "row_no" INTEGER NOT NULL,
    "status" "bulk_row_status" NOT NULL,
    "recipients" JSON NOT NULL,
    "form_values" JSON NOT NULL,
    "external_id" TEXT,
    "metadata" JSON NOT NULL DEFAULT '{}',
    "pdf" TEXT,
    "line" INTEGER,
    "document_id" UUID,
    "error" TEXT,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_row_pkey" PRIMARY KEY ("bulk_send_id","row_no")
);

CREATE TABLE "bulk_pdf" (
    "bulk_send_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "place" JSON,
    "sha256" CHAR(64),
    "size_bytes" INTEGER,
    "prepared_sha256" CHAR(64),
    "content_is_self_contained" BOOLEAN NOT NULL DEFAULT false,
    "pages" JSONB NOT NULL DEFAULT '[]',
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "places" JSONB,
    "problem" TEXT,

    CONSTRAINT "bulk_pdf_pkey" PRIMARY KEY ("bulk_send_id","no")
);

CREATE TABLE "bulk_operation" (
    "id" UUID NOT NULL,
    "bulk_send_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "input" JSONB NOT NULL,
    "requested_by" JSONB NOT NULL,
    "total" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "skipped" JSONB NOT NULL DEFAULT '{}',
    "after_document_id" UUID,
    "after_line" INTEGER NOT NULL DEFAULT 0,
    "csv_sha256" CHAR(64),
    "csv_bytes" BIGINT,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_operation_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "bulk_correction" (
    "operation_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "row_no" INTEGER,
    "external_id" TEXT,
    "changes" JSON NOT NULL,
    "result" TEXT NOT NULL DEFAULT 'waiting',
    "error" TEXT,

    CONSTRAINT "bulk_correction_pkey" PRIMARY KEY ("operation_id","line")
);

CREATE UNIQUE INDEX "bulk_pdf_bulk_send_id_name_key" ON "bulk_pdf"("bulk_send_id", "name");

CREATE INDEX "bulk_pdf_sha256_idx" ON "bulk_pdf" USING HASH ("sha256");

CREATE INDEX "bulk_operation_bulk_send_id_id_idx" ON "bulk_operation"("bulk_send_id", "id" DESC);

ALTER TABLE "bulk_operation" ADD CONSTRAINT "bulk_operation_bulk_send_id_fkey" FOREIGN KEY ("bulk_send_id") REFERENCES "bulk_send"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE INDEX "bulk_send_workspace_id_mode_id_idx" ON "bulk_send"("workspace_id", "mode", "id" DESC);

ALTER TABLE "bulk_send" ADD CONSTRAINT "bulk_send_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the Prisma schema cannot express.

-- Rows that are not sent, in order: the next ones to send, and the lists of invalid and failed rows.
CREATE INDEX bulk_row_unsent ON bulk_row (bulk_send_id, status, row_no) WHERE status <> 'sent';

-- Rows by the name of their own PDF. Empty for bulk sends without PDFs of their own.
CREATE INDEX bulk_row_pdf ON bulk_row (bulk_send_id, pdf) WHERE pdf IS NOT NULL;

-- PDFs that were not inspected yet, and repaired copies.
CREATE INDEX bulk_pdf_waiting ON bulk_pdf (bulk_send_id, no) WHERE place IS NOT NULL;
CREATE INDEX bulk_pdf_prepared ON bulk_pdf USING hash (prepared_sha256) WHERE prepared_sha256 IS NOT NULL;

-- What files of corrections say about a row.
CREATE INDEX bulk_correction_row ON bulk_correction (operation_id, row_no);
CREATE INDEX bulk_correction_external_id ON bulk_correction (operation_id, external_id) WHERE external_id IS NOT NULL;

-- Bulk sends whose mails share the mail server.
CREATE INDEX bulk_send_underway ON bulk_send (workspace_id) WHERE status = 'dispatching';

-- Bulk sends by the caller's own id.
CREATE INDEX bulk_send_external_id ON bulk_send (workspace_id, mode, external_id, id DESC) WHERE external_id IS NOT NULL;

ALTER TABLE bulk_send
  ADD CONSTRAINT bulk_send_counts_add_up CHECK (
    invalid_count >= 0 AND sent_count >= 0 AND failed_count >= 0 AND canceled_count >= 0
    AND invalid_count + sent_count + failed_count + canceled_count <= row_count),
  ADD CONSTRAINT bulk_send_end_is_whole CHECK (
    status NOT IN ('done', 'failed') OR (dispatched_at IS NOT NULL AND invalid_count + sent_count + failed_count = row_count)),
  ADD CONSTRAINT bulk_send_end_has_time CHECK ((status IN ('done', 'failed', 'canceled')) = (finished_at IS NOT NULL)),
  ADD CONSTRAINT bulk_send_underway_has_sender CHECK (status <> 'dispatching' OR (dispatched_by IS NOT NULL AND error IS NULL));

ALTER TABLE bulk_row
  ADD CONSTRAINT bulk_row_sent_has_document CHECK ((status = 'sent') = (document_id IS NOT NULL AND sent_at IS NOT NULL)),
  ADD CONSTRAINT bulk_row_fault_has_error CHECK ((status IN ('invalid', 'failed')) = (error IS NOT NULL));

-- One operation at a time.
CREATE UNIQUE INDEX bulk_operation_running ON bulk_operation (bulk_send_id) WHERE status = 'running';

-- Bulk sends whose documents may all have ended.
CREATE INDEX bulk_send_to_complete ON bulk_send (id) WHERE completed_at IS NULL AND sent_count > 0 AND status IN ('done', 'canceled');

ALTER TABLE bulk_send
  ADD CONSTRAINT bulk_send_completed_has_ended CHECK (completed_at IS NULL OR finished_at IS NOT NULL);

ALTER TABLE bulk_operation
  ADD CONSTRAINT bulk_operation_kind_is_known CHECK (kind IN ('void_open', 'remind_open', 'extend', 'correct')),
  ADD CONSTRAINT bulk_operation_end_has_time CHECK (
    status IN ('running', 'done') AND (status = 'done') = (finished_at IS NOT NULL) AND done >= 0),
  ADD CONSTRAINT bulk_operation_file_is_read CHECK (status = 'running' OR csv_sha256 IS NULL);

ALTER TABLE bulk_pdf
  ADD CONSTRAINT bulk_pdf_has_one_result CHECK (num_nonnulls(place, sha256, problem) = 1 AND (sha256 IS NULL) = (size_bytes IS NULL));

ALTER TABLE bulk_correction
  ADD CONSTRAINT bulk_correction_result_is_known CHECK (
    result IN ('waiting', 'corrected', 'unchanged', 'refused', 'requeued') AND (result = 'refused') = (error IS NOT NULL));
