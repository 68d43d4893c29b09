CREATE TYPE "field_type" AS ENUM ('signature', 'initials', 'name', 'email', 'date', 'text', 'number', 'checkbox', 'radio', 'dropdown');

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
    "anchor" JSONB,
    "name" TEXT,
    "required" BOOLEAN NOT NULL DEFAULT true,
    "read_only" BOOLEAN NOT NULL DEFAULT false,
    "prefill_value" TEXT,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "visible_if" JSONB,
    "required_if" JSONB,
    "value" TEXT,
    "signature" JSONB,
    "printed" JSONB,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "field_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "field_document_id_position_idx" ON "field"("document_id", "position");

CREATE INDEX "field_recipient_id_idx" ON "field"("recipient_id");

ALTER TABLE "field" ADD CONSTRAINT "field_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "document"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "field" ADD CONSTRAINT "field_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "recipient"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What the Prisma schema cannot express.

ALTER TABLE field
  ADD CONSTRAINT field_lies_on_page CHECK (
    page >= 0 AND x >= 0 AND y >= 0 AND w > 0 AND h > 0 AND x + w <= 1.000001 AND y + h <= 1.000001);

-- Which signatures name an image in storage.
CREATE INDEX field_image_sha256 ON field USING hash ((signature->>'image_sha256'));
