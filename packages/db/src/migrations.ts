/** The folder prisma/migrations, as `prisma migrate` lays it out: one folder per migration, applied in the order of names. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..', '..', '..');

/** prisma/migrations and prisma/schema of this repository. */
export const defaultMigrationsDir = join(root, 'prisma', 'migrations');
export const defaultSchemaDir = join(root, 'prisma', 'schema');

export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 hex of the file, as Prisma records it. */
  checksum: string;
}

/** Names of all migrations, oldest first. */
export async function migrationNames(migrationsDir: string): Promise<string[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** All migrations with their SQL, oldest first. */
export async function readMigrations(migrationsDir: string): Promise<Migration[]> {
  const names = await migrationNames(migrationsDir);
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(migrationsDir, name, 'migration.sql'));
      return {
        name,
        sql: content.toString('utf8'),
        checksum: createHash('sha256').update(content).digest('hex'),
      };
    }),
  );
}
