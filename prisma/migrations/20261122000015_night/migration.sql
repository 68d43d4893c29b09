CREATE TABLE "night" (
    "id" TEXT NOT NULL,
    "begun" DATE NOT NULL,

    CONSTRAINT "night_pkey" PRIMARY KEY ("id")
);
