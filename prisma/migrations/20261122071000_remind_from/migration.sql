-- The reminder sweep looked at every open document with a cadence; now at those alone of which a reminder may be due. What is there is looked at
-- once, as is what processes of the version before write.
ALTER TABLE "document" ADD COLUMN "remind_from" TIMESTAMPTZ(3) NOT NULL DEFAULT '1970-01-01 00:00:00 +00:00';

-- Prisma cannot say this.
CREATE INDEX document_to_remind_from ON document (remind_from, id)
  WHERE status IN ('sent', 'partially_signed') AND reminder_cadence_days > 0;
DROP INDEX document_to_remind;
