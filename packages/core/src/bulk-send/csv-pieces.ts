/** Tables of any size as text: rows are read in pages and written in pieces, and both have a limit in bytes. */
import { type SqlPart, sqlPart } from '@countersign/db/sql';

/** Rows of a page, and their bytes: see bytesBefore. memory-need.ts of the API has the memory that a download takes. */
const pageRows = 1000;
export const pageBytes = 1024 * 1024;
const pieceCharacters = 64 * 1024;

/**
 * The bytes of the rows before this one, in a subquery that is a page of at most `limit` rows. With the condition that they are less than
 * `pageBytes`, a page ends with the row that reaches this size, and has at least one row.
 */
export const bytesBefore = (bytes: SqlPart, order: SqlPart): SqlPart =>
  sqlPart`sum(${bytes}) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) - ${bytes}`;

/**
 * The lines of all rows. `read` returns up to `limit` rows after `last`, and none only at the end. Holds one page in memory. A piece has
 * the lines that begin in 64 Ki characters.
 */
export async function* csvPieces<Row>(
  read: (last: Row | null, limit: number) => Promise<Row[]>,
  lineOf: (row: Row) => string,
): AsyncGenerator<string> {
  let last: Row | null = null;
  for (let limit = pageRows; ; ) {
    const rows: Row[] = await read(last, limit);
    if (rows.length === 0) return;
    let piece = '';
    for (const row of rows) {
      piece += lineOf(row);
      if (piece.length < pieceCharacters) continue;
      yield piece;
      piece = '';
    }
    if (piece !== '') yield piece;
    last = rows.at(-1)!;
    // A statement measures all rows up to its limit, also those that do not fit into the page.
    limit = Math.min(pageRows, 2 * rows.length);
  }
}
