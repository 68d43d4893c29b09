/** Finds bulk sends and their rows for their caller (docs/spec/interface.md, Bulk sends; docs/spec/decisions.md, section 5). */
import type { BulkRowStatus } from '@countersign/contract/bulk-send';
import { type Listed, onePage, type Page } from '@countersign/contract/common';
import { isUuid } from '@countersign/contract/ids';
import type { BulkSend, DocumentStatus } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import type { Ctx, TxCtx } from '../ctx.ts';
import { overdue } from '../document/status-part.ts';
import { storedRowStatus } from './status.ts';

/** A row with the reported status of its document. The row's own status is the stored one, see status.ts. */
export interface FoundRow {
  rowNo: number;
  status: BulkRowStatus;
  recipients: Array<Record<string, unknown>>;
  formValues: Record<string, string>;
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
 * Up to `limit` rows after row number `after`, in order, optionally only those in one status. By primary key, or for a status
 * other than `sent` by bulk_row_unsent.
 */
export async function findRows(
  ctx: Pick<Ctx, 'db' | 'now'>,
  send: Pick<BulkSend, 'id' | 'status'>,
  page: { after: number; limit: number; status?: BulkRowStatus | undefined },
): Promise<FoundRow[]> {
  const wanted = page.status === undefined ? undefined : storedRowStatus(send, page.status);
  if (page.limit === 0 || wanted === null) return [];
  return ctx.db.$queryRaw<FoundRow[]>`
    SELECT r.row_no AS "rowNo", r.status, r.recipients, r.form_values AS "formValues", r.external_id AS "externalId", r.metadata, r.pdf, r.line, r.document_id AS "documentId", r.error,
      r.sent_at AS "sentAt", d.status AS "documentStatus", d.delivery_problem AS "deliveryProblem"
    FROM bulk_row r
    LEFT JOIN LATERAL (
      SELECT CASE WHEN ${overdue(ctx.now())} THEN 'expired' ELSE status END AS status, delivery_problem
      FROM document WHERE id = r.document_id) d ON true
    WHERE r.bulk_send_id = ${send.id}::uuid AND r.row_no > ${page.after}
      AND (${wanted ?? null}::bulk_row_status IS NULL OR r.status = ${wanted ?? null}::bulk_row_status)
    ORDER BY r.row_no LIMIT ${page.limit}`;
}
