/** GET /v1/console/summary: how many documents are in each status. */
import { AWAITING_UPLOAD, documentStatuses } from '@countersign/contract/document';
import { constants, joined, type SqlPart, sqlPart } from '@countersign/db/sql';
import { visibleTo } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { type ReportedStatus, underwayStatuses } from './status.ts';
import { overdue, reportedAs } from './status-part.ts';

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
  const { visibility } = visibleTo(ctx);
  const now = ctx.now();
  const seen = visibility ? sqlPart`visibility = ${visibility}::visibility` : sqlPart`true`;
  const count = (what: string, condition: SqlPart) => sqlPart`
    SELECT ${what}::text AS what, count(*)::int FROM (
      SELECT FROM document
      WHERE workspace_id = ${ctx.workspaceId}::uuid AND mode = ${ctx.mode}::mode AND removed_at IS NULL AND ${seen} AND ${condition}
      LIMIT ${countLimit}
    ) found`;
  const counts = joined(
    [
      ...([...documentStatuses, AWAITING_UPLOAD] as const).map((status) =>
        count(status, reportedAs(status, now)),
      ),
      count('unsealed', sqlPart`status = 'completed' AND sealed_at IS NULL`),
      count(
        'delivery_problems',
        sqlPart`status IN ${constants(underwayStatuses)} AND delivery_problem AND ${overdue(now)} IS NOT TRUE`,
      ),
    ],
    ' UNION ALL ',
  );
  const rows = await ctx.db.$queryRaw<Array<{ what: string; count: number }>>`${counts}`;
  const {
    unsealed = 0,
    delivery_problems = 0,
    ...documents
  } = Object.fromEntries(rows.map(({ what, count: found }) => [what, found]));
  return { documents: documents as Summary['documents'], unsealed, deliveryProblems: delivery_problems };
}
