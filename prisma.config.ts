import { defineConfig } from 'prisma/config';

/** Where the Prisma CLI finds the schema; the service itself migrates with packages/db/src/migrate.ts. */
export default defineConfig({ schema: 'prisma/schema', migrations: { path: 'prisma/migrations' } });
