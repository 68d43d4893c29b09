CREATE TYPE "document_status" AS ENUM ('draft', 'sent', 'partially_signed', 'completed', 'voided', 'rejected', 'expired');

CREATE TYPE "visibility" AS ENUM ('everyone', 'managers');

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
    "remind_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "folder_id" UUID,
    "source_template_id" UUID,
    "bulk_send_id" UUID,
    "delivery_problem" BOOLEAN NOT NULL DEFAULT false,
    "external_id" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "content_sha256" CHAR(64),
    "content_bytes" INTEGER,
    "finalized_at" TIMESTAMPTZ(3),
    "original_sha256" CHAR(64),
    "size_bytes" INTEGER,
    "prepared_sha256" CHAR(64),
    "revision_sha256" CHAR(64),
    "content_is_self_contained" BOOLEAN NOT NULL DEFAULT false,
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
    "sealed_bytes" INTEGER,
    "certificate_sha256" CHAR(64),
    "seal_profile" TEXT,
    "archive_due_at" TIMESTAMPTZ(3),
    "erased_at" TIMESTAMPTZ(3),
    "erased_by" JSONB,
    "sealed_kept" BOOLEAN NOT NULL DEFAULT false,
    "clock_offset_seconds" INTEGER NOT NULL DEFAULT 0,
    "created_by" JSONB NOT NULL,
    "chain_seq" INTEGER NOT NULL DEFAULT 0,
    "chain_head" CHAR(64) NOT NULL DEFAULT '0000000000000000000000000000000000000000000000000000000000000000',

    CONSTRAINT "document_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "seal_attempt" (
    "document_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "seal_attempt_pkey" PRIMARY KEY ("document_id","number")
);

