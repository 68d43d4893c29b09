import type { Db } from '@countersign/db/client';

/**
 * How many rows of the table and of its indexes have been read so far. `db` must have one connection, so that the counts of what it has
 * read can be flushed on it.
 */
export async function rowsRead(db: Db, table: string): Promise<number> {
  await db.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
  const [row] = await db.$queryRaw<Array<{ rows: number }>>`
    SELECT (sum(i.idx_tup_read) + max(t.seq_tup_read))::int AS rows FROM pg_stat_user_indexes i
    JOIN pg_stat_user_tables t USING (relid) WHERE i.relname = ${table}`;
  return row!.rows;
}
