/** GET /v1/console/summary: how many documents are in each status. */
import { AWAITING_UPLOAD } from '@countersign/contract/document';
import { visibleTo } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { type ReportedStatus, underwayStatuses } from './status.ts';

/** Counting stops here: a count of this size means this many or more. */
export const countLimit = 10_000;

export interface Summary {
  documents: Record<ReportedStatus, number>;
  /** Completed and not sealed yet. */
  unsealed: number;
  /** Open documents with a bounced address among the recipients whose turn it is. */
  deliveryProblems: number;
}

/** Counts the documents of the caller's mode that the caller may see. Reads at most countLimit rows per count. */
export async function summarizeDocuments(ctx: Ctx): Promise<Summary> {
  const visibility = visibleTo(ctx).visibility ?? null;
  const rows = await ctx.db.$queryRaw<Array<{ what: string; count: number }>>`
    WITH mine AS NOT MATERIALIZED (
      SELECT status, finalized_at, sealed_at, delivery_problem FROM document
      WHERE workspace_id = ${ctx.workspaceId}::uuid AND mode = ${ctx.mode}::mode AND removed_at IS NULL
        AND (${visibility}::visibility IS NULL OR visibility = ${visibility}::visibility)
    )
    SELECT s.status::text AS what, n.count FROM unnest(enum_range(NULL::document_status)) AS s(status), LATERAL (
      SELECT count(*)::int FROM (
        SELECT 1 FROM mine WHERE status = s.status AND (s.status <> 'draft' OR finalized_at IS NOT NULL) LIMIT ${countLimit}
      ) found) AS n(count)
    UNION ALL SELECT ${AWAITING_UPLOAD}, count(*)::int
      FROM (SELECT 1 FROM mine WHERE status = 'draft' AND finalized_at IS NULL LIMIT ${countLimit}) found
    UNION ALL SELECT 'unsealed', count(*)::int
      FROM (SELECT 1 FROM mine WHERE status = 'completed' AND sealed_at IS NULL LIMIT ${countLimit}) found
    UNION ALL SELECT 'delivery_problems', count(*)::int
      FROM (SELECT 1 FROM mine WHERE status = ANY(${underwayStatuses}::document_status[]) AND delivery_problem LIMIT ${countLimit}) found`;
  const {
    unsealed = 0,
    delivery_problems = 0,
    ...documents
  } = Object.fromEntries(rows.map(({ what, count }) => [what, count]));
  return { documents: documents as Summary['documents'], unsealed, deliveryProblems: delivery_problems };
}
