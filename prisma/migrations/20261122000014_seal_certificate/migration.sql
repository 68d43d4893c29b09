CREATE TABLE "seal_certificate" (
    "fingerprint" CHAR(64) NOT NULL,
    "subject" TEXT NOT NULL,
    "der" BYTEA NOT NULL,
    "modes" "mode"[],
    "first_used_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "seal_certificate_pkey" PRIMARY KEY ("fingerprint")
);

-- What the Prisma schema cannot express.

ALTER TABLE seal_certificate
  ADD CONSTRAINT seal_certificate_fingerprint_of_der CHECK (fingerprint = encode(sha256(der), 'hex')),
  ADD CONSTRAINT seal_certificate_has_mode CHECK (cardinality(modes) > 0);
