/**
 * Sends rows: each becomes exactly the document that `use` and `send` would create. Documents, mails, events and the status
 * of the rows are written in a few statements of one short transaction (docs/spec/decisions.md, section 5).
 */

import type { BulkRowIn } from '@countersign/contract/bulk-send';
import { encodeId } from '@countersign/contract/ids';
import type { Metadata } from '@countersign/contract/own-data';
import { storableText } from '@countersign/contract/storable-text';
import type { BulkSend } from '@countersign/db/models';
import { type ColumnValue, columnOf } from '@countersign/db/sql';
import type { ProblemError } from '@countersign/problem/problem-error';
import { type Ctx, type SqlCtx, withSqlTransaction } from '../ctx.ts';
import { type InspectedFile, insertDocuments, type NewDocument } from '../document/insert-documents.ts';
import { dueLinks } from '../document/issue-links.ts';
import { guardSendable, sentEvent } from '../document/sendable.ts';
import { type NewMail, queueMails } from '../mail/queue-mail.ts';
import { lockedDocumentsByExternalId } from '../own-data.ts';
import { contentOf, draftFrom, type FieldPlace } from '../template/fill.ts';
import { targetStatus } from '../transitions.ts';
import { countEnvelope } from '../usage/count-envelope.ts';
import { type CheckedRow, describeFaults, rowChecker } from './check-row.ts';
import { announce, type CountedBulkSend } from './events.ts';
import { rowPdfs } from './find-pdfs.ts';
import { bulkSendTransitions, statusesFor } from './status.ts';
import { templateOf } from './template-snapshot.ts';

/** The bulk send was canceled in the meantime; the transaction is rolled back. */
export class BulkSendStopped extends Error {
  override readonly name = 'BulkSendStopped';
}

/** The next rows after a row number, or exactly these rows. */
export type RowChoice = { after: number; most: number } | { rowNos: number[] };

interface ClaimedRow {
  rowNo: number;
  recipients: BulkRowIn['recipients'];
  formValues: BulkRowIn['form_values'];
  externalId: string | null;
  metadata: Metadata;
  pdf: string | null;
}

interface PlannedRow {
  rowNo: number;
  document: NewDocument;
  mails: NewMail[];
}

export interface RowSender {
  /**
   * Sends waiting rows that no other worker is sending, in one transaction. Reports their numbers to `onClaimed` before
   * anything can fail, and returns them. Locks the rows (`FOR UPDATE SKIP LOCKED`, by bulk_row_unsent), then the bulk send,
   * then the usage of the month. Throws BulkSendStopped, or the error of a row that cannot be sent; then none is sent.
   */
  send(ctx: Ctx, choice: RowChoice, onClaimed: (rowNos: number[]) => void): Promise<number[]>;
  /** Marks waiting rows as failed, with the reason. */
  fail(ctx: Ctx, rowNos: readonly number[], error: string): Promise<void>;
}

