-- What sealing prints at a field is stored when it is signed.
ALTER TABLE "field" ADD COLUMN "printed" JSONB;
