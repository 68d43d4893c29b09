/**
 * How many documents a workspace has in each status, without reading them. Triggers on `document` record every change in
 * document_count_change, in the transaction of the change, so the sum is exact at every moment. The sweep keeps that table small.
 */
import type { AWAITING_UPLOAD, DocumentStatus } from '@countersign/contract/document';
import { type SqlPart, sqlPart } from '@countersign/db/sql';
import { visibleTo } from '../access.ts';
import type { Base, Ctx } from '../ctx.ts';
import { isUnderway } from './status.ts';
import { overdueBy } from './status-part.ts';

type CountedStatus = DocumentStatus | typeof AWAITING_UPLOAD;

/** How many changes one statement of the sweep adds up. */
const batchSize = 10_000;
const nil = '00000000-0000-0000-0000-000000000000';

/** How many changes a statement took, and the last of them. */
interface FoldedBatch {
  taken: number;
  workspaceId: string;
  id: bigint;
}

/**
 * The number of documents of the caller's mode that the caller may see, of all statuses or of these. Statuses are the reported ones:
 * an open document whose expiry has passed counts as expired.
 */
export async function countDocuments(ctx: Ctx, statuses: readonly CountedStatus[]): Promise<number> {
  const movesOverdue = statuses.some((one) => one === 'expired' || isUnderway(one));
  const counts = await (movesOverdue ? countByStatus(ctx) : storedCounts(ctx));
  const counted = statuses.length === 0 ? [...counts.keys()] : [...new Set(statuses)];
  return counted.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
}

/**
 * The number of documents in each reported status. Statuses without documents may be left out. The overdue documents are found first, by
 * their partial indexes: together with the condition on the workspace, PostgreSQL may prefer to read all open documents of the workspace.
 */
export function countByStatus(ctx: Ctx): Promise<Map<CountedStatus, number>> {
  return storedCounts(
    ctx,
    sqlPart`UNION ALL (WITH overdue AS MATERIALIZED (${overdueBy(ctx.now())}) SELECT moved.status, moved.change
      FROM overdue, LATERAL (VALUES (status::text, -1), ('expired', 1)) AS moved(status, change)
      WHERE ${mine(ctx)})`,
  );
}

/** Counts by stored status. `more` is SQL for further rows of a status and a number to add. */
async function storedCounts(ctx: Ctx, more = sqlPart``): Promise<Map<CountedStatus, number>> {
  const rows = await ctx.db.$queryRaw<Array<{ status: CountedStatus; total: number }>>`
    SELECT status, sum(documents)::int AS total FROM (
      SELECT status, documents FROM document_count WHERE ${mine(ctx)}
      UNION ALL SELECT status, change FROM document_count_change WHERE ${mine(ctx)}
      ${more}
    ) AS counted GROUP BY status`;
  return new Map(rows.map(({ status, total }) => [status, total]));
}

/** What the caller may count. */
function mine(ctx: Ctx): SqlPart {
  const { visibility = null } = visibleTo(ctx);
  return sqlPart`workspace_id = ${ctx.workspaceId}::uuid AND mode = ${ctx.mode}::mode
    AND (${visibility}::visibility IS NULL OR visibility = ${visibility}::visibility)`;
}

/**
 * Adds recorded changes to the counts. Returns how many. Concurrent calls take different rows. Each batch continues after the previous
 * one, because the entries of removed rows stay in the index until a vacuum.
 */
export async function foldCounts({ db }: Pick<Base, 'db'>): Promise<number> {
  let folded = 0;
  for (let after: FoldedBatch = { taken: 0, workspaceId: nil, id: 0n }; ; ) {
    const [batch] = await db.$queryRaw<FoldedBatch[]>`
      WITH taken AS (
        DELETE FROM document_count_change WHERE (workspace_id, id) IN (
          SELECT workspace_id, id FROM document_count_change WHERE (workspace_id, id) > (${after.workspaceId}::uuid, ${after.id}::bigint)
          ORDER BY workspace_id, id LIMIT ${batchSize}::int FOR UPDATE SKIP LOCKED)
        RETURNING *
      ), added AS (
        INSERT INTO document_count AS c (workspace_id, mode, visibility, status, documents)
        SELECT workspace_id, mode, visibility, status, sum(change) FROM taken GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
        ON CONFLICT (workspace_id, mode, visibility, status) DO UPDATE SET documents = c.documents + excluded.documents
      ), last AS (SELECT workspace_id, id FROM taken ORDER BY workspace_id DESC, id DESC LIMIT 1)
      SELECT (SELECT count(*)::int FROM taken) AS taken, workspace_id AS "workspaceId", id FROM last`;
    folded += batch?.taken ?? 0;
    if (!batch || batch.taken < batchSize) return folded;
    after = batch;
  }
}
