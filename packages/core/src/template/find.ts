/** Finds templates for their caller. Both modes of a workspace share them. */
import { type Listed, onePage, type Page } from '@countersign/contract/common';
import { decodeTemplateId } from '@countersign/contract/ids';
import type { Template } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Ctx, TxCtx } from '../ctx.ts';

const notFound = () => new ProblemError('not-found', { detail: 'No such template.' });

/** The UUID behind a template's public id; the UUID itself, as in `source_template_id`, is accepted too. */
function uuidOf(id: string): string {
  const uuid = decodeTemplateId(id);
  if (!uuid) throw notFound();
  return uuid;
}

/** The caller's template. Throws not-found for unknown and deleted ones and for other workspaces. */
export async function getTemplate(ctx: Ctx, publicId: string): Promise<Template> {
  const where = { id: uuidOf(publicId), workspaceId: ctx.workspaceId, deletedAt: null };
  const template = await ctx.db.template.findFirst({ where });
  if (!template) throw notFound();
  return template;
}

/** Like getTemplate, and locks the row until the transaction ends, so that versions are counted exactly. */
export async function lockTemplate(ctx: TxCtx, publicId: string): Promise<Template> {
  const id = uuidOf(publicId);
  const locked = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM template
    WHERE id = ${id}::uuid AND workspace_id = ${ctx.workspaceId}::uuid AND deleted_at IS NULL
    FOR NO KEY UPDATE`;
  if (locked.length === 0) throw notFound();
  return ctx.db.template.findUniqueOrThrow({ where: { id } });
}

/** One page of the caller's templates, newest first. */
export async function listTemplates(
  ctx: Ctx,
  query: Page & { q?: string | undefined; external_id?: string | undefined },
): Promise<Listed<Template>> {
  const where = {
    workspaceId: ctx.workspaceId,
    deletedAt: null,
    // Equal mutant "→ { externalId": Prisma leaves out a condition that is undefined.
    ...(query.external_id !== undefined && { externalId: query.external_id }),
    ...(query.q && { name: { contains: query.q.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' as const } }),
  };
  const [found, total] = await Promise.all([
    ctx.db.template.findMany({
      where: { ...where, ...(query.starting_after && { id: { lt: uuidOf(query.starting_after) } }) },
      orderBy: { id: 'desc' },
      skip: query.offset,
      // Equal mutant "1 → 2": onePage drops all beyond the limit.
      take: query.limit + 1,
    }),
    ctx.db.template.count({ where }),
  ]);
  return { ...onePage(found, query.limit), total };
}
