-- Prisma cannot say this: drafts that nobody finalized, from their removal until what is personal about them is erased.
CREATE INDEX document_removed_draft ON document (id) WHERE removed_at IS NOT NULL AND erased_at IS NULL;
