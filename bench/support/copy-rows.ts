/** Copies rows inside PostgreSQL: every column as it is, except those that the caller replaces by an SQL expression. */
import type pg from 'pg';

export interface Copy {
  table: string;
  /** FROM clause, with WHERE where it is needed. The copied table is called `source`. */
  from: string;
  /** SQL by column. A column of null is left out and gets its default. */
  changes: Record<string, string | null>;
  /** Added to every other column with a time. */
  shift?: string;
}

/** Inserts the copies and returns their number. */
export async function copyRows(client: pg.Client, { table, from, changes, shift }: Copy): Promise<number> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, atttypid::regtype::text AS type FROM pg_attribute
    WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  const unknown = Object.keys(changes).filter((name) => !rows.some((column) => column.name === name));
  if (unknown.length > 0) throw new Error(`${table} has no column ${unknown.join(', ')}`);
  const columns = rows.filter(({ name }) => changes[name] !== null);
  const values = columns.map(({ name, type }) => {
    const own = `source.${name}`;
    return changes[name] ?? (shift && type.startsWith('timestamp with') ? `${own} + ${shift}` : own);
  });
  const { rowCount } = await client.query(
    `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) SELECT ${values.join(', ')} FROM ${from}`,
  );
  return rowCount ?? 0;
}
