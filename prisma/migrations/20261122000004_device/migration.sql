CREATE TYPE "device_status" AS ENUM ('pending', 'approved', 'denied', 'used');

CREATE TABLE "device_authorization" (
    "id" UUID NOT NULL,
    "device_code_sha256" BYTEA NOT NULL,
    "user_code_mac" BYTEA NOT NULL,
    "client" TEXT NOT NULL,
    "client_version" TEXT,
    "mode" "mode" NOT NULL,
    "name" TEXT,
    "ip" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "interval_seconds" INTEGER NOT NULL DEFAULT 5,
    "last_polled_at" TIMESTAMPTZ(3),
    "status" "device_status" NOT NULL DEFAULT 'pending',
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "workspace_id" UUID,
    "key_name" TEXT,
    "key_id" UUID,

    CONSTRAINT "device_authorization_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "device_guess" (
    "network" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "device_guess_pkey" PRIMARY KEY ("network")
);

CREATE UNIQUE INDEX "device_authorization_device_code_sha256_key" ON "device_authorization"("device_code_sha256");

CREATE UNIQUE INDEX "device_authorization_user_code_mac_key" ON "device_authorization"("user_code_mac");

CREATE INDEX "device_authorization_expires_at_idx" ON "device_authorization"("expires_at");

CREATE INDEX "device_guess_since_idx" ON "device_guess"("since");

-- What the Prisma schema cannot express.

-- A decision is complete, and only an approved request leads to a key.
ALTER TABLE device_authorization ADD CONSTRAINT device_decision_is_whole CHECK (
  (status = 'pending' AND decided_at IS NULL AND workspace_id IS NULL AND key_id IS NULL)
  OR (status = 'denied' AND decided_at IS NOT NULL AND key_id IS NULL)
  OR (status = 'approved' AND decided_by IS NOT NULL AND workspace_id IS NOT NULL AND key_name IS NOT NULL AND key_id IS NULL)
  OR (status = 'used' AND decided_by IS NOT NULL AND workspace_id IS NOT NULL AND key_id IS NOT NULL));
