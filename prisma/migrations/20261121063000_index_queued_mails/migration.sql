-- Prisma cannot say this: how many mails wait, and since when, without reading those that were sent.
CREATE INDEX "mail_queued" ON "mail" ("created_at") WHERE status = 'queued';
