-- How often a mail was refused for the rate while others were accepted.
ALTER TABLE "mail" ADD COLUMN "rate_refusals" INTEGER NOT NULL DEFAULT 0;
