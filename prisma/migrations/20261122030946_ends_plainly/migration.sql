-- AlterTable
ALTER TABLE "document" ADD COLUMN     "ends_plainly" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "template" ADD COLUMN     "ends_plainly" BOOLEAN NOT NULL DEFAULT false;
