-- AlterTable
ALTER TABLE "bulk_send" ADD COLUMN     "rows_erased_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "document" ADD COLUMN     "erased_at" TIMESTAMPTZ(3),
ADD COLUMN     "erased_by" JSONB,
ADD COLUMN     "sealed_kept" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "event" ADD COLUMN     "erased_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "workspace" ADD COLUMN     "retention_days" INTEGER,
ADD COLUMN     "retention_keeps_sealed" BOOLEAN NOT NULL DEFAULT false;

-- What Prisma cannot say.

-- The audit trail stays append-only, but for one change that can be made once to an event of a document whose personal data are
-- being erased: what it says is taken out of it, member by member, and nothing is put in. Its place, type, time and hashes stay.
CREATE OR REPLACE FUNCTION event_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL
      AND (NEW.document_id, NEW.seq, NEW.event_type, NEW.created_at_iso, NEW.prev_hash, NEW.hash)
        = (OLD.document_id, OLD.seq, OLD.event_type, OLD.created_at_iso, OLD.prev_hash, OLD.hash)
      AND NEW.payload_hash IN (OLD.payload_hash, repeat('0', 64))
      AND NEW.ip IS NULL AND NEW.user_agent IS NULL
      AND NEW.actor = OLD.actor - ARRAY['name', 'email']
      AND NOT EXISTS (
        SELECT 1 FROM jsonb_each(NEW.payload) AS member(name, value)
        WHERE NOT OLD.payload ? member.name OR member.value NOT IN ('"erased"', OLD.payload -> member.name))
      AND EXISTS (SELECT 1 FROM document WHERE id = NEW.document_id AND erased_at IS NOT NULL)
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit trail is append-only: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

ALTER TABLE document
  -- A draft that is erased is gone, finalized or not.
  DROP CONSTRAINT document_removed_is_draft,
  ADD CONSTRAINT document_removed_is_draft CHECK (
    removed_at IS NULL OR (status = 'draft' AND (finalized_at IS NULL OR erased_at IS NOT NULL))),
  -- Nobody is erased who still has to act.
  ADD CONSTRAINT document_erased_has_ended CHECK (
    erased_at IS NULL OR closed_at IS NOT NULL OR removed_at IS NOT NULL),
  ADD CONSTRAINT document_erased_is_whole CHECK (
    (erased_at IS NULL) = (erased_by IS NULL) AND (NOT sealed_kept OR (erased_at IS NOT NULL AND sealed_sha256 IS NOT NULL)));

ALTER TABLE workspace ADD CONSTRAINT workspace_retention_is_positive CHECK (retention_days > 0);

-- What the retention of a workspace is about to erase.
CREATE INDEX document_to_erase ON document (workspace_id, closed_at) WHERE closed_at IS NOT NULL AND erased_at IS NULL;
