CREATE TYPE "recipient_role" AS ENUM ('signer', 'approver', 'viewer', 'cc');

CREATE TYPE "auth_level" AS ENUM ('link', 'otp', 'account', 'passkey');

CREATE TYPE "recipient_status" AS ENUM ('pending', 'sent', 'opened', 'completed', 'rejected', 'reassigned');

CREATE TYPE "recipient_delivery" AS ENUM ('email', 'none');

CREATE TYPE "signature_level" AS ENUM ('advanced', 'qualified');

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
    "delivery" "recipient_delivery" NOT NULL DEFAULT 'email',
    "signature_level" "signature_level",
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
    "own_signature" JSONB,
    "reassigned_from" UUID,
    "direct_link_id" UUID,

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

CREATE TABLE "signing_session" (
    "id" UUID NOT NULL,
    "recipient_id" UUID NOT NULL,
    "link_version" INTEGER NOT NULL,
    "url_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "token_hash" BYTEA,
    "ends_at" TIMESTAMPTZ(3),
    "verified_at" TIMESTAMPTZ(3),

    CONSTRAINT "signing_session_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "signing_draft" (
    "recipient_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "content" TEXT NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signing_draft_pkey" PRIMARY KEY ("recipient_id")
);

CREATE TABLE "pending_signature" (
    "recipient_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "state_hash" BYTEA,
    "verifier_hash" BYTEA NOT NULL,
    "language" TEXT NOT NULL,
    "document_digest" CHAR(64) NOT NULL,
    "content" TEXT NOT NULL,
    "prepared" JSONB,
    "prepared_sha256" CHAR(64),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pending_signature_pkey" PRIMARY KEY ("recipient_id")
);