/** Sends rows of one bulk send. What does not depend on the row is computed once. */
export function rowSender(
  send: Pick<BulkSend, 'id' | 'templateId' | 'template' | 'uniqueExternalIds'>,
  now: Date,
): RowSender {
  const template = templateOf(send);
  const content = contentOf(template);
  const checkRow = rowChecker(template, now);

  const plan = (
    ctx: Pick<Ctx, 'now'>,
    row: ClaimedRow,
    {
      checked,
      content,
      places,
    }: { checked: Extract<CheckedRow, { ok: true }>; content: InspectedFile; places: FieldPlace[] | null },
  ): PlannedRow => {
    const draft = draftFrom(template, {
      content,
      places,
      recipients: checked.recipients,
      prefill: checked.prefill,
      columns: { bulkSendId: send.id, externalId: row.externalId, metadata: row.metadata },
      origin: { bulk_send_id: send.id, row_no: row.rowNo },
    });
    const people = draft.recipients.map((recipient) => ({ ...recipient, status: 'pending' as const }));
    const pageCount = (content.pages as unknown[]).length;
    // Equal mutant "→ ;": a second check; checkRow has refused rows that cannot be sent.
    guardSendable({ expiresAt: null, recipients: people, fields: draft.fields }, pageCount, ctx.now());
    const { due, mails, events } = dueLinks(draft.id, people);
    const sent = new Set(due.map(({ id }) => id));
    return {
      rowNo: row.rowNo,
      mails,
      document: {
        ...draft,
        recipients: people.map((recipient) =>
          sent.has(recipient.id)
            ? { ...recipient, status: 'sent' as const, linkIssuedAt: ctx.now() }
            : recipient,
        ),
        sent: { at: ctx.now(), events: [sentEvent(people.length, null), ...events] },
      },
    };
  };

  /** Plans the claimed rows. A row fails if it cannot be sent, or if its external_id must be unique and is taken. */
  const planRows = async (tx: SqlCtx, claimed: readonly ClaimedRow[]) => {
    const planned: PlannedRow[] = [];
    const failed: Array<{ rowNo: number; error: string }> = [];
    const ids = send.uniqueExternalIds ? claimed.flatMap(({ externalId }) => externalId ?? []) : [];
    const taken = await lockedDocumentsByExternalId(tx, ids);
    const pdfOf = await rowPdfs(
      tx.db,
      send,
      claimed.map(({ pdf }) => pdf),
    );
    for (const row of claimed) {
      const { rowNo, externalId } = row;
      const pdf = pdfOf(row.pdf) ?? { content, places: null };
      const checked = await checkRow({ recipients: row.recipients, form_values: row.formValues });
      // Equal mutant "→ false": null is never a key of the map.
      const holder = externalId === null ? undefined : taken.get(externalId);
      if (holder !== undefined) failed.push({ rowNo, error: takenBy(holder) });
      else if ('problem' in pdf) failed.push({ rowNo, error: `pdf: ${row.pdf}: ${pdf.problem}` });
      else if (checked.ok) {
        const planning = plan(tx, row, { checked, ...pdf });
        planned.push(planning);
        // Equal mutant "→ send.uniqueExternalIds": a row without an id never looks for the key null.
        if (externalId !== null && send.uniqueExternalIds) taken.set(externalId, planning.document.id);
      } else failed.push({ rowNo, error: describeFaults(checked.faults, (place) => place.join('.')) });
    }
    return { planned, failed };
  };

  return {
    send: (ctx, choice, onClaimed) =>
      withSqlTransaction(ctx, async (tx) => {
        const claimed = await claim(tx, send.id, choice);
        const rowNos = claimed.map(({ rowNo }) => rowNo);
        onClaimed(rowNos);
        // Equal mutant "→ false": this only saves statements, which change nothing without rows.
        if (claimed.length === 0) return [];
        const { planned, failed } = await planRows(tx, claimed);
        await insertDocuments(
          tx,
          planned.map(({ document }) => document),
        );
        await queueMails(
          tx,
          planned.flatMap(({ mails }) => mails),
          { bulkSendId: send.id, priority: mailPriority(rowNos[0]!) },
        );
        await settleRows(tx, send.id, planned, failed);
        return rowNos;
      }),
    fail: (ctx, rowNos, error) =>
      withSqlTransaction(ctx, async (tx) => {
        const claimed = await claim(tx, send.id, { rowNos: [...rowNos] });
        await settleRows(
          tx,
          send.id,
          [],
          claimed.map(({ rowNo }) => ({ rowNo, error })),
        );
      }),
  };
}

/**
 * Mails of later rows come after those of earlier ones, so that a bulk send of ten rows does not wait for one of a hundred
 * thousand.
 */
function mailPriority(firstRowNo: number): number {
  return -1 - Math.floor(Math.log2(firstRowNo));
}

