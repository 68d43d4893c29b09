-- AlterTable
ALTER TABLE "recipient" ADD COLUMN     "consent_language" TEXT,
ADD COLUMN     "consent_version" TEXT;
