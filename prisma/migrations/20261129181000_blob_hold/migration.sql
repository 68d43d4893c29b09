CREATE TABLE "blob_hold" (
    "id" UUID NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "blob_hold_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "blob_hold_sha256_idx" ON "blob_hold"("sha256");

CREATE INDEX "blob_hold_until_idx" ON "blob_hold"("until");
