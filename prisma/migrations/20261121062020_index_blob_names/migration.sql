-- CreateIndex
CREATE INDEX "document_content_sha256_idx" ON "document" USING HASH ("content_sha256");

-- CreateIndex
CREATE INDEX "document_original_sha256_idx" ON "document" USING HASH ("original_sha256");

-- CreateIndex
CREATE INDEX "document_prepared_sha256_idx" ON "document" USING HASH ("prepared_sha256");

-- CreateIndex
CREATE INDEX "document_sealed_sha256_idx" ON "document" USING HASH ("sealed_sha256");

-- CreateIndex
CREATE INDEX "document_certificate_sha256_idx" ON "document" USING HASH ("certificate_sha256");

-- CreateIndex
CREATE INDEX "template_sha256_idx" ON "template" USING HASH ("sha256");

-- CreateIndex
CREATE INDEX "template_prepared_sha256_idx" ON "template" USING HASH ("prepared_sha256");

-- Prisma cannot say this: an index on a member of a JSON column.
CREATE INDEX "field_image_sha256" ON "field" USING hash ((signature->>'image_sha256'));
