/** POST /v1/templates/{id}/duplicate: a new template with version 1 from the same PDF and definition. */
import { newId } from '@countersign/contract/ids';
import type { Template } from '@countersign/db/models';
import { guardOperation } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { getTemplate } from './find.ts';

/** The copy shares the stored PDF with its source. */
export async function duplicateTemplate(
  ctx: Ctx,
  publicId: string,
  input: { name?: string | null },
): Promise<Template> {
  guardOperation(ctx, 'duplicateTemplate');
  const source = await getTemplate(ctx, publicId);
  return withTransaction(ctx, (tx) =>
    tx.db.template.create({
      data: {
        ...source,
        id: newId(),
        teamId: ctx.teamId,
        name: input.name ?? source.name,
        version: 1,
        pages: source.pages as object[],
        warnings: source.warnings as object[],
        recipients: source.recipients as object[],
        fields: source.fields as object[],
        createdAt: tx.now(),
        updatedAt: null,
      },
    }),
  );
}
