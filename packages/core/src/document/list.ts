/** GET /v1/documents: newest first, filtered (docs/spec/decisions.md, section 1). */
import { normalizeEmail } from '@countersign/contract/common';
import type { DocumentListQuery } from '@countersign/contract/document';
import { visibleTo } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { type FullDocument, withParts } from './lock.ts';
import { whereReported } from './status.ts';

/**
 * One page of the caller's documents, and how many match in all. Statuses are the reported ones. Except for `q` and
 * `recipient`, ids and count come from the index document_listed alone; only the rows of the page are read.
 */
export async function listDocuments(
  ctx: Ctx,
  query: DocumentListQuery,
): Promise<{ items: FullDocument[]; total: number }> {
  const statuses = query.status ?? [];
  const where = {
    workspaceId: ctx.workspaceId,
    mode: ctx.mode,
    removedAt: null,
    ...visibleTo(ctx),
    ...(statuses.length > 0 && whereReported(statuses)),
    ...(query.folder_id && { folderId: query.folder_id === 'root' ? null : query.folder_id }),
    ...(query.q && { title: { contains: query.q.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' as const } }),
    ...(query.recipient && { recipients: { some: { emailNormalized: normalizeEmail(query.recipient) } } }),
    ...((query.created_after || query.created_before) && {
      createdAt: {
        ...(query.created_after && { gte: new Date(query.created_after) }),
        ...(query.created_before && { lt: new Date(query.created_before) }),
      },
    }),
  };
  const orderBy = { id: 'desc' } as const;
  const [found, total] = await Promise.all([
    ctx.db.document.findMany({ where, orderBy, skip: query.offset, take: query.limit, select: { id: true } }),
    ctx.db.document.count({ where }),
  ]);
  const items = await ctx.db.document.findMany({
    where: { ...where, id: { in: found.map(({ id }) => id) } },
    orderBy,
    include: withParts,
    relationLoadStrategy: 'join',
  });
  return { items, total };
}
