/**
 * How many documents a workspace has in each status, without reading them. Triggers on `document` record every change in
 * document_count_change, in the transaction of the change, so the sum is exact at every moment. The sweep keeps that table small.
 */
import type { AWAITING_UPLOAD, DocumentStatus } from '@countersign/contract/document';
import { sqlPart } from '@countersign/db/sql';
import { visibleTo } from '../access.ts';
import type { Base, Ctx } from '../ctx.ts';
import { overdueBy } from './status-part.ts';

type CountedStatus = DocumentStatus | typeof AWAITING_UPLOAD;

/** The changes that one statement of the sweep adds up. */
const batchSize = 10_000;

/**
 * The number of documents of the caller's mode that the caller may see, of all statuses or of these. Statuses are the reported ones:
 * an open document whose expiry has passed counts as expired.
 */
export async function countDocuments(ctx: Ctx, statuses: readonly CountedStatus[]): Promise<number> {
  const { visibility = null } = visibleTo(ctx);
  const mine = sqlPart`workspace_id = ${ctx.workspaceId}::uuid AND mode = ${ctx.mode}::mode
    AND (${visibility}::visibility IS NULL OR visibility = ${visibility}::visibility)`;
  const counted = statuses.length === 0 ? mine : sqlPart`${mine} AND status = ANY(${[...statuses]}::text[])`;
  const expiry = statuses.some((one) => one === 'expired' || one === 'sent' || one === 'partially_signed')
    ? sqlPart` + (SELECT coalesce(sum(('expired' = ANY(${[...statuses]}::text[]))::int - (status::text = ANY(${[...statuses]}::text[]))::int), 0)
        FROM (${overdueBy(ctx.now())}) AS overdue WHERE ${mine})`
    : sqlPart``;
  const [found] = await ctx.db.$queryRaw<Array<{ total: number }>>`
    SELECT ((SELECT coalesce(sum(documents), 0) FROM document_count WHERE ${counted})
      + (SELECT coalesce(sum(change), 0) FROM document_count_change WHERE ${counted})${expiry})::int AS total`;
  return found!.total;
}

/** Adds recorded changes to the counts. Returns how many. Several may run at once; each takes other rows. */
export async function foldCounts({ db }: Pick<Base, 'db'>): Promise<number> {
  for (let folded = 0; ; ) {
    const [batch] = await db.$queryRaw<Array<{ taken: number }>>`
      WITH taken AS (
        DELETE FROM document_count_change WHERE (workspace_id, id) IN (
          SELECT workspace_id, id FROM document_count_change ORDER BY workspace_id, id LIMIT ${batchSize}::int FOR UPDATE SKIP LOCKED)
        RETURNING *
      ), added AS (
        INSERT INTO document_count AS c (workspace_id, mode, visibility, status, documents)
        SELECT workspace_id, mode, visibility, status, sum(change) FROM taken GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
        ON CONFLICT (workspace_id, mode, visibility, status) DO UPDATE SET documents = c.documents + excluded.documents
      )
      SELECT count(*)::int AS taken FROM taken`;
    folded += batch!.taken;
    if (batch!.taken < batchSize) return folded;
  }
}
