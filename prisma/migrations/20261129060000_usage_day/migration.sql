CREATE TABLE "usage_day" (
    "workspace_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "completed" INTEGER NOT NULL,
    "test_sent" INTEGER NOT NULL,

    CONSTRAINT "usage_day_pkey" PRIMARY KEY ("workspace_id","day")
);

ALTER TABLE "usage_day" ADD CONSTRAINT "usage_day_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
