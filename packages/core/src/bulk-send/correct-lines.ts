/** Carries out lines of a file of corrections, and queues repaired rows at the end (docs/BULK.md). */

import type { Metadata } from '@countersign/contract/own-data';
import { storableText } from '@countersign/contract/storable-text';
import type { BulkRowStatus, BulkSend } from '@countersign/db/models';
import { columnOf } from '@countersign/db/sql';
import { type Ctx, type SqlCtx, type TxCtx, withTransaction } from '../ctx.ts';
import { type CorrectionResult, correctRecipients } from '../document/correct-recipients.ts';
import { lockDocuments } from '../document/lock-documents.ts';
import { statusesAllowing } from '../transitions.ts';
import { describeFaults, rowChecker } from './check-row.ts';
import { startDispatching } from './dispatch.ts';
import { lockBulkSend } from './find.ts';
import { type RowPdf, rowPdfs } from './find-pdfs.ts';
import { bulkRowTransitions } from './status.ts';
import { templateOf } from './template-snapshot.ts';
import { transitionBulkSend } from './transition.ts';

/** Ahead of the mails of bulk sends, because a person has just corrected these rows. */
const mailPriority = -1;
/** A hundred thousand rows take some seconds. */
const queueTimeoutMs = 120_000;

type Person = Record<string, unknown>;

interface Line {
  line: number;
  rowNo: number;
  changes: Array<{ name?: string; email?: string }>;
}

interface Row {
  rowNo: number;
  status: BulkRowStatus;
  recipients: Person[];
  formValues: Record<string, string>;
  externalId: string | null;
  metadata: Metadata;
  pdf: string | null;
  documentId: string | null;
}

type LineResult = CorrectionResult | { result: 'requeued'; recipients: Person[] };

/**
 * Carries out the next lines after `afterLine`, in one transaction: documents that were sent are corrected and mailed, and rows that
 * were never sent are checked again. Locks the rows, then the documents. Returns the results of the lines by number.
 */
export async function correctLines(
  tx: SqlCtx,
  { id, afterLine }: { id: string; afterLine: number },
  send: BulkSend,
  most: number,
): Promise<Map<number, LineResult>> {
  const lines = await tx.db.$queryRaw<Line[]>`
    SELECT line, row_no AS "rowNo", changes FROM bulk_correction
    WHERE operation_id = ${id}::uuid AND line > ${afterLine} AND result = 'waiting' ORDER BY line LIMIT ${most}`;
  if (lines.length === 0) return new Map();
  const rows = await tx.db.$queryRaw<Row[]>`
    SELECT row_no AS "rowNo", status, recipients, form_values AS "formValues", external_id AS "externalId", metadata, pdf,
      document_id AS "documentId"
    FROM bulk_row WHERE bulk_send_id = ${send.id}::uuid AND row_no = ANY(${lines.map(({ rowNo }) => rowNo)}::int[])
    ORDER BY row_no FOR UPDATE`;
  const rowOf = new Map(rows.map((row) => [row.rowNo, row]));
  const results = new Map<number, LineResult>();
  const ofDocuments: Array<Line & { documentId: string }> = [];
  const check = rowChecker(templateOf(send), tx.now());
  const unsent = rows.filter(({ documentId }) => documentId === null);
  const pdfOf = await rowPdfs(
    tx.db,
    send,
    unsent.map(({ pdf }) => pdf),
  );
  for (const line of lines) {
    const row = rowOf.get(line.rowNo);
    if (!row) results.set(line.line, { result: 'refused', error: `the bulk send has no row ${line.rowNo}` });
    else if (row.documentId) ofDocuments.push({ ...line, documentId: row.documentId });
    else results.set(line.line, await repaired(row, line.changes, send, { check, pdf: pdfOf(row.pdf) }));
  }
  const documents = await lockDocuments(
    tx,
    ofDocuments.map(({ documentId }) => documentId),
  );
  const byId = new Map(documents.map((document) => [document.id, document]));
  const corrected = await correctRecipients(
    tx,
    ofDocuments.flatMap(({ documentId, changes }) => {
      const document = byId.get(documentId);
      return document
        ? [{ document, people: changes.map((person, position) => ({ ...person, position })) }]
        : [];
    }),
    { bulk: { bulkSendId: send.id, priority: mailPriority } },
  );
  for (const { line, documentId } of ofDocuments)
    results.set(line, corrected.get(documentId) ?? { result: 'refused', error: 'its document is gone' });
  await writeRows(
    tx,
    send.id,
    ofDocuments
      .filter(({ line }) => results.get(line)!.result === 'corrected')
      .map(({ rowNo, changes }) => ({ rowNo, recipients: merged(rowOf.get(rowNo)!.recipients, changes) })),
  );
  await writeResults(tx, id, results);
  return results;
}

