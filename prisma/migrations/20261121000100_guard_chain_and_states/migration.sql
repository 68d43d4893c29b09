-- What Prisma cannot say: the audit chain is append-only and unbroken, no document or recipient stands in an impossible
-- state, and the sweeps have the small indexes they need.

-- The audit chain (docs/spec/decisions.md, section 4). An insert must continue its document's chain exactly.
CREATE FUNCTION event_continues_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  previous char(64);
BEGIN
  IF NEW.seq = 1 THEN
    previous := repeat('0', 64);
  ELSE
    SELECT hash INTO previous FROM event WHERE document_id = NEW.document_id AND seq = NEW.seq - 1;
  END IF;
  IF previous IS NULL OR previous <> NEW.prev_hash THEN
    RAISE EXCEPTION 'event % of document % does not continue the chain', NEW.seq, NEW.document_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER event_continues_chain BEFORE INSERT ON event
  FOR EACH ROW EXECUTE FUNCTION event_continues_chain();

CREATE FUNCTION event_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER event_no_update BEFORE UPDATE OR DELETE ON event
  FOR EACH ROW EXECUTE FUNCTION event_is_append_only();
CREATE TRIGGER event_no_truncate BEFORE TRUNCATE ON event
  FOR EACH STATEMENT EXECUTE FUNCTION event_is_append_only();

ALTER TABLE event
  ADD CONSTRAINT event_seq_positive CHECK (seq >= 1),
  ADD CONSTRAINT event_hashes_are_hex CHECK (
    payload_hash ~ '^[0-9a-f]{64}$' AND prev_hash ~ '^[0-9a-f]{64}$' AND hash ~ '^[0-9a-f]{64}$');

-- Documents: each status implies its times, and a seal implies completion.
ALTER TABLE document
  ADD CONSTRAINT document_sent_has_time CHECK (
    status IN ('draft', 'voided') OR (sent_at IS NOT NULL AND finalized_at IS NOT NULL)),
  ADD CONSTRAINT document_draft_is_unsent CHECK (status <> 'draft' OR sent_at IS NULL),
  ADD CONSTRAINT document_completed_has_time CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
  ADD CONSTRAINT document_closed_has_time CHECK (
    (status IN ('completed', 'voided', 'rejected', 'expired')) = (closed_at IS NOT NULL)),
  ADD CONSTRAINT document_seal_is_whole CHECK (
    (sealed_at IS NULL AND sealed_sha256 IS NULL AND certificate_sha256 IS NULL AND seal_profile IS NULL)
    OR (status = 'completed' AND sealed_at IS NOT NULL AND sealed_sha256 IS NOT NULL
        AND certificate_sha256 IS NOT NULL AND seal_profile IS NOT NULL)),
  ADD CONSTRAINT document_finalized_is_whole CHECK (
    (finalized_at IS NULL AND original_sha256 IS NULL AND size_bytes IS NULL AND pages IS NULL)
    OR (finalized_at IS NOT NULL AND original_sha256 IS NOT NULL AND size_bytes IS NOT NULL AND pages IS NOT NULL)),
  ADD CONSTRAINT document_removed_is_draft CHECK (removed_at IS NULL OR (status = 'draft' AND finalized_at IS NULL));

ALTER TABLE recipient
  ADD CONSTRAINT recipient_link_has_time CHECK (status = 'pending' OR link_issued_at IS NOT NULL),
  ADD CONSTRAINT recipient_opened_has_time CHECK (status NOT IN ('opened', 'completed', 'rejected') OR opened_at IS NOT NULL),
  ADD CONSTRAINT recipient_completed_has_time CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
  ADD CONSTRAINT recipient_completed_has_consent CHECK (status <> 'completed' OR consent_at IS NOT NULL),
  ADD CONSTRAINT recipient_rejected_has_reason CHECK (
    (status = 'rejected') = (rejected_at IS NOT NULL AND reject_reason IS NOT NULL));

ALTER TABLE field
  ADD CONSTRAINT field_lies_on_page CHECK (
    page >= 1 AND x >= 0 AND y >= 0 AND w > 0 AND h > 0 AND x + w <= 1.000001 AND y + h <= 1.000001);

ALTER TABLE folder ADD CONSTRAINT folder_depth_is_bounded CHECK (depth BETWEEN 1 AND 5);

-- The sweeps read what is due and nothing else.
CREATE INDEX document_due_to_expire ON document (expires_at) WHERE status IN ('sent', 'partially_signed');
CREATE INDEX document_to_remind ON document (id)
  WHERE status IN ('sent', 'partially_signed') AND reminder_cadence_days > 0;
CREATE INDEX document_unsealed ON document (completed_at) WHERE status = 'completed' AND sealed_at IS NULL;
CREATE INDEX document_stale_draft ON document (created_at) WHERE status = 'draft' AND finalized_at IS NULL AND removed_at IS NULL;

-- Token buckets are worth nothing after a crash.
ALTER TABLE rate_bucket SET UNLOGGED;
