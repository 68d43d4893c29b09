-- Replaces ends_plainly by a stricter judgement, so nothing is copied: sealing reads the pages of existing documents again.
ALTER TABLE "document" DROP COLUMN "ends_plainly",
ADD COLUMN     "content_is_self_contained" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "template" DROP COLUMN "ends_plainly",
ADD COLUMN     "content_is_self_contained" BOOLEAN NOT NULL DEFAULT false;
