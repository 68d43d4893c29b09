/** Fills a database with copies of one document. */
import pg from 'pg';

/**
 * Copies the document with its parts, from number `made` to number `wanted`. `changes` has columns of the copied documents as SQL with
 * their number `n`.
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
    // Copied chains do not continue another event, so triggers and keys are disabled.
    await client.query("SET session_replication_role = 'replica'");
    const copied = (column: string) => `'${column}', md5(source.${column}::text || n)::uuid`;
    const parts = {
      recipient: [copied('id'), copied('document_id')],
      field: [copied('id'), copied('document_id'), copied('recipient_id')],
      event: [copied('document_id')],
      document: [copied('id'), ...Object.entries(changes).map(([column, value]) => `'${column}', ${value}`)],
    };
    for (const [table, changed] of Object.entries(parts)) {
      const of = table === 'document' ? 'id' : 'document_id';
      await client.query(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(source, jsonb_build_object(${changed.join(', ')}))).*
        FROM ${table} source, generate_series(${made}, ${wanted - 1}) AS n WHERE source.${of} = $1`,
        [id],
      );
    }
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}
