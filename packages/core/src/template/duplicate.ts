/** POST /v1/templates/{id}/duplicate: a new template with version 1 from the same PDF and definition. */
import { newId } from '@countersign/contract/ids';
import type { DuplicateTemplateIn } from '@countersign/contract/template';
import type { Template } from '@countersign/db/models';
import { guardRole } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { guardUniqueExternalId, ownColumns } from '../own-data.ts';
import { getTemplate } from './find.ts';
import { recordVersion } from './versions.ts';

/** The copy shares the stored PDF with its source. Its `external_id` and `metadata` are those of the request. */
export async function duplicateTemplate(
  ctx: Ctx,
  publicId: string,
  input: DuplicateTemplateIn,
): Promise<Template> {
  guardRole(ctx, 'manager');
  const source = await getTemplate(ctx, publicId);
  return withTransaction(ctx, async (tx) => {
    await guardUniqueExternalId(tx, 'template', input);
    const copy = await tx.db.template.create({
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
        ...ownColumns(input),
        createdAt: tx.now(),
        updatedAt: null,
      },
    });
    await recordVersion(tx, copy);
    return copy;
  });
}
