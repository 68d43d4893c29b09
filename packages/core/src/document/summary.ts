/** GET /v1/console/summary: how many documents are in each status. */
import { AWAITING_UPLOAD, documentStatuses } from '@countersign/contract/document';
import { constants, joined, type SqlPart, sqlPart } from '@countersign/db/sql';
import { visibleTo } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { countByStatus } from './count.ts';
import { type ReportedStatus, underwayStatuses } from './status.ts';
import { overdue } from './status-part.ts';

/** Counts end here: this number means this many or more. */
export const countLimit = 10_000;

export interface Summary {
  documents: Record<ReportedStatus, number>;
  /** Completed and not sealed yet. */
  unsealed: number;
  /** Open documents with a recipient whose address has bounced. */
  deliveryProblems: number;
}

/**
 * Counts the documents of the caller's mode that the caller may see. Statuses come from the stored counts; the other two read at most
 * countLimit rows, by the partial indexes document_unsealed and document_delivery_problem.
 */
export async function summarizeDocuments(ctx: Ctx): Promise<Summary> {
  const { visibility } = visibleTo(ctx);
  const seen = visibility ? sqlPart`visibility = ${visibility}::visibility` : sqlPart`true`;
  const count = (what: string, condition: SqlPart) => sqlPart`
    SELECT ${what}::text AS what, count(*)::int FROM (
      SELECT FROM document
      WHERE workspace_id = ${ctx.workspaceId}::uuid AND mode = ${ctx.mode}::mode AND removed_at IS NULL AND ${seen} AND ${condition}
      LIMIT ${countLimit}
    ) found`;
  const counts = joined(
    [
      count('unsealed', sqlPart`status = 'completed' AND sealed_at IS NULL`),
      count(
        'delivery_problems',
        sqlPart`status IN ${constants(underwayStatuses)} AND delivery_problem AND ${overdue(ctx.now())} IS NOT TRUE`,
      ),
    ],
    ' UNION ALL ',
  );
  const [byStatus, rows] = await Promise.all([
    countByStatus(ctx),
    ctx.db.$queryRaw<Array<{ what: string; count: number }>>`${counts}`,
  ]);
  const found = new Map(rows.map(({ what, count: number }) => [what, number]));
  const statuses = [...documentStatuses, AWAITING_UPLOAD] as const;
  return {
    documents: Object.fromEntries(
      statuses.map((status) => [status, Math.min(countLimit, byStatus.get(status) ?? 0)]),
    ) as Summary['documents'],
    unsealed: found.get('unsealed') ?? 0,
    deliveryProblems: found.get('delivery_problems') ?? 0,
  };
}
