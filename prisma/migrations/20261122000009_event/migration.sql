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
    "erased_at" TIMESTAMPTZ(3),

    CONSTRAINT "event_pkey" PRIMARY KEY ("document_id","seq")
);

CREATE TABLE "outbox_event" (
    "id" BIGSERIAL NOT NULL,
    "workspace_id" UUID NOT NULL,
    "document_id" UUID,
    "bulk_send_id" UUID,
    "mode" "mode" NOT NULL,
    "type" TEXT NOT NULL,
    "seq" INTEGER,
    "engine_event_type" TEXT,
    "actor" TEXT,
    "data" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "tx" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "fanned_out_at" TIMESTAMPTZ(3),
    "trace" TEXT,

    CONSTRAINT "outbox_event_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "outbox_event_workspace_id_mode_tx_id_idx" ON "outbox_event"("workspace_id", "mode", "tx", "id");

CREATE INDEX "outbox_event_document_id_idx" ON "outbox_event"("document_id");

-- What the Prisma schema cannot express.

-- The audit chain (docs/spec/decisions.md, section 4). An insert must continue the chain of its document.
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

-- Events are never changed, with one exception: erasing the personal data of a document may remove members of an event once.
-- It adds nothing, and keeps the event's place, type, time and hashes.
CREATE FUNCTION event_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER event_no_update BEFORE UPDATE OR DELETE ON event
  FOR EACH ROW EXECUTE FUNCTION event_is_append_only();
CREATE TRIGGER event_no_truncate BEFORE TRUNCATE ON event
  FOR EACH STATEMENT EXECUTE FUNCTION event_is_append_only();

-- The three hashes are tested together and without a counted repetition, which PostgreSQL compiles again for every value: a tenth
-- of the time.
ALTER TABLE event
  ADD CONSTRAINT event_seq_positive CHECK (seq >= 1),
  ADD CONSTRAINT event_hashes_are_hex CHECK (
    (payload_hash || prev_hash || hash) ~ '^[0-9a-f]+$' AND length(payload_hash || prev_hash || hash) = 192);

-- Events whose webhook deliveries are still to be made, for workspaces in rotation.
CREATE INDEX outbox_event_to_fan_out ON outbox_event (workspace_id, id) WHERE fanned_out_at IS NULL;

ALTER TABLE event ADD CONSTRAINT event_type_is_known CHECK (event_type IN (
  'envelope.created', 'envelope.content_finalized', 'envelope.updated', 'envelope.sent', 'envelope.resent',
  'envelope.partially_signed', 'envelope.completed', 'envelope.sealed', 'envelope.archived', 'envelope.voided', 'envelope.expired',
  'envelope.rejected', 'envelope.downloaded', 'envelope.erased', 'recipient.link_issued', 'recipient.session_created', 'recipient.otp_sent',
  'recipient.otp_verified', 'recipient.otp_failed', 'recipient.opened', 'recipient.consented', 'recipient.completed',
  'recipient.rejected', 'recipient.reassigned', 'recipient.corrected', 'recipient.reminded', 'recipient.bounced'));

ALTER TABLE outbox_event ADD CONSTRAINT outbox_event_is_whole CHECK (
  num_nulls(document_id, seq, engine_event_type, actor) IN (0, 4) AND num_nulls(bulk_send_id, data) IN (0, 2)
  AND (document_id IS NULL) <> (bulk_send_id IS NULL));
