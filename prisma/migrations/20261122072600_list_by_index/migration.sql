-- Lists and their totals over a workspace of a million documents read this index alone where it says what is asked for, instead of the rows.
-- Prisma cannot say this.
CREATE INDEX document_listed ON document (workspace_id, mode, id DESC)
  INCLUDE (status, visibility, folder_id, created_at, finalized_at) WHERE removed_at IS NULL;
-- DropIndex
DROP INDEX "document_workspace_id_mode_id_idx";
