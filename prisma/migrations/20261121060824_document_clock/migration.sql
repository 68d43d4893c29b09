-- AlterTable
ALTER TABLE "document" ADD COLUMN     "clock_offset_seconds" INTEGER NOT NULL DEFAULT 0;

-- Only test mode has a clock of its own (POST /v1/test/documents/{id}/advance-clock); it never goes back.
ALTER TABLE "document" ADD CONSTRAINT "document_clock_test_only" CHECK (
  "clock_offset_seconds" = 0 OR ("mode" = 'test' AND "clock_offset_seconds" > 0)
);
