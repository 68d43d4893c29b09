/** Statements that run some hundred times a second, without what Prisma does to every value of a row. */
import { type Db, poolFor } from './client.ts';

/** A row as PostgreSQL wrote it. */
export type Texts = ReadonlyArray<string | null>;

// pg's types have a parser per column type; this is one for all.
const asText = { getTypeParser: () => (text: string) => text };

/**
 * Runs one statement on a connection of the client's pool, in a transaction of its own. Rows are arrays of the columns' text, in the
 * order of the columns. Arrays among the values are sent as PostgreSQL arrays; give their types in the statement.
 */
export async function queryTexts(db: Db, text: string, values: unknown[]): Promise<Texts[]> {
  const { rows } = await poolFor(db).query<Array<string | null>>({
    text,
    values,
    rowMode: 'array',
    types: asText as never,
  });
  return rows;
}
