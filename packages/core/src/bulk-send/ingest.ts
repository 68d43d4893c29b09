/** Job `bulk-send.ingest`: converts a CSV or Excel file to rows in bounded memory (docs/spec/decisions.md, section 5). */
import { MAX_BULK_ROWS } from '@countersign/contract/bulk-send';
import type { Metadata } from '@countersign/contract/own-data';
import { EncodedRows } from '@countersign/db/copy';
import type { BulkSend, BulkSendStatus } from '@countersign/db/models';
import { inSqlTransaction, type SqlTransaction } from '@countersign/db/sql';
import type { Storage } from '@countersign/storage/storage';
import { type Base, systemCtx, withTransaction } from '../ctx.ts';
import { countStorage } from '../usage/storage.ts';
import { describeFaults, type RowFault, rowChecker } from './check-row.ts';
import { type CsvColumns, csvColumns } from './csv-columns.ts';
import { endReading } from './end-reading.ts';
import { lockBulkSend } from './find.ts';
import { MAX_PDF_NAME_LENGTH } from './match-pdfs.ts';
import { enqueuePdfSlice } from './pdf-slices.ts';
import { CsvFault, type CsvRecord } from './read-csv.ts';
import { readRows } from './read-rows.ts';
import { type SampleRow, SampleRows } from './sample-rows.ts';
import { statusesFor } from './status.ts';
import { templateOf } from './template-snapshot.ts';

/** Rows of one COPY. One chunk is written while the next is read. */
const chunkRows = 5_000;
/** The size at which a chunk is written before it has all its rows. */
const chunkBytes = 4_194_304;

const canStoreRows = ({ status }: { status: BulkSendStatus }) => statusesFor('store rows').includes(status);

/** How long a chunk may wait for the bulk send's lock, or for the disk. */
const chunkTimeoutMs = 120_000;

interface Chunk {
  /** The number of the first row. */
  firstRowNo: number;
  rows: EncodedRows;
  invalid: number;
}

/**
 * Reads the file and stores its rows in chunks, then makes the bulk send `ready`, or `invalid` if a row cannot be sent or the
 * file cannot be read to its end. If it runs again after being killed, it continues after the last chunk and stores nothing
 * twice. Of two concurrent runs, one throws and is retried.
 */
export async function ingestBulkSend(
  base: Base & { storage: Storage },
  input: { bulkSendId: string; requestId: string; signal: AbortSignal },
): Promise<'read' | 'unreadable' | 'not wanted'> {
  const send = await base.db.bulkSend.findUnique({ where: { id: input.bulkSendId } });
  if (!send || !canStoreRows(send) || !send.csvSha256) return 'not wanted';
  const writer = chunkWriter(base, send);
  let fault: CsvFault | null = null;
  let formKeys: string[] = [];
  let metadataKeys: string[] = [];
  const template = templateOf(send);
  const samples = new SampleRows(template);
  try {
    const checkRow = rowChecker(template, base.now());
    let columns: CsvColumns | null = null;
    for await (const records of readRows(base.storage, send.csvSha256)) {
      input.signal.throwIfAborted();
      for (const record of records) {
        if (columns === null) {
          columns = csvColumns(template, record, { hasPdfs: send.pdfsSha256 !== null });
          ({ formKeys, metadataKeys } = columns);
        } else {
          const row = await rowOf(record, columns, { checkRow, hasPdfs: send.pdfsSha256 !== null });
          writer.add(row);
          if (row.error === null) samples.add(writer.count, row.formValues);
        }
      }
      if (writer.isFull && !(await writer.flush())) return 'not wanted';
    }
    if (writer.count === 0) throw new CsvFault(1, 'the file has no rows');
  } catch (error) {
    if (!(error instanceof CsvFault)) {
      // Wait for the write in progress, because the next run starts where the stored rows end.
      await writer.settled().catch(() => undefined);
      throw error;
    }
    fault = error;
    const message = `line ${error.line}: ${error.message}`;
    // The fault is stored as a row as well, so that it appears in its place in the list of rows.
    const row = { recipients: [], formValues: {}, externalId: null, metadata: {}, pdf: null };
    writer.add({ ...row, line: error.line, error: message }, { isFault: true });
  }
  if (!(await writer.flush()) || !(await writer.settled())) return 'not wanted';
  await finish(base, send, input.requestId, {
    formKeys,
    metadataKeys,
    sampleRows: samples.list(),
    error: fault ? `line ${fault.line}: ${fault.message}` : null,
  });
  return fault ? 'unreadable' : 'read';
}

