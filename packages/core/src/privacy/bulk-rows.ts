/**
 * `admin person …`: unsent rows of bulk sends that contain a person, and the copies of templates that bulk sends keep. Sent rows are erased
 * with their documents.
 */
import type { BulkRowStatus, BulkSendStatus } from '@countersign/db/models';
import { sqlPart } from '@countersign/db/sql';
import { inTransaction, type Tx } from '@countersign/db/transaction';
import { byOperator, recordAdminEvent } from '../admin-event/record.ts';
import { bulkRowTransitions, statusesFor } from '../bulk-send/status.ts';
import type { Base } from '../ctx.ts';
import { targetStatus } from '../transitions.ts';
import { anonymousTemplate, templateWithoutPerson } from './erase-snapshot.ts';
import { isPerson, namesPerson } from './find-person.ts';
import { ERASED } from './personal-data.ts';

const pageSize = 200;
const pageRows = 10_000;
/** A million rows take some seconds. */
const rowsTimeoutMs = 120_000;
/** Statuses in which rows are neither sent nor read. */
const atRest = statusesFor('erase rows');

export interface NamingBulkSend {
  id: string;
  mode: 'live' | 'test';
  status: BulkSendStatus;
  /** The number of unsent rows with the person. */
  rows: number;
  /** Whether the copy of its template names the person. */
  inTemplate: boolean;
  /** True if they can be erased now. */
  isAtRest: boolean;
}

/**
 * The bulk sends of the workspace, in both modes, of which unsent rows or the copy of the template contain the person by this address;
 * oldest first.
 */
export async function* bulkSendsNaming(
  { db }: Pick<Base, 'db'>,
  workspaceId: string,
  email: string,
): AsyncGenerator<NamingBulkSend> {
  type Row = Omit<NamingBulkSend, 'rows' | 'isAtRest'> & { hasRows: boolean };
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await db.$queryRaw<Row[]>`
      SELECT id, mode, status, rows_erased_at IS NULL AS "hasRows", ${namesPerson(sqlPart`template->'recipients'`, email)} AS "inTemplate"
      FROM bulk_send WHERE workspace_id = ${workspaceId}::uuid AND id > ${after}::uuid ORDER BY id LIMIT ${pageSize}`;
    for (const { hasRows, ...send } of page) {
      let rows = 0;
      if (hasRows) for await (const found of rowsNaming(db, send.id, email)) rows += found.length;
      if (rows > 0 || send.inTemplate) yield { ...send, rows, isAtRest: atRest.includes(send.status) };
    }
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}

/**
 * Erases people, values and errors of the rows with the person, in one transaction under the bulk send's lock. Such a row
 * becomes `invalid`, is never sent, and is counted as invalid; in a canceled bulk send it keeps its status. Corrections of
 * the rows, and PDFs that no other row names, are erased too, and the person in the copy of the template, which rows do not need. Returns
 * the number of rows, or null while the bulk send is being sent or read, or an operation runs.
 */
