CREATE TABLE "daily_sweep" (
    "id" TEXT NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "daily_sweep_pkey" PRIMARY KEY ("id")
);