interface ReadRow {
  recipients: Array<Record<string, unknown>>;
  formValues: Record<string, string>;
  externalId: string | null;
  metadata: Metadata;
  pdf: string | null;
  line: number;
  error: string | null;
}

async function rowOf(
  record: CsvRecord,
  columns: CsvColumns,
  { checkRow, hasPdfs }: { checkRow: ReturnType<typeof rowChecker>; hasPdfs: boolean },
): Promise<ReadRow> {
  const row = columns.rowOf(record.cells);
  const read = {
    recipients: row.recipients,
    formValues: row.form_values,
    externalId: row.external_id ?? null,
    metadata: row.metadata ?? {},
    pdf: row.pdf?.slice(0, MAX_PDF_NAME_LENGTH + 1) ?? null,
    line: record.line,
  };
  if (record.error !== undefined) return { ...read, error: `line ${record.line}: ${record.error}` };
  const extra = record.cells.slice(columns.count).some((cell) => cell.trim() !== '');
  if (extra || record.cells.length < columns.count) {
    const error = `line ${record.line}: ${record.cells.length} columns, the header has ${columns.count}`;
    return { ...read, error };
  }
  const checked = await checkRow(row);
  const faults = [...(checked.ok ? [] : checked.faults), ...pdfFaults(row.pdf, hasPdfs)];
  if (faults.length === 0) return { ...read, error: null };
  const where = `line ${record.line}`;
  const described = describeFaults(faults, (place) => columns.nameOf(place));
  return {
    ...read,
    error: described.startsWith('column ') ? `${where}, ${described}` : `${where}: ${described}`,
  };
}

/** What is wrong with the name of a row's PDF. Whether there is such a PDF is checked when all rows are read. */
function pdfFaults(pdf: string | null, hasPdfs: boolean): RowFault[] {
  if (pdf === null) return [];
  if (!hasPdfs) return [{ place: ['pdf'], message: 'no ZIP with PDFs was uploaded' }];
  if (pdf.length <= MAX_PDF_NAME_LENGTH) return [];
  return [{ place: ['pdf'], message: `at most ${MAX_PDF_NAME_LENGTH} characters` }];
}

