/** GET /v1/documents: newest first, filtered (docs/spec/decisions.md, section 1). */
import { type Listed, normalizeEmail, onePage } from '@countersign/contract/common';
import type { DocumentListQuery } from '@countersign/contract/document';
import { joined, type SqlPart, sqlPart } from '@countersign/db/sql';
import { visibleTo } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { documentUuid, type FullDocument, withParts } from './lock.ts';
import { atItsClock } from './status.ts';
import { reportedAs } from './status-part.ts';

/** What the query asks for, as conditions on the table `document`. */
function conditions(ctx: Ctx, query: DocumentListQuery): SqlPart {
  const { visibility } = visibleTo(ctx);
  const {
    status = [],
    folder_id: folder,
    q,
    recipient,
    created_after: after,
    created_before: before,
    external_id: externalId,
  } = query;
  const parts = [
    sqlPart`workspace_id = ${ctx.workspaceId}::uuid AND mode = ${ctx.mode}::mode AND removed_at IS NULL`,
    visibility && sqlPart`visibility = ${visibility}::visibility`,
    status.length > 0 &&
      sqlPart`(${joined(
        status.map((one) => reportedAs(one, ctx.now())),
        ' OR ',
      )})`,
    folder && (folder === 'root' ? sqlPart`folder_id IS NULL` : sqlPart`folder_id = ${folder}::uuid`),
    q && sqlPart`title ILIKE ${`%${q.replace(/[\\%_]/g, '\\$&')}%`}`,
    recipient &&
      sqlPart`EXISTS (SELECT FROM recipient r
        WHERE r.document_id = document.id AND r.email_normalized = ${normalizeEmail(recipient)})`,
    externalId !== undefined && sqlPart`external_id = ${externalId}`,
    after && sqlPart`created_at >= ${new Date(after)}::timestamptz`,
    before && sqlPart`created_at < ${new Date(before)}::timestamptz`,
  ];
  return joined(
    parts.filter((part) => typeof part === 'object'),
    ' AND ',
  );
}

/**
 * One page of the caller's documents. Statuses are the reported ones. Without `q` and `recipient`, the page and the total are
 * read from the index document_listed alone; only the rows of the page are read from the table.
 */
export async function listDocuments(ctx: Ctx, query: DocumentListQuery): Promise<Listed<FullDocument>> {
  const { limit, offset, starting_after: after } = query;
  const where = conditions(ctx, query);
  const onwards = after ? joined([where, sqlPart`id < ${documentUuid(after)}::uuid`], ' AND ') : where;
  const [found, [counted]] = await Promise.all([
    ctx.db.$queryRaw<Array<{ id: string }>>`
      SELECT id FROM document WHERE ${onwards} ORDER BY id DESC OFFSET ${offset} LIMIT ${limit + 1}`,
    ctx.db.$queryRaw<Array<{ total: number }>>`SELECT count(*)::int AS total FROM document WHERE ${where}`,
  ]);
  const page = onePage(found, limit);
  const items = await ctx.db.document.findMany({
    where: {
      id: { in: page.items.map(({ id }) => id) },
      workspaceId: ctx.workspaceId,
      mode: ctx.mode,
      removedAt: null,
      ...visibleTo(ctx),
    },
    orderBy: { id: 'desc' },
    include: withParts,
    relationLoadStrategy: 'join',
  });
  return {
    items: items.map((document) => atItsClock(document, ctx.now)),
    total: counted?.total ?? 0,
    hasMore: page.hasMore,
  };
}
