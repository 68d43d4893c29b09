/** Ends the reading of an uploaded file, and of the PDFs of its rows: the bulk send becomes `ready` or `invalid`. */
import type { BulkSend } from '@countersign/db/models';
import { type Ctx, type TxCtx, withTransaction } from '../ctx.ts';
import { lockBulkSend } from './find.ts';
import { needsReview } from './needs-review.ts';
import type { SampleRow } from './sample-rows.ts';
import { statusesFor } from './status.ts';
import { transitionBulkSend } from './transition.ts';

/** A million rows take some seconds. */
const timeoutMs = 120_000;
/** Longest error of a row. */
const maxErrorLength = 2000;

/** What reading the rows has found. */
interface ReadColumns {
  formKeys?: string[];
  metadataKeys?: string[];
  sampleRows?: object[];
}

/**
 * Ends the reading, unless PDFs still wait for their inspection; then the job that inspects the last one ends it. Rows whose PDF cannot
 * be used become invalid. With `error`, the bulk send can never be dispatched. Does nothing if the bulk send was canceled in the meantime.
 */
export async function endReading(
  ctx: Ctx,
  bulkSendId: string,
  { error, ...columns }: { error: string | null } & ReadColumns,
): Promise<void> {
  await withTransaction(
    ctx,
    async (tx) => {
      const send = await lockBulkSend(tx, bulkSendId);
      if (!statusesFor('accept the rows').includes(send.status)) return;
      if (error === null && send.pdfCount !== null && (await hasWaitingPdfs(tx, send))) return;
      const refused = send.pdfCount ? await refuseRows(tx, send) : 0;
      const invalidCount = send.invalidCount + refused;
      const isInvalid = error !== null || invalidCount > 0;
      await transitionBulkSend(tx, send.id, isInvalid ? 'find an invalid row' : 'accept the rows', {
        ...columns,
        ...(refused > 0 && { sampleRows: (await validSamples(tx, send)) as object[] }),
        csvSha256: null,
        pdfsSha256: null,
        invalidCount,
        error,
        reviewFlagged: await needsReview(tx, send.id, send.rowCount),
      });
    },
    { timeoutMs },
  );
}

async function hasWaitingPdfs(tx: TxCtx, { id }: BulkSend): Promise<boolean> {
  const waiting = await tx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM bulk_pdf WHERE bulk_send_id = ${id}::uuid AND place IS NOT NULL LIMIT 1`;
  return waiting.length > 0;
}

/** Makes rows invalid whose PDF cannot be used. Rows that are invalid already get this reason too. Returns how many became invalid. */
async function refuseRows(tx: TxCtx, { id }: BulkSend): Promise<number> {
  const [refused] = await tx.db.$queryRaw<Array<{ count: number }>>`
    WITH faulty AS (
      SELECT r.row_no, r.status, CASE WHEN r.error IS NULL THEN 'line ' || r.line || ', ' ELSE r.error || '; ' END
        || 'column pdf: ' || p.name || ': ' || p.problem AS error
      FROM bulk_pdf p JOIN bulk_row r ON r.bulk_send_id = p.bulk_send_id AND r.pdf = p.name
      WHERE p.bulk_send_id = ${id}::uuid AND p.problem IS NOT NULL AND r.pdf IS NOT NULL
    ), written AS (
      UPDATE bulk_row r SET status = 'invalid', error = left(f.error, ${maxErrorLength}::int) FROM faulty f
      WHERE r.bulk_send_id = ${id}::uuid AND r.row_no = f.row_no
    )
    SELECT count(*) FILTER (WHERE status = 'queued')::int AS count FROM faulty`;
  return refused!.count;
}

/** The sample rows that are still valid, with the first and the last valid row. */
async function validSamples(tx: TxCtx, send: BulkSend): Promise<SampleRow[]> {
  const samples = send.sampleRows as unknown as SampleRow[];
  const rowNos = samples.map(({ row_no }) => row_no);
  const [ends] = await tx.db.$queryRaw<
    Array<{ first: number | null; last: number | null; valid: number[] | null }>
  >`
    SELECT min(row_no) AS first, max(row_no) AS last, array_agg(row_no) FILTER (WHERE row_no = ANY(${rowNos}::int[])) AS valid
    FROM bulk_row WHERE bulk_send_id = ${send.id}::uuid AND status = 'queued'`;
  const { first, last, valid } = ends!;
  if (first === null || last === null) return [];
  const longest = samples.filter(({ reason, row_no }) => reason === 'longest' && valid?.includes(row_no));
  return [{ row_no: first, reason: 'first' }, { row_no: last, reason: 'last' }, ...longest];
}
