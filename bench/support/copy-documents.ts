/** Fills a database with copies of one document. */
import pg from 'pg';
import { copyRows } from './copy-rows.ts';

/**
 * Copies the document with its parts, until there are `wanted` documents; `made` of them exist already. `changes` replaces columns of the
 * copied documents by SQL expressions, in which `n` is the number of the copy.
 */
export async function copyDocuments(
  url: string,
  id: string,
  made: number,
  wanted: number,
  changes: Record<string, string> = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Triggers and foreign keys are disabled, because they would refuse copied chains.
    await client.query("SET session_replication_role = 'replica'");
    const numbered = (column: string) => ({ [column]: `md5(source.${column}::text || n)::uuid` });
    const parts = {
      recipient: { ...numbered('id'), ...numbered('document_id') },
      field: { ...numbered('id'), ...numbered('document_id'), ...numbered('recipient_id') },
      event: numbered('document_id'),
      document: { ...numbered('id'), ...changes },
    };
    for (const [table, changed] of Object.entries(parts)) {
      const of = table === 'document' ? 'id' : 'document_id';
      const from = `${table} source, generate_series(${made}, ${wanted - 1}) AS n WHERE source.${of} = '${id}'`;
      await copyRows(client, { table, from, changes: changed });
    }
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}
