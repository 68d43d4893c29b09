CREATE TABLE "folder" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "parent_id" UUID,
    "name" TEXT NOT NULL,
    "depth" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "folder_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "folder_workspace_id_parent_id_idx" ON "folder"("workspace_id", "parent_id");

CREATE INDEX "folder_parent_id_idx" ON "folder"("parent_id");

ALTER TABLE "folder" ADD CONSTRAINT "folder_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "folder" ADD CONSTRAINT "folder_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "folder"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the Prisma schema cannot express.

ALTER TABLE folder ADD CONSTRAINT folder_depth_is_bounded CHECK (depth BETWEEN 1 AND 5);
