CREATE TABLE "admin_event" (
    "workspace_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "event_type" TEXT NOT NULL,
    "actor" JSONB NOT NULL,
    "target" JSONB NOT NULL,
    "details" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ip" TEXT,
    "user_agent" TEXT,
    "prev_hash" CHAR(64) NOT NULL,
    "hash" CHAR(64) NOT NULL,

    CONSTRAINT "admin_event_pkey" PRIMARY KEY ("workspace_id","seq")
);

CREATE INDEX "admin_event_created_at_idx" ON "admin_event"("created_at");

CREATE INDEX "admin_event_workspace_id_created_at_idx" ON "admin_event"("workspace_id", "created_at");

CREATE INDEX "admin_event_workspace_id_event_type_seq_idx" ON "admin_event"("workspace_id", "event_type", "seq" DESC);

CREATE TABLE "admin_chain" (
    "workspace_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "hash" CHAR(64) NOT NULL,

    CONSTRAINT "admin_chain_pkey" PRIMARY KEY ("workspace_id")
);

-- What the Prisma schema cannot express.

-- Events are never changed. Housekeeping removes addresses after some time, and whole events at the end of their retention; it says so
-- with a setting of its transaction.
CREATE FUNCTION admin_event_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('countersign.retention', true) = 'on' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW.ip IS NULL AND NEW.user_agent IS NULL
      AND (NEW.workspace_id, NEW.seq, NEW.event_type, NEW.actor, NEW.target, NEW.details, NEW.created_at, NEW.prev_hash, NEW.hash)
        = (OLD.workspace_id, OLD.seq, OLD.event_type, OLD.actor, OLD.target, OLD.details, OLD.created_at, OLD.prev_hash, OLD.hash)
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the admin log is append-only: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER admin_event_no_update BEFORE UPDATE OR DELETE ON admin_event
  FOR EACH ROW EXECUTE FUNCTION admin_event_is_append_only();
CREATE TRIGGER admin_event_no_truncate BEFORE TRUNCATE ON admin_event
  FOR EACH STATEMENT EXECUTE FUNCTION admin_event_is_append_only();

ALTER TABLE admin_event
  ADD CONSTRAINT admin_event_seq_positive CHECK (seq >= 1),
  ADD CONSTRAINT admin_event_hashes_are_hex CHECK (
    (prev_hash || hash) ~ '^[0-9a-f]+$' AND length(prev_hash || hash) = 128);

-- Events with an address that housekeeping will remove.
CREATE INDEX admin_event_with_address ON admin_event (created_at) WHERE ip IS NOT NULL OR user_agent IS NOT NULL;
