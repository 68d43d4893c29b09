CREATE TABLE "seal_certificate" (
    "fingerprint" CHAR(64) NOT NULL,
    "subject" TEXT NOT NULL,
    "der" BYTEA NOT NULL,
    "modes" "mode"[],
    "first_used_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "seal_certificate_pkey" PRIMARY KEY ("fingerprint")
);

CREATE TABLE "test_seal_key" (
    "only_row" BOOLEAN NOT NULL DEFAULT true,
    "sealed" BYTEA NOT NULL,

    CONSTRAINT "test_seal_key_pkey" PRIMARY KEY ("only_row")
);

CREATE TABLE "workspace_seal_key" (
    "workspace_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "certificates" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workspace_seal_key_pkey" PRIMARY KEY ("workspace_id")
);

ALTER TABLE "workspace_seal_key" ADD CONSTRAINT "workspace_seal_key_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the Prisma schema cannot express.

ALTER TABLE seal_certificate
  ADD CONSTRAINT seal_certificate_fingerprint_of_der CHECK (fingerprint = encode(sha256(der), 'hex')),
  ADD CONSTRAINT seal_certificate_has_mode CHECK (cardinality(modes) > 0);

ALTER TABLE test_seal_key ADD CONSTRAINT test_seal_key_is_one_row CHECK (only_row);

ALTER TABLE workspace_seal_key
  ADD CONSTRAINT workspace_seal_key_size CHECK (length(key) <= 2000 AND length(certificates) <= 200000);
