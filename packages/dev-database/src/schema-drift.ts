/** The difference between prisma/schema and a database, for new migrations and for the test that compares the two. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultSchemaDir } from '@countersign/db/migrations';
import pg from 'pg';
import { withSchemaEngine } from './schema-engine.ts';

/**
 * The SQL that changes the database to what the schema folder describes; empty when they agree. Leaves out what Prisma cannot express:
 * triggers, functions, check constraints, partial and expression indexes, collations of indexes.
 */
export async function schemaDrift(url: string, schemaDir = defaultSchemaDir): Promise<string> {
  const files = await readSchema(schemaDir);
  const script = await withSchemaEngine(url, async (engine) => {
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: schemaDir },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout ?? '';
  });
  const ours = await indexesBeyondPrisma(url);
  return statements(script)
    .filter((statement) => {
      const dropped = /DROP INDEX "(?:public"\.")?([^"]+)";/.exec(statement)?.[1];
      return dropped === undefined || !ours.has(dropped);
    })
    .join('\n\n');
}

async function readSchema(schemaDir: string): Promise<Array<{ path: string; content: string }>> {
  const names = (await readdir(schemaDir)).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    names.map(async (name) => ({
      path: join(schemaDir, name),
      content: await readFile(join(schemaDir, name), 'utf8'),
    })),
  );
}

/** Splits the script. The engine separates statements by empty lines and writes a comment above each. */
function statements(script: string): string[] {
  return script
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '-- This is an empty migration.');
}

/** Indexes with a condition, an expression, included columns or a collation of their own. Prisma's schema cannot express them, so its engine would drop them. */
async function indexesBeyondPrisma(url: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'public' AND (i.indpred IS NOT NULL OR i.indexprs IS NOT NULL OR i.indnatts <> i.indnkeyatts
         OR EXISTS (SELECT FROM unnest(i.indkey::int2[], i.indcollation::oid[]) AS part (attnum, collation_oid)
           JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = part.attnum WHERE part.collation_oid <> a.attcollation))`,
    );
    return new Set(rows.map(({ name }) => name));
  } finally {
    await client.end();
  }
}
