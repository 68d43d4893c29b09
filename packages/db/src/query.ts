/** For statements that run hundreds of times per second: avoids Prisma's conversion of every value. */
import { type Db, poolFor } from './client.ts';

/** A row in PostgreSQL's text format. */
export type Texts = ReadonlyArray<string | null>;

// Replaces pg's parsers for the column types: every value stays text.
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
