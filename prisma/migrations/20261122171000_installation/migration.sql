-- CreateTable
CREATE TABLE "installation" (
    "only_row" BOOLEAN NOT NULL DEFAULT true,
    "id" UUID NOT NULL,
    "database" TEXT NOT NULL,
    "may_claim" BOOLEAN NOT NULL DEFAULT true,

CONSTRAINT "installation_pkey" PRIMARY KEY ("only_row"),
CONSTRAINT "installation_is_one_row" CHECK ("only_row")
);
