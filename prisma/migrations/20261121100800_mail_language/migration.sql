-- AlterTable
ALTER TABLE "workspace" ADD COLUMN     "language" TEXT NOT NULL DEFAULT 'en';