CREATE TABLE "abuse_report" (
    "id" UUID NOT NULL,
    "recipient_id" UUID NOT NULL,
    "recipient_email" TEXT NOT NULL,
    "document_title" TEXT NOT NULL,
    "workspace_name" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "message" TEXT,
    "ip" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "abuse_report_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "recipient_document_id_idx" ON "recipient"("document_id");

CREATE INDEX "recipient_email_normalized_idx" ON "recipient"("email_normalized");

CREATE INDEX "otp_code_recipient_id_created_at_idx" ON "otp_code"("recipient_id", "created_at" DESC);

CREATE UNIQUE INDEX "signing_session_url_hash_key" ON "signing_session"("url_hash");

CREATE UNIQUE INDEX "signing_session_token_hash_key" ON "signing_session"("token_hash");

CREATE INDEX "signing_session_recipient_id_idx" ON "signing_session"("recipient_id");

CREATE INDEX "signing_session_created_at_idx" ON "signing_session"("created_at");

CREATE INDEX "signing_draft_saved_at_idx" ON "signing_draft"("saved_at");

CREATE UNIQUE INDEX "pending_signature_state_hash_key" ON "pending_signature"("state_hash");

CREATE INDEX "pending_signature_expires_at_idx" ON "pending_signature"("expires_at");

CREATE INDEX "abuse_report_recipient_id_idx" ON "abuse_report"("recipient_id");

CREATE INDEX "abuse_report_created_at_idx" ON "abuse_report"("created_at");

ALTER TABLE "recipient" ADD CONSTRAINT "recipient_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "document"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "recipient" ADD CONSTRAINT "recipient_reassigned_from_fkey" FOREIGN KEY ("reassigned_from") REFERENCES "recipient"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "otp_code" ADD CONSTRAINT "otp_code_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "recipient"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "signing_session" ADD CONSTRAINT "signing_session_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "recipient"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "signing_draft" ADD CONSTRAINT "signing_draft_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "recipient"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "pending_signature" ADD CONSTRAINT "pending_signature_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "recipient"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "abuse_report" ADD CONSTRAINT "abuse_report_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "recipient"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the Prisma schema cannot express.

-- MAX_DRAFT_BYTES.
ALTER TABLE signing_draft ADD CONSTRAINT signing_draft_is_bounded CHECK (octet_length(content) <= 1048576);

ALTER TABLE pending_signature
  ADD CONSTRAINT pending_signature_is_prepared_whole CHECK ((prepared IS NULL) = (prepared_sha256 IS NULL));

ALTER TABLE abuse_report ADD CONSTRAINT abuse_report_reason_is_known CHECK (
  reason IN ('unknown_sender', 'spam', 'fraud', 'offensive', 'other'));

ALTER TABLE signing_session
  ADD CONSTRAINT signing_session_opened_once CHECK (
    (opened_at IS NULL) = (token_hash IS NULL) AND (opened_at IS NULL) = (ends_at IS NULL)
      AND (verified_at IS NULL OR opened_at IS NOT NULL));

ALTER TABLE recipient
  ADD CONSTRAINT recipient_link_has_time CHECK (status = 'pending' OR link_issued_at IS NOT NULL),
  ADD CONSTRAINT recipient_opened_has_time CHECK (status NOT IN ('opened', 'completed', 'rejected') OR opened_at IS NOT NULL),
  ADD CONSTRAINT recipient_completed_has_time CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
  ADD CONSTRAINT recipient_completed_has_consent CHECK (status <> 'completed' OR consent_at IS NOT NULL),
  ADD CONSTRAINT recipient_rejected_has_reason CHECK (
    (status = 'rejected') = (rejected_at IS NOT NULL AND reject_reason IS NOT NULL)),
  -- A recipient who has to sign with their own key cannot complete without it.
  ADD CONSTRAINT recipient_completed_with_own_key CHECK (
    (status = 'completed' AND signature_level IS NOT NULL) = (own_signature IS NOT NULL)),
  ADD CONSTRAINT recipient_with_own_key_signs CHECK (signature_level IS NULL OR (role = 'signer' AND delivery = 'email')),
  -- The sender's application can open sessions only for recipients who were never emailed.
  ADD CONSTRAINT recipient_without_delivery_is_not_mailed CHECK (
    delivery <> 'none' OR (last_mailed_at IS NULL AND bounced_at IS NULL));

CREATE INDEX recipient_reassigned ON recipient (reassigned_from) WHERE reassigned_from IS NOT NULL;

-- Search in lists (docs/OPERATIONS.md, Database). Both extensions are trusted: the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- The workspace comes first, so that a search reads no entries of other workspaces. The condition is always true: it keeps Prisma
-- from dropping an index that its schema cannot express.
CREATE INDEX document_search_text ON document_search USING gin (workspace_id, text gin_trgm_ops) WHERE text IS NOT NULL;

-- Writes the search text of these documents, if it has changed. 10,000 characters are enough for 200 recipients and limit the work
-- that one document can cause.
CREATE FUNCTION refresh_document_search(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO document_search (document_id, workspace_id, title, text)
  SELECT d.id, d.workspace_id, lower(d.title), left(lower(concat_ws(E'\n', d.title, (
    SELECT string_agg(r.name || E'\n' || r.email, E'\n' ORDER BY r.position) FROM recipient r WHERE r.document_id = d.id))), 10000)
  FROM document d WHERE d.id = ANY (ids)
  ON CONFLICT (document_id) DO UPDATE SET title = excluded.title, text = excluded.text
    WHERE (document_search.title, document_search.text) IS DISTINCT FROM (excluded.title, excluded.text)
$$;

-- Documents that are inserted together with their recipients (WITH) are left to the trigger of the recipients: each is written once.
CREATE FUNCTION refresh_search_of_new_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_document_search(ARRAY(
    SELECT id FROM changed WHERE NOT EXISTS (SELECT 1 FROM recipient r WHERE r.document_id = changed.id)));
  RETURN NULL;
END $$;

CREATE FUNCTION refresh_search_of_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_document_search(ARRAY(SELECT DISTINCT document_id FROM changed));
  RETURN NULL;
END $$;

CREATE FUNCTION refresh_search_of_title() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_document_search(ARRAY[NEW.id]);
  RETURN NULL;
END $$;

CREATE FUNCTION refresh_search_of_recipient() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_document_search(ARRAY[NEW.document_id]);
  RETURN NULL;
END $$;

CREATE TRIGGER document_search_insert AFTER INSERT ON document REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_search_of_new_documents();
CREATE TRIGGER document_search_title AFTER UPDATE OF title ON document
  FOR EACH ROW WHEN (OLD.title IS DISTINCT FROM NEW.title) EXECUTE FUNCTION refresh_search_of_title();
CREATE TRIGGER recipient_search_insert AFTER INSERT ON recipient REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_search_of_recipients();
CREATE TRIGGER recipient_search_delete AFTER DELETE ON recipient REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_search_of_recipients();
CREATE TRIGGER recipient_search_update AFTER UPDATE OF name, email ON recipient
  FOR EACH ROW WHEN ((OLD.name, OLD.email) IS DISTINCT FROM (NEW.name, NEW.email))
  EXECUTE FUNCTION refresh_search_of_recipient();
