/** Finds bulk sends and their rows for their caller (docs/spec/interface.md, Bulk sends; docs/spec/decisions.md, section 5). */
import type { BulkRowStatus } from '@countersign/contract/bulk-send';
import { type Listed, onePage, type Page } from '@countersign/contract/common';
import { isUuid } from '@countersign/contract/ids';
import type { BulkSend, DocumentStatus } from '@countersign/db/models';
import { sqlPart } from '@countersign/db/sql';
import { ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import type { Ctx, TxCtx } from '../ctx.ts';
import { overdue } from '../document/status-part.ts';
import { bytesBefore, pageBytes } from './csv-pieces.ts';
import { storedRowStatus } from './status.ts';

/** A row with the reported status of its document. The row's own status is the stored one, see status.ts. */
export interface FoundRow {
  rowNo: number;
  status: BulkRowStatus;
  recipients: Array<Record<string, unknown>>;
  /** Null unless they were asked for. */
  formValues: Record<string, string> | null;
  externalId: string | null;
  metadata: Record<string, string>;
  pdf: string | null;
  line: number | null;
  documentId: string | null;
  error: string | null;
  sentAt: Date | null;
  documentStatus: DocumentStatus | null;
  deliveryProblem: boolean | null;
}

/** About how many bytes of rows an answer in JSON has. Rows of usual size are far below it. */
const shownBytes = 8 * 1024 * 1024;

const notFound = () => new ProblemError('not-found', { detail: 'No such bulk send.' });

/** The caller's bulk send. Throws not-found for a malformed id, another workspace or the other mode. */
export async function getBulkSend(ctx: Ctx, id: string): Promise<BulkSend> {
  guardRole(ctx, 'manager');
  if (!isUuid(id)) throw notFound();
  const found = await ctx.db.bulkSend.findFirst({
    where: { id, workspaceId: ctx.workspaceId, mode: ctx.mode },
  });
  if (!found) throw notFound();
  return found;
}

/** getBulkSend with the row locked (`FOR NO KEY UPDATE`, by primary key) until the transaction ends. */
export async function lockBulkSend(ctx: TxCtx, id: string): Promise<BulkSend> {
  if (!isUuid(id)) throw notFound();
  const locked = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM bulk_send WHERE id = ${id}::uuid AND workspace_id = ${ctx.workspaceId}::uuid AND mode = ${ctx.mode}::mode
    FOR NO KEY UPDATE`;
  if (locked.length === 0) throw notFound();
  return ctx.db.bulkSend.findUniqueOrThrow({ where: { id } });
}

/** One page of the caller's bulk sends, newest first, without their rows: the archived ones, or the others. */
export async function listBulkSends(
  ctx: Ctx,
  page: Page & { external_id?: string | undefined; archived?: boolean },
): Promise<Listed<BulkSend>> {
  guardRole(ctx, 'manager');
  const where = {
    workspaceId: ctx.workspaceId,
    mode: ctx.mode,
    archivedAt: page.archived ? { not: null } : null,
    ...(page.external_id !== undefined && { externalId: page.external_id }),
  };
  const [found, total] = await Promise.all([
    ctx.db.bulkSend.findMany({
      where: { ...where, ...(page.starting_after && { id: { lt: page.starting_after } }) },
      orderBy: { id: 'desc' },
      skip: page.offset,
      take: page.limit + 1,
    }),
    ctx.db.bulkSend.count({ where }),
  ]);
  return { ...onePage(found, page.limit), total };
}

/**
 * Up to `limit` rows after row number `after`, in order, optionally only those in one status. Fewer if they are large, but none only if
 * there are no more. By primary key, or for a status other than `sent` by bulk_row_unsent.
 */
export async function findRows(
  ctx: Pick<Ctx, 'db' | 'now'>,
  send: Pick<BulkSend, 'id' | 'status'>,
  page: { after: number; limit: number; status?: BulkRowStatus | undefined; withValues?: boolean },
): Promise<FoundRow[]> {
  const wanted = page.status === undefined ? undefined : storedRowStatus(send, page.status);
  if (page.limit === 0 || wanted === null) return [];
  const values = page.withValues ? sqlPart`form_values` : sqlPart`NULL::json`;
  return ctx.db.$queryRaw<FoundRow[]>`
    SELECT r.row_no AS "rowNo", r.status, r.recipients, r.given_values AS "formValues", r.external_id AS "externalId", r.metadata, r.pdf, r.line, r.document_id AS "documentId", r.error,
      r.sent_at AS "sentAt", d.status AS "documentStatus", d.delivery_problem AS "deliveryProblem"
    FROM (
      SELECT measured.*, ${bytesBefore(sqlPart`bytes`, sqlPart`row_no`)} AS bytes_before
      FROM (
        SELECT *, ${values} AS given_values, octet_length(concat(recipients, ${values}, metadata, pdf, error)) AS bytes FROM bulk_row
        WHERE bulk_send_id = ${send.id}::uuid AND row_no > ${page.after}
          AND (${wanted ?? null}::bulk_row_status IS NULL OR status = ${wanted ?? null}::bulk_row_status)
        ORDER BY row_no LIMIT ${page.limit}) measured) r
    LEFT JOIN LATERAL (
      SELECT CASE WHEN ${overdue(ctx.now())} THEN 'expired' ELSE status END AS status, delivery_problem
      FROM document WHERE id = r.document_id) d ON true
    WHERE r.bytes_before < ${page.withValues ? pageBytes : shownBytes}
    ORDER BY r.row_no`;
}