/** Collects rows and writes them chunk by chunk, each while the next one is collected. */
function chunkWriter(base: Base, send: BulkSend) {
  const stored = send.rowCount;
  let count = 0;
  let chunk: Chunk = { firstRowNo: stored + 1, rows: new EncodedRows(), invalid: 0 };
  /** Filled while the other buffer is written. */
  let spare = new EncodedRows();
  let writing: Promise<boolean> = Promise.resolve(true);
  // Prevents an unhandled rejection: the error is read only after the next chunk.
  const started = (write: Promise<boolean>) => {
    write.catch(() => undefined);
    return write;
  };
  return {
    get count() {
      return count;
    },
    get isFull() {
      // Equal mutant "→ chunk.rows.count > chunkRows": a chunk may be one row longer.
      // Equal mutant "→ chunk.rows.length > chunkBytes": it may be one byte longer.
      return chunk.rows.count >= chunkRows || chunk.rows.length >= chunkBytes;
    },
    /** Throws CsvFault past the limit of rows, unless the row is the fault that ends the reading. */
    add(
      { recipients, formValues, externalId, metadata, pdf, line, error }: ReadRow,
      { isFault = false } = {},
    ) {
      if (count >= MAX_BULK_ROWS && !isFault)
        throw new CsvFault(line, `the file has more than ${MAX_BULK_ROWS.toLocaleString('en')} rows`);
      count += 1;
      // Stored by an earlier run.
      if (count <= stored) return;
      if (error !== null) chunk.invalid += 1;
      const status = error === null ? 'queued' : 'invalid';
      chunk.rows.add([
        send.id,
        count,
        status,
        recipients,
        formValues,
        externalId,
        metadata,
        pdf,
        line,
        error,
      ]);
    },
    /** Starts to write the collected rows once the previous chunk is written. False if the bulk send takes no more rows. */
    async flush(): Promise<boolean> {
      if (!(await writing)) return false;
      const full = chunk;
      spare.clear();
      chunk = { firstRowNo: count + 1, rows: spare, invalid: 0 };
      spare = full.rows;
      if (full.rows.count > 0) writing = started(storeChunk(base, send, full));
      return true;
    },
    settled: () => writing,
  };
}

/**
 * Locks the bulk send by primary key and stores the chunk. False if it takes no more rows. Throws if another run has stored
 * rows in the meantime; the job is then retried from where the rows end.
 */
async function storeChunk(
  base: Base,
  { id: bulkSendId, workspaceId }: BulkSend,
  { firstRowNo, rows, invalid }: Chunk,
): Promise<boolean> {
  const store = async ({ tx }: { tx: SqlTransaction }) => {
    const [current] = await tx.$queryRaw<Array<{ status: BulkSendStatus; rowCount: number }>>`
      SELECT status, row_count AS "rowCount" FROM bulk_send WHERE id = ${bulkSendId}::uuid FOR NO KEY UPDATE`;
    if (!current || !canStoreRows(current)) return false;
    if (current.rowCount !== firstRowNo - 1)
      throw new Error('another run has stored rows of this file in the meantime');
    await tx.copy(
      'bulk_row',
      [
        'bulk_send_id',
        'row_no',
        'status',
        'recipients',
        'form_values',
        'external_id',
        'metadata',
        'pdf',
        'line',
        'error',
      ],
      rows,
    );
    await tx.$executeRaw`
      UPDATE bulk_send SET row_count = row_count + ${rows.count}::int, invalid_count = invalid_count + ${invalid}::int,
        rows_bytes = rows_bytes + ${rows.length}::bigint
      WHERE id = ${bulkSendId}::uuid`;
    await countStorage(tx, workspaceId, rows.length);
    return true;
  };
  return inSqlTransaction(base.db, store, { statementTimeoutMs: chunkTimeoutMs });
}

/** Ends the reading, or starts the inspection of the PDFs that the rows name. */
async function finish(
  base: Base,
  send: BulkSend,
  requestId: string,
  {
    error,
    ...columns
  }: { formKeys: string[]; metadataKeys: string[]; sampleRows: SampleRow[]; error: string | null },
): Promise<void> {
  const { workspaceId, teamId, mode } = send;
  const ctx = systemCtx(base, { workspaceId, teamId, mode, requestId, name: 'bulk-send.ingest' });
  const read = { ...columns, sampleRows: columns.sampleRows as object[] };
  await withTransaction(ctx, async (tx) => {
    const now = await lockBulkSend(tx, send.id);
    // Canceled in the meantime: the rows stay unsent.
    if (!canStoreRows(now) || now.csvSha256 === null) return;
    if (error !== null || send.pdfsSha256 === null) return endReading(tx, send.id, { ...read, error });
    await tx.db.bulkSend.update({ where: { id: send.id }, data: { ...read, csvSha256: null } });
    await enqueuePdfSlice(tx, { bulkSendId: send.id, stream: 0, slice: 0 });
  });
}
