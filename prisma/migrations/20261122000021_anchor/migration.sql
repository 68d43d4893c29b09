CREATE TABLE "anchor" (
    "date" DATE NOT NULL,
    "collected_at" TIMESTAMPTZ(3) NOT NULL,
    "root" CHAR(64),
    "previous_date" DATE,
    "previous_hash" CHAR(64),
    "hash" CHAR(64),
    "created_at" TIMESTAMPTZ(3),
    "part_roots" BYTEA,
    "token" BYTEA,
    "stamped_at" TIMESTAMPTZ(3),

    CONSTRAINT "anchor_pkey" PRIMARY KEY ("date")
);

CREATE TABLE "document_anchor" (
    "document_id" UUID NOT NULL,
    "date" DATE NOT NULL,
    "seq" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "document_anchor_pkey" PRIMARY KEY ("document_id","date")
);

CREATE UNIQUE INDEX "document_anchor_date_position_key" ON "document_anchor"("date", "position");

-- What the Prisma schema cannot express.

-- Finds the events of the last days without an entry for each event: rows are written in the order of time. "C" compares fastest.
CREATE INDEX event_by_time ON event USING brin (created_at_iso COLLATE "C");

-- Anchors without a timestamp.
CREATE INDEX anchor_to_stamp ON anchor (date) WHERE token IS NULL;

ALTER TABLE anchor
  ADD CONSTRAINT anchor_is_whole CHECK (
    num_nulls(root, previous_hash, hash, created_at, part_roots) IN (0, 5) AND (root IS NOT NULL OR token IS NULL)
    AND num_nulls(token, stamped_at) IN (0, 2)),
  ADD CONSTRAINT anchor_links_back CHECK (previous_date < date);

ALTER TABLE document_anchor ADD CONSTRAINT document_anchor_hash_length CHECK (length(hash) = 32);

-- Published anchors and their leaves are never changed; only a missing timestamp is added.
CREATE FUNCTION anchor_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'anchor' AND TG_OP = 'UPDATE' THEN
    IF OLD.root IS NULL AND NEW.date = OLD.date
      OR OLD.token IS NULL AND (NEW.date, NEW.root, NEW.previous_date, NEW.previous_hash, NEW.hash, NEW.created_at, NEW.part_roots)
        IS NOT DISTINCT FROM (OLD.date, OLD.root, OLD.previous_date, OLD.previous_hash, OLD.hash, OLD.created_at, OLD.part_roots)
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'anchors are final: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER anchor_no_change BEFORE UPDATE OR DELETE ON anchor FOR EACH ROW EXECUTE FUNCTION anchor_is_final();
CREATE TRIGGER anchor_no_truncate BEFORE TRUNCATE ON anchor FOR EACH STATEMENT EXECUTE FUNCTION anchor_is_final();
CREATE TRIGGER document_anchor_no_change BEFORE UPDATE OR DELETE ON document_anchor
  FOR EACH ROW EXECUTE FUNCTION anchor_is_final();
CREATE TRIGGER document_anchor_no_truncate BEFORE TRUNCATE ON document_anchor
  FOR EACH STATEMENT EXECUTE FUNCTION anchor_is_final();