CREATE TABLE "document_file" (
    "id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "pdf_sha256" CHAR(64),
    "pdf_bytes" INTEGER,
    "pages" INTEGER,

    CONSTRAINT "document_file_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "preparation_session" (
    "id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "actor" JSONB NOT NULL,
    "can_send" BOOLEAN NOT NULL,
    "url_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "token_hash" BYTEA,
    "ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "preparation_session_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "large_document" (
    "document_id" UUID NOT NULL,
    "bytes" INTEGER NOT NULL,

    CONSTRAINT "large_document_pkey" PRIMARY KEY ("document_id")
);

CREATE TABLE "document_search" (
    "document_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "document_search_pkey" PRIMARY KEY ("document_id")
);

CREATE TABLE "document_count" (
    "workspace_id" UUID NOT NULL,
    "mode" "mode" NOT NULL,
    "visibility" "visibility" NOT NULL,
    "status" TEXT NOT NULL,
    "documents" BIGINT NOT NULL,

    CONSTRAINT "document_count_pkey" PRIMARY KEY ("workspace_id","mode","visibility","status")
);

CREATE TABLE "document_count_change" (
    "id" BIGSERIAL NOT NULL,
    "workspace_id" UUID NOT NULL,
    "mode" "mode" NOT NULL,
    "visibility" "visibility" NOT NULL,
    "status" TEXT NOT NULL,
    "change" INTEGER NOT NULL,

    CONSTRAINT "document_count_change_pkey" PRIMARY KEY ("workspace_id","id")
);

CREATE INDEX "document_file_document_id_position_idx" ON "document_file"("document_id", "position");

CREATE INDEX "document_file_sha256_idx" ON "document_file" USING HASH ("sha256");

CREATE INDEX "document_file_pdf_sha256_idx" ON "document_file" USING HASH ("pdf_sha256");

CREATE UNIQUE INDEX "preparation_session_url_hash_key" ON "preparation_session"("url_hash");

CREATE UNIQUE INDEX "preparation_session_token_hash_key" ON "preparation_session"("token_hash");

CREATE INDEX "preparation_session_document_id_idx" ON "preparation_session"("document_id");

CREATE INDEX "preparation_session_created_at_idx" ON "preparation_session"("created_at");

ALTER TABLE "preparation_session" ADD CONSTRAINT "preparation_session_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "document"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "document_file" ADD CONSTRAINT "document_file_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "document"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE INDEX "document_search_workspace_id_title_document_id_idx" ON "document_search"("workspace_id", "title", "document_id");

ALTER TABLE "large_document" ADD CONSTRAINT "large_document_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "document"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "document_search" ADD CONSTRAINT "document_search_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "document"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE INDEX "document_workspace_id_mode_status_id_idx" ON "document"("workspace_id", "mode", "status", "id" DESC);

CREATE INDEX "document_team_id_idx" ON "document"("team_id");

CREATE INDEX "document_sealed_sha256_idx" ON "document" USING HASH ("sealed_sha256");

CREATE INDEX "document_certificate_sha256_idx" ON "document" USING HASH ("certificate_sha256");

CREATE INDEX "document_revision_sha256_idx" ON "document" USING HASH ("revision_sha256");

ALTER TABLE "document" ADD CONSTRAINT "document_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "document" ADD CONSTRAINT "document_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "document" ADD CONSTRAINT "document_folder_id_fkey" FOREIGN KEY ("folder_id") REFERENCES "folder"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "seal_attempt" ADD CONSTRAINT "seal_attempt_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "document"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "document_count" ADD CONSTRAINT "document_count_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the Prisma schema cannot express.

-- Sealed files by when their archive timestamp is renewed.
CREATE INDEX document_to_archive ON document (archive_due_at) WHERE archive_due_at IS NOT NULL;

-- Each status implies its times, and a seal implies completion.
ALTER TABLE document
  ADD CONSTRAINT document_sent_has_time CHECK (
    status IN ('draft', 'voided') OR (sent_at IS NOT NULL AND finalized_at IS NOT NULL)),
  ADD CONSTRAINT document_draft_is_unsent CHECK (status <> 'draft' OR sent_at IS NULL),
  ADD CONSTRAINT document_completed_has_time CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
  ADD CONSTRAINT document_closed_has_time CHECK (
    (status IN ('completed', 'voided', 'rejected', 'expired')) = (closed_at IS NOT NULL)),
  ADD CONSTRAINT document_finalized_is_whole CHECK (
    (finalized_at IS NULL AND original_sha256 IS NULL AND size_bytes IS NULL AND pages IS NULL)
    OR (finalized_at IS NOT NULL AND original_sha256 IS NOT NULL AND size_bytes IS NOT NULL AND pages IS NOT NULL)),
  -- The certificate of completion is made when it is first requested, so a seal may lack it.
  ADD CONSTRAINT document_seal_is_whole CHECK (
    (sealed_at IS NULL AND sealed_sha256 IS NULL AND certificate_sha256 IS NULL AND seal_profile IS NULL)
    OR (status = 'completed' AND sealed_at IS NOT NULL AND sealed_sha256 IS NOT NULL AND seal_profile IS NOT NULL)),
  -- Only drafts are removed: unfinalized ones by age, any of them by erasure.
  ADD CONSTRAINT document_removed_is_draft CHECK (
    removed_at IS NULL OR (status = 'draft' AND (finalized_at IS NULL OR erased_at IS NOT NULL))),
  -- A document is erased only after it has ended, when no recipient still has to act.
  ADD CONSTRAINT document_erased_has_ended CHECK (
    erased_at IS NULL OR closed_at IS NOT NULL OR removed_at IS NOT NULL),
  ADD CONSTRAINT document_erased_is_whole CHECK (
    (erased_at IS NULL) = (erased_by IS NULL) AND (NOT sealed_kept OR (erased_at IS NOT NULL AND sealed_sha256 IS NOT NULL))),
  -- Only test documents have a clock of their own, and it never goes back.
  ADD CONSTRAINT document_clock_test_only CHECK (
    clock_offset_seconds = 0 OR (mode = 'test' AND clock_offset_seconds > 0));

ALTER TABLE preparation_session
  ADD CONSTRAINT preparation_session_opened_once CHECK (
    (opened_at IS NULL) = (token_hash IS NULL) AND (opened_at IS NULL) = (ends_at IS NULL));

ALTER TABLE document_file
  ADD CONSTRAINT document_file_pdf_is_whole CHECK ((pdf_sha256 IS NULL) = (pdf_bytes IS NULL));

-- Lists and their totals read this index alone where it has all columns that they need.
CREATE INDEX document_listed ON document (workspace_id, mode, id DESC)
  INCLUDE (status, visibility, folder_id, created_at, finalized_at, expires_at, clock_offset_seconds, bulk_send_id) WHERE removed_at IS NULL;
-- Lists of a period, and lists by expiry, whose filters by status and visibility do not read the table.
CREATE INDEX document_created ON document (workspace_id, mode, created_at, id) WHERE removed_at IS NULL;
CREATE INDEX document_by_expiry ON document (workspace_id, mode, expires_at, id)
  INCLUDE (status, visibility, clock_offset_seconds) WHERE removed_at IS NULL;
-- Also counts the outcomes of a bulk send without reading the table.
CREATE INDEX document_of_bulk_send ON document (bulk_send_id, id DESC)
  INCLUDE (status, delivery_problem, expires_at, clock_offset_seconds) WHERE bulk_send_id IS NOT NULL;
-- Documents by the caller's own id.
CREATE INDEX document_external_id ON document (workspace_id, mode, external_id, id DESC) WHERE external_id IS NOT NULL;
CREATE INDEX document_in_folder ON document (folder_id) WHERE folder_id IS NOT NULL;

-- Each sweep reads only the documents that are due.
CREATE INDEX document_due_to_expire ON document (expires_at) WHERE status IN ('sent', 'partially_signed');
CREATE INDEX document_to_remind_from ON document (remind_from, id)
  WHERE status IN ('sent', 'partially_signed') AND reminder_cadence_days > 0;
CREATE INDEX document_unsealed ON document (completed_at) WHERE status = 'completed' AND sealed_at IS NULL;
CREATE INDEX document_stale_draft ON document (created_at)
  WHERE status = 'draft' AND finalized_at IS NULL AND removed_at IS NULL;
-- Removed drafts whose personal data are still to be erased.
CREATE INDEX document_removed_draft ON document (id) WHERE removed_at IS NOT NULL AND erased_at IS NULL;
-- Closed documents that the retention of their workspace will erase.
CREATE INDEX document_to_erase ON document (workspace_id, closed_at) WHERE closed_at IS NOT NULL AND erased_at IS NULL;
-- Open test documents whose clock was moved; the sweeps judge them by their own time.
CREATE INDEX document_moved_clock ON document (id)
  WHERE status IN ('sent', 'partially_signed') AND clock_offset_seconds <> 0;

-- The counts on the overview of the console.
CREATE INDEX document_completed_by_month ON document (workspace_id, completed_at)
  WHERE mode = 'live' AND completed_at IS NOT NULL;
CREATE INDEX document_test_sent_by_month ON document (workspace_id, sent_at) WHERE mode = 'test' AND sent_at IS NOT NULL;
CREATE INDEX document_delivery_problem ON document (workspace_id, mode)
  WHERE delivery_problem AND status IN ('sent', 'partially_signed');

-- Which documents name a blob. Many documents can share one PDF. A hash index would walk all entries of a value to add one, so
-- these are B-trees over eight bytes of the name; queries compare the whole name as well.
CREATE INDEX document_content_name ON document (hashtextextended(content_sha256::text, 0)) WHERE content_sha256 IS NOT NULL;
-- Finalized documents usually have the same name in both columns; the index above finds those.
CREATE INDEX document_original_name ON document (hashtextextended(original_sha256::text, 0))
  WHERE original_sha256 IS NOT NULL AND original_sha256 IS DISTINCT FROM content_sha256;
CREATE INDEX document_prepared_name ON document (hashtextextended(prepared_sha256::text, 0)) WHERE prepared_sha256 IS NOT NULL;

-- Counts of documents by status (table document_count). Removed drafts are not counted.
CREATE FUNCTION counted_status(status document_status, finalized_at timestamptz, removed_at timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN removed_at IS NOT NULL THEN NULL
    WHEN status = 'draft' AND finalized_at IS NULL THEN 'awaiting_upload'
    ELSE status::text END
$$;

CREATE FUNCTION count_new_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_count_change (workspace_id, mode, visibility, status, change)
  SELECT workspace_id, mode, visibility, counted_status(status, finalized_at, removed_at), count(*) FROM changed
  WHERE removed_at IS NULL GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;

CREATE FUNCTION count_changed_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_count_change (workspace_id, mode, visibility, status, change)
  SELECT * FROM (VALUES
    (OLD.workspace_id, OLD.mode, OLD.visibility, counted_status(OLD.status, OLD.finalized_at, OLD.removed_at), -1),
    (NEW.workspace_id, NEW.mode, NEW.visibility, counted_status(NEW.status, NEW.finalized_at, NEW.removed_at), 1)
  ) AS c(workspace_id, mode, visibility, status, change) WHERE c.status IS NOT NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION count_deleted_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_count_change (workspace_id, mode, visibility, status, change)
  SELECT workspace_id, mode, visibility, counted_status(status, finalized_at, removed_at), -count(*) FROM changed
  WHERE removed_at IS NULL GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;

CREATE TRIGGER document_count_insert AFTER INSERT ON document REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_documents();
CREATE TRIGGER document_count_update AFTER UPDATE ON document
  FOR EACH ROW WHEN (
    (OLD.status, OLD.visibility, OLD.finalized_at IS NULL, OLD.removed_at IS NULL)
      IS DISTINCT FROM (NEW.status, NEW.visibility, NEW.finalized_at IS NULL, NEW.removed_at IS NULL))
  EXECUTE FUNCTION count_changed_document();
CREATE TRIGGER document_count_delete AFTER DELETE ON document REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_documents();
