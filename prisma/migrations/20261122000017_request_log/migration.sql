CREATE TABLE "api_request" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "mode" "mode" NOT NULL,
    "key_id" UUID NOT NULL,
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "query" TEXT,
    "status" SMALLINT,
    "problem" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "document_id" UUID,
    "has_idempotency_key" BOOLEAN NOT NULL,
    "is_replay" BOOLEAN NOT NULL,
    "user_agent" TEXT,

    CONSTRAINT "api_request_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "api_request_workspace_id_mode_id_idx" ON "api_request"("workspace_id", "mode", "id" DESC);

-- What the Prisma schema cannot express.

-- Requests about one document.
CREATE INDEX api_request_of_document ON api_request (document_id, id DESC) WHERE document_id IS NOT NULL;
-- Requests by the id in their responses.
CREATE INDEX api_request_request_id ON api_request (workspace_id, request_id);