async function claim(tx: SqlCtx, bulkSendId: string, choice: RowChoice): Promise<ClaimedRow[]> {
  if ('rowNos' in choice) {
    return tx.db.$queryRaw<ClaimedRow[]>`
      SELECT row_no AS "rowNo", recipients, form_values AS "formValues", external_id AS "externalId", metadata, pdf FROM bulk_row
      WHERE bulk_send_id = ${bulkSendId}::uuid AND status = 'queued' AND row_no = ANY(${choice.rowNos})
      ORDER BY row_no FOR UPDATE SKIP LOCKED`;
  }
  return tx.db.$queryRaw<ClaimedRow[]>`
    SELECT row_no AS "rowNo", recipients, form_values AS "formValues", external_id AS "externalId", metadata, pdf FROM bulk_row
    WHERE bulk_send_id = ${bulkSendId}::uuid AND status = 'queued' AND row_no > ${choice.after}
    ORDER BY row_no LIMIT ${choice.most} FOR UPDATE SKIP LOCKED`;
}

const targetOf = (operation: 'finish' | 'fail') =>
  targetStatus<BulkSend['status']>(bulkSendTransitions, operation);

/** Updates the rows and the counters of the bulk send, which ends with its last row. */
async function settleRows(
  tx: SqlCtx,
  bulkSendId: string,
  sent: ReadonlyArray<Pick<PlannedRow, 'rowNo' | 'document'>>,
  failed: ReadonlyArray<{ rowNo: number; error: string }>,
): Promise<void> {
  if (sent.length + failed.length === 0) return;
  const now = tx.now();
  const outcomes = [
    ...sent.map(({ rowNo, document }) => ({ rowNo, status: 'sent', documentId: document.id, error: null })),
    ...failed.map(({ rowNo, error }) => ({
      rowNo,
      status: 'failed',
      documentId: null,
      error: storableText(error, 2000),
    })),
  ];
  const all = (pick: (outcome: (typeof outcomes)[number]) => ColumnValue) => columnOf(outcomes.map(pick));
  await tx.db.$executeRaw`
    UPDATE bulk_row SET status = o.status, document_id = o.document_id, error = o.error,
      sent_at = CASE WHEN o.status = 'sent' THEN ${now}::timestamptz END
    FROM unnest(${all(({ rowNo }) => rowNo)}::int[], ${all(({ status }) => status)}::bulk_row_status[],
      ${all(({ documentId }) => documentId)}::uuid[], ${all(({ error }) => error)}::text[]) AS o(row_no, status, document_id, error)
    WHERE bulk_send_id = ${bulkSendId}::uuid AND bulk_row.row_no = o.row_no`;
  // Last, because the other batches of the bulk send and all sends of the workspace wait for these two rows until the commit.
  const [counted] = await tx.db.$queryRaw<CountedBulkSend[]>`
    UPDATE bulk_send SET sent_count = sent_count + ${sent.length}::int, failed_count = failed_count + ${failed.length}::int,
      status = CASE WHEN sent_count + failed_count + invalid_count + ${outcomes.length}::int < row_count THEN status
        WHEN sent_count + ${sent.length}::int > 0 THEN ${targetOf('finish')}::bulk_send_status
        ELSE ${targetOf('fail')}::bulk_send_status END,
      finished_at = CASE WHEN sent_count + failed_count + invalid_count + ${outcomes.length}::int < row_count THEN NULL
        ELSE ${now}::timestamptz END
    WHERE id = ${bulkSendId}::uuid AND status = ANY(${statusesFor('send rows')}::bulk_send_status[])
    RETURNING runs, status, row_count AS "rowCount", sent_count AS "sentCount", failed_count AS "failedCount",
      canceled_count AS "canceledCount", invalid_count AS "invalidCount"`;
  if (!counted) throw new BulkSendStopped('the bulk send is not being dispatched any more');
  if (counted.status !== 'dispatching') await announce(tx, bulkSendId, 'bulk_send.finished', counted);
  if (sent.length > 0) await countEnvelope(tx, sent.length);
}

/** The error of a row whose external_id another document has. */
function takenBy(documentId: string): string {
  return `external-id-taken: the external_id is already used by ${encodeId('doc', documentId)}`;
}

/** The text of a problem, as stored in the `error` of a row. */
export function describeProblem(problem: ProblemError): string {
  return `${problem.slug}: ${problem.message}`;
}
