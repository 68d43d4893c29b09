-- CreateTable
CREATE TABLE "workspace_storage" (
    "workspace_id" UUID NOT NULL,
    "measured_bytes" BIGINT NOT NULL DEFAULT 0,
    "uploaded_bytes" BIGINT NOT NULL DEFAULT 0,
    "measured_at" TIMESTAMPTZ(3),

CONSTRAINT "workspace_storage_pkey" PRIMARY KEY ("workspace_id")
);

-- AddForeignKey
ALTER TABLE "workspace_storage" ADD CONSTRAINT "workspace_storage_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "document" ADD COLUMN "sealed_bytes" INTEGER;

-- AlterTable
ALTER TABLE "bulk_send" ADD COLUMN "csv_bytes" BIGINT;
