-- AlterTable
ALTER TABLE "document" ADD COLUMN     "pages_are_light" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "template" ADD COLUMN     "pages_are_light" BOOLEAN NOT NULL DEFAULT false;
