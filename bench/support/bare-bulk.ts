/** Writes the rows of a bulk send again with a plain loop over the driver: the upper limit of PostgreSQL. */
import pg from 'pg';

const batchRows = 200;
/** The tables, with the column that references the document. */
const parts = [
  ['document', 'id'],
  ['recipient', 'document_id'],
  ['field', 'document_id'],
  ['event', 'document_id'],
  ['outbox_event', 'document_id'],
  ['mail', 'document_id'],
] as const;
/** The order of deletion, which foreign keys require. `document_search` is included because triggers write it again. */
const deleted = [...parts.slice(1).reverse(), ['document_search', 'document_id'], parts[0]] as const;

interface Batch {
  rowNos: number[];
  json: Array<[string, string]>;
  jobs: string;
}

/**
 * Reads everything that the first `rows` rows of the bulk send created, deletes it, and writes it again in the same batches. Returns
 * rows per second. The tables keep their indexes, checks, triggers and foreign keys.
 */
export async function writeBare(url: string, bulkSendId: string, rows: number): Promise<number> {
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  try {
    return await writeAgain(reader, bulkSendId, rows);
  } finally {
    await reader.end();
  }
}

async function writeAgain(reader: pg.Client, bulkSendId: string, rows: number): Promise<number> {
  const batches: Batch[] = [];
  for (let after = 0; after < rows; after += batchRows)
    batches.push(await readBatch(reader, bulkSendId, after));
  // Delete the rows so that they can be written again. The guard of the chain is restored afterwards.
  await reader.query('ALTER TABLE event DISABLE TRIGGER USER');
  const ids = `(SELECT document_id FROM bulk_row WHERE bulk_send_id = '${bulkSendId}' AND row_no <= ${rows})`;
  for (const [table, column] of deleted) await reader.query(`DELETE FROM ${table} WHERE ${column} IN ${ids}`);
  await reader.query('ALTER TABLE event ENABLE TRIGGER USER');
  await reader.query('VACUUM ANALYZE');

  const begin = performance.now();
  for (const batch of batches) {
    await reader.query('BEGIN');
    await reader.query(
      "SELECT row_no FROM bulk_row WHERE bulk_send_id = $1 AND row_no = ANY($2) AND status = 'sent' FOR UPDATE SKIP LOCKED",
      [bulkSendId, batch.rowNos],
    );
    for (const [table, json] of batch.json)
      await reader.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [
        json,
      ]);
    await reader.query(
      `INSERT INTO pgboss.job (name, data, priority, retry_limit, retry_delay, retry_backoff, keep_until)
       SELECT 'mail.send', j, -1, 1, 1, true, now() + interval '1 day' FROM json_array_elements($1) j`,
      [batch.jobs],
    );
    await reader.query('UPDATE bulk_row SET sent_at = now() WHERE bulk_send_id = $1 AND row_no = ANY($2)', [
      bulkSendId,
      batch.rowNos,
    ]);
    await reader.query('UPDATE bulk_send SET sent_count = sent_count WHERE id = $1', [bulkSendId]);
    await reader.query(
      'UPDATE usage_month SET used = used WHERE workspace_id = (SELECT workspace_id FROM bulk_send WHERE id = $1)',
      [bulkSendId],
    );
    await reader.query('COMMIT');
  }
  return rows / ((performance.now() - begin) / 1000);
}

async function readBatch(client: pg.Client, bulkSendId: string, after: number): Promise<Batch> {
  const { rows } = await client.query<{ row_no: number; document_id: string }>(
    'SELECT row_no, document_id FROM bulk_row WHERE bulk_send_id = $1 AND row_no > $2 ORDER BY row_no LIMIT $3',
    [bulkSendId, after, batchRows],
  );
  const ids = rows.map((row) => row.document_id);
  const json: Array<[string, string]> = [];
  for (const [table, column] of parts) {
    const order = table === 'event' ? 'ORDER BY t.document_id, t.seq' : '';
    const found = await client.query<{ all: string }>(
      `SELECT json_agg(t ${order})::text AS all FROM ${table} t WHERE ${column} = ANY($1)`,
      [ids],
    );
    json.push([table, found.rows[0]!.all]);
  }
  const mails = JSON.parse(json.at(-1)![1]) as Array<{ id: string }>;
  return {
    rowNos: rows.map((row) => row.row_no),
    json,
    jobs: JSON.stringify(mails.map(({ id }) => ({ mail_id: id, request_id: 'bench' }))),
  };
}