/** The result for a row that was never sent: it is queued again if it can be sent with its corrections. */
async function repaired(
  row: Row,
  changes: Line['changes'],
  send: BulkSend,
  { check, pdf }: { check: ReturnType<typeof rowChecker>; pdf: RowPdf | null },
): Promise<LineResult> {
  if (send.status === 'canceled') return { result: 'refused', error: 'the row was canceled' };
  const recipients = merged(row.recipients, changes);
  if (JSON.stringify(recipients) === JSON.stringify(row.recipients)) return { result: 'unchanged' };
  // Corrections change people, not files.
  if (pdf && 'problem' in pdf) return { result: 'refused', error: `pdf: ${row.pdf}: ${pdf.problem}` };
  const { formValues, externalId, metadata } = row;
  const checked = await check({ recipients, form_values: formValues, external_id: externalId, metadata });
  if (checked.ok) return { result: 'requeued', recipients };
  return { result: 'refused', error: describeFaults(checked.faults, (place) => place.join('.')) };
}

function merged(recipients: readonly Person[], changes: Line['changes']): Person[] {
  return recipients.map((recipient, at) => ({ ...recipient, ...changes[at] }));
}

async function writeRows(
  tx: SqlCtx,
  bulkSendId: string,
  rows: ReadonlyArray<{ rowNo: number; recipients: Person[] }>,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.db.$executeRaw`
    UPDATE bulk_row SET recipients = c.recipients
    FROM unnest(${columnOf(rows.map(({ rowNo }) => rowNo))}::int[], ${columnOf(rows.map(({ recipients }) => recipients))}::json[])
      AS c(row_no, recipients)
    WHERE bulk_send_id = ${bulkSendId}::uuid AND bulk_row.row_no = c.row_no`;
}

/** Stores the results of the lines. The changes of a repaired row are kept until endCorrections; those of other lines are removed. */
async function writeResults(
  tx: SqlCtx,
  operationId: string,
  results: ReadonlyMap<number, LineResult>,
): Promise<void> {
  const all = [...results];
  await tx.db.$executeRaw`
    UPDATE bulk_correction SET result = c.result, error = c.error, changes = c.changes
    FROM unnest(${columnOf(all.map(([line]) => line))}::int[], ${columnOf(all.map(([, { result }]) => result))}::text[],
      ${columnOf(all.map(([, one]) => (one.result === 'refused' ? storableText(one.error, 2000) : null)))}::text[],
      ${columnOf(all.map(([, one]) => (one.result === 'requeued' ? one.recipients : [])))}::json[])
      AS c(line, result, error, changes)
    WHERE operation_id = ${operationId}::uuid AND bulk_correction.line = c.line`;
}

/**
 * Ends the corrections. In one transaction, all repaired rows are queued, and a bulk send that was dispatched before sends them, so
 * there is one `bulk_send.finished` for all of them. A row that was erased in the meantime does not change.
 */
export async function endCorrections(ctx: Ctx, operationId: string, bulkSendId: string): Promise<void> {
  await withTransaction(
    ctx,
    async (tx) => {
      const send = await lockBulkSend(tx, bulkSendId);
      const ended = await tx.db.$executeRaw`
        UPDATE bulk_operation SET status = 'done', finished_at = ${tx.now()}::timestamptz
        WHERE id = ${operationId}::uuid AND status = 'running'`;
      if (ended === 0) return;
      const queued = await queueRepaired(tx, operationId, send);
      await tx.db.$executeRaw`
        UPDATE bulk_correction SET changes = '[]' WHERE operation_id = ${operationId}::uuid AND result = 'requeued'`;
      const counts = {
        invalidCount: send.invalidCount - queued.invalid,
        failedCount: send.failedCount - queued.failed,
      };
      const rows = queued.invalid + queued.failed;
      if (rows === 0) return;
      if (send.status === 'done' || send.status === 'failed')
        await startDispatching(tx, send, 'send the repaired rows', rows, counts);
      else if (send.status === 'invalid' && counts.invalidCount === 0)
        await transitionBulkSend(tx, send.id, 'accept the repaired rows', counts);
      else await tx.db.bulkSend.update({ where: { id: send.id }, data: counts });
    },
    { timeoutMs: queueTimeoutMs },
  );
}

/** Stores the recipients of the repaired rows and queues the rows. Returns how many were invalid before, and how many had failed. */
async function queueRepaired(
  tx: TxCtx,
  operationId: string,
  send: BulkSend,
): Promise<{ invalid: number; failed: number }> {
  if (send.status === 'canceled' || send.rowsErasedAt) return { invalid: 0, failed: 0 };
  const repairable = statusesAllowing<BulkRowStatus>(bulkRowTransitions, 'repair');
  const [before] = await tx.db.$queryRaw<Array<{ invalid: number; failed: number }>>`
    WITH repaired AS (
      SELECT r.row_no, r.status, c.changes FROM bulk_correction c JOIN bulk_row r ON r.bulk_send_id = ${send.id}::uuid AND r.row_no = c.row_no
      WHERE c.operation_id = ${operationId}::uuid AND c.result = 'requeued' AND r.status = ANY(${repairable}::bulk_row_status[])
        AND json_array_length(r.recipients) > 0
    ), queued AS (
      UPDATE bulk_row r SET status = 'queued', error = NULL, recipients = p.changes FROM repaired p
      WHERE r.bulk_send_id = ${send.id}::uuid AND r.row_no = p.row_no
    )
    SELECT count(*) FILTER (WHERE status = 'invalid')::int AS invalid, count(*) FILTER (WHERE status = 'failed')::int AS failed FROM repaired`;
  return before!;
}
