/** Reads a file of corrections into lines (docs/BULK.md). */
import { MAX_BULK_CORRECTIONS } from '@countersign/contract/bulk-send';
import { EncodedRows } from '@countersign/db/copy';
import type { BulkSend } from '@countersign/db/models';
import { inSqlTransaction, type SqlTransaction } from '@countersign/db/sql';
import type { Storage } from '@countersign/storage/storage';
import type { Base } from '../ctx.ts';
import { placeholdersOf } from '../template/definition.ts';
import { type Correction, correctionColumns } from './corrections-csv.ts';
import { CsvFault } from './read-csv.ts';
import { readRows } from './read-rows.ts';
import { templateOf } from './template-snapshot.ts';

/** The size at which lines are written. */
const chunkBytes = 4_194_304;
/** A hundred thousand lines take about a second. */
const timeoutMs = 120_000;

/**
 * Reads the file and stores its lines in chunks, then the rows that they name. A line that names no row, or a row that an earlier
 * line corrects, is refused. If the file cannot be read, the operation ends with the reason and no line is carried out. Returns
 * false if it ended. If it runs again, it continues after the last chunk. Of two concurrent runs, one throws and is retried.
 */
export async function readCorrections(
  base: Base & { storage: Storage },
  operation: { id: string; csvSha256: string },
  send: BulkSend,
  signal: AbortSignal,
): Promise<boolean> {
  const stored = await base.db.bulkCorrection.aggregate({
    where: { operationId: operation.id },
    _max: { line: true },
  });
  const storedLine = stored._max.line ?? 0;
  const rows = new EncodedRows();
  let lines = 0;
  try {
    for await (const one of corrections(base.storage, operation.csvSha256, send, signal)) {
      if (lines >= MAX_BULK_CORRECTIONS)
        throw new CsvFault(
          one.line,
          `the file has more than ${MAX_BULK_CORRECTIONS.toLocaleString('en')} lines; send it in parts`,
        );
      lines += 1;
      if (one.line <= storedLine) continue;
      const result = one.error === null ? 'waiting' : 'refused';
      rows.add([operation.id, one.line, one.rowNo, one.externalId, one.changes, result, one.error]);
      if (rows.length < chunkBytes) continue;
      if (!(await whileUnread(base, operation.id, (tx) => storeLines(tx, rows)))) return true;
      rows.clear();
    }
    if (lines === 0) throw new CsvFault(1, 'the file has no corrections');
  } catch (fault) {
    if (!(fault instanceof CsvFault)) throw fault;
    const error = `line ${fault.line}: ${fault.message}`;
    await whileUnread(base, operation.id, async (tx) => {
      await tx.$executeRaw`DELETE FROM bulk_correction WHERE operation_id = ${operation.id}::uuid`;
      await tx.$executeRaw`
        UPDATE bulk_operation SET status = 'done', finished_at = ${base.now()}::timestamptz, csv_sha256 = NULL, error = ${error}
        WHERE id = ${operation.id}::uuid`;
    });
    return false;
  }
  await whileUnread(base, operation.id, async (tx) => {
    await storeLines(tx, rows);
    await findRows(tx, operation.id, send.id);
  });
  return true;
}

/** Changes the lines under the lock of the operation. False, and no change, if another run has read the file to its end. */
async function whileUnread(
  base: Base,
  operationId: string,
  change: (tx: SqlTransaction) => Promise<void>,
): Promise<boolean> {
  return inSqlTransaction(
    base.db,
    async ({ tx }) => {
      const locked = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM bulk_operation WHERE id = ${operationId}::uuid AND csv_sha256 IS NOT NULL FOR NO KEY UPDATE`;
      if (locked.length === 0) return false;
      await change(tx);
      return true;
    },
    { statementTimeoutMs: timeoutMs },
  );
}

/** Throws by the primary key if another run has stored lines in the meantime. */
const storeLines = (tx: SqlTransaction, rows: EncodedRows): Promise<void> =>
  tx.copy(
    'bulk_correction',
    ['operation_id', 'line', 'row_no', 'external_id', 'changes', 'result', 'error'],
    rows,
  );

/** Finds the rows that the lines name, and counts the lines. */
async function findRows(tx: SqlTransaction, operationId: string, bulkSendId: string): Promise<void> {
  // Rows by external id: one pass over the rows of the bulk send.
  await tx.$executeRaw`
    WITH named AS (
      SELECT c.line, min(r.row_no) AS row_no, count(r.row_no) AS rows
      FROM bulk_correction c LEFT JOIN bulk_row r ON r.bulk_send_id = ${bulkSendId}::uuid AND r.external_id = c.external_id
      WHERE c.operation_id = ${operationId}::uuid AND c.result = 'waiting' AND c.row_no IS NULL
      GROUP BY c.line
    )
    UPDATE bulk_correction c SET
      row_no = CASE WHEN n.rows = 1 THEN n.row_no END,
      result = CASE WHEN n.rows = 1 THEN 'waiting' ELSE 'refused' END,
      changes = CASE WHEN n.rows = 1 THEN c.changes ELSE '[]' END,
      error = CASE WHEN n.rows = 0 THEN 'no row has this external_id' WHEN n.rows > 1 THEN 'several rows have this external_id; use row_no' END
    FROM named n WHERE c.operation_id = ${operationId}::uuid AND c.line = n.line`;
  await tx.$executeRaw`
    UPDATE bulk_correction c SET result = 'refused', changes = '[]', error = 'line ' || f.line || ' corrects this row already'
    FROM (
      SELECT row_no, min(line) AS line FROM bulk_correction
      WHERE operation_id = ${operationId}::uuid AND result = 'waiting' GROUP BY row_no HAVING count(*) > 1
    ) f
    WHERE c.operation_id = ${operationId}::uuid AND c.result = 'waiting' AND c.row_no = f.row_no AND c.line > f.line`;
  await tx.$executeRaw`
    UPDATE bulk_operation SET csv_sha256 = NULL, total = c.lines, skipped = CASE WHEN c.refused = 0 THEN '{}' ELSE jsonb_build_object('refused', c.refused) END
    FROM (
      SELECT count(*)::int AS lines, count(*) FILTER (WHERE result = 'refused') AS refused FROM bulk_correction
      WHERE operation_id = ${operationId}::uuid
    ) c
    WHERE id = ${operationId}::uuid`;
}

async function* corrections(
  storage: Storage,
  sha256: string,
  send: BulkSend,
  signal: AbortSignal,
): AsyncGenerator<Correction> {
  let read: ReturnType<typeof correctionColumns> | null = null;
  for await (const records of readRows(storage, sha256)) {
    signal.throwIfAborted();
    for (const record of records) {
      if (read) yield read(record);
      else read = correctionColumns(placeholdersOf(templateOf(send)).length, record);
    }
  }
}