export async function eraseRowsNaming(
  { db, now }: Pick<Base, 'db' | 'now'>,
  id: string,
  email: string,
): Promise<number | null> {
  return inTransaction(
    db,
    async ({ tx }) => {
      const [send] = await tx.$queryRaw<Array<{ status: BulkSendStatus; workspaceId: string }>>`
        SELECT status, workspace_id AS "workspaceId" FROM bulk_send WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
      if (!send || !atRest.includes(send.status) || (await isOperatedOn(tx, id))) return null;
      const canBeSent = send.status !== 'canceled';
      const erased = { rows: 0, queued: 0, failed: 0 };
      const inTemplate = await tx.$executeRaw`
        UPDATE bulk_send SET template = CASE WHEN rows_erased_at IS NULL THEN ${templateWithoutPerson(email)} ELSE ${anonymousTemplate} END
        WHERE id = ${id}::uuid AND ${namesPerson(sqlPart`template->'recipients'`, email)}`;
      for await (const found of rowsNaming(tx, id, email)) {
        erased.rows += found.length;
        const rowNos = found.map(({ rowNo }) => rowNo);
        await eraseCorrections(tx, id, rowNos);
        await eraseRowPdfs(tx, id, rowNos);
        for (const { status } of found) if (status === 'queued' || status === 'failed') erased[status] += 1;
        await tx.$executeRaw`
          UPDATE bulk_row SET recipients = '[]', form_values = '{}', external_id = NULL, metadata = '{}',
            error = CASE WHEN ${canBeSent} OR error IS NOT NULL THEN ${ERASED} END,
            status = CASE WHEN ${canBeSent} THEN ${targetStatus<BulkRowStatus>(bulkRowTransitions, 'erase')}::bulk_row_status ELSE status END
          WHERE bulk_send_id = ${id}::uuid AND row_no = ANY(${rowNos}::int[])`;
      }
      if (canBeSent && erased.rows > 0) {
        const { queued, failed } = erased;
        await tx.bulkSend.update({
          where: { id },
          data: { invalidCount: { increment: queued + failed }, failedCount: { decrement: failed } },
        });
      }
      if (erased.rows + inTemplate > 0)
        await recordAdminEvent(byOperator(tx, send.workspaceId, now), {
          type: 'bulk_send.rows_erased',
          target: { type: 'bulk_send', id },
          details: { rows: erased.rows },
        });
      return erased.rows;
    },
    { timeoutMs: rowsTimeoutMs },
  );
}

/** Erases the corrections of these rows, which name a row by its number or by its `external_id`. */
export async function eraseCorrections(
  tx: Pick<Tx, '$executeRaw' | '$queryRaw'>,
  bulkSendId: string,
  rowNos: readonly number[],
): Promise<void> {
  const corrections = await tx.$queryRaw<Array<{ id: string }>>`
    SELECT id FROM bulk_operation WHERE bulk_send_id = ${bulkSendId}::uuid AND kind = 'correct'`;
  if (corrections.length === 0) return;
  const operations = corrections.map(({ id }) => id);
  // By bulk_correction_row and bulk_correction_external_id.
  await tx.$executeRaw`
    UPDATE bulk_correction SET external_id = NULL, changes = '[]', error = CASE WHEN error IS NOT NULL THEN ${ERASED} END
    WHERE operation_id = ANY(${operations}::uuid[]) AND (row_no = ANY(${[...rowNos]}::int[])
      OR external_id = ANY(ARRAY(SELECT external_id FROM bulk_row
        WHERE bulk_send_id = ${bulkSendId}::uuid AND row_no = ANY(${[...rowNos]}::int[]) AND external_id IS NOT NULL)))`;
}

/** Deletes the entries of these rows' PDFs, unless other rows name them. By primary key and bulk_row_pdf. */
export async function eraseRowPdfs(
  tx: Pick<Tx, '$executeRaw'>,
  bulkSendId: string,
  rowNos: readonly number[],
): Promise<void> {
  await tx.$executeRaw`
    WITH named AS (
      SELECT DISTINCT pdf FROM bulk_row WHERE bulk_send_id = ${bulkSendId}::uuid AND row_no = ANY(${[...rowNos]}::int[]) AND pdf IS NOT NULL
    ), unnamed AS (
      UPDATE bulk_row SET pdf = NULL WHERE bulk_send_id = ${bulkSendId}::uuid AND row_no = ANY(${[...rowNos]}::int[]) AND pdf IS NOT NULL
    )
    DELETE FROM bulk_pdf p USING named n WHERE p.bulk_send_id = ${bulkSendId}::uuid AND p.name = n.pdf AND NOT EXISTS (
      SELECT FROM bulk_row r WHERE r.bulk_send_id = ${bulkSendId}::uuid AND r.pdf = n.pdf AND NOT r.row_no = ANY(${[...rowNos]}::int[]))`;
}

/** Whether an operation runs. A file of corrections holds new names and addresses until it ends. */
async function isOperatedOn(tx: Pick<Tx, '$queryRaw'>, id: string): Promise<boolean> {
  const running = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM bulk_operation WHERE bulk_send_id = ${id}::uuid AND status = 'running'`;
  return running.length > 0;
}

interface NamingRow {
  rowNo: number;
  status: BulkRowStatus;
}

/** Reads every unsent row of the bulk send, with one page of matches in memory. */
async function* rowsNaming(
  db: Pick<Tx, '$queryRaw'>,
  id: string,
  email: string,
): AsyncGenerator<NamingRow[]> {
  for (let after = 0; ; ) {
    const found = await db.$queryRaw<NamingRow[]>`
      SELECT row_no AS "rowNo", status FROM bulk_row
      WHERE bulk_send_id = ${id}::uuid AND status <> 'sent' AND document_id IS NULL AND row_no > ${after} AND EXISTS (
        SELECT 1 FROM json_array_elements(recipients) AS person
        WHERE ${isPerson(email)})
      ORDER BY row_no LIMIT ${pageRows}`;
    if (found.length > 0) yield found;
    if (found.length < pageRows) return;
    after = found.at(-1)!.rowNo;
  }
}
