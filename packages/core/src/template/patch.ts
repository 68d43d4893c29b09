/**
 * PATCH /v1/templates/{id}: replaces the given parts and increments the version; documents created before are not affected.
 */
import type { PatchTemplateIn } from '@countersign/contract/template';
import type { Template } from '@countersign/db/models';
import { guardRole } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { guardUniqueExternalId, mergeMetadata } from '../own-data.ts';
import { refuseUnavailableAuthLevels } from '../recipient/refuse-auth-level.ts';
import { fieldsOf, guardIndexes, placeholdersOf } from './definition.ts';
import { lockTemplate } from './find.ts';

/** Every patch makes a new version, also with concurrent callers. Throws not-found, auth-level-unavailable or validation. */
export async function patchTemplate(ctx: Ctx, publicId: string, patch: PatchTemplateIn): Promise<Template> {
  guardRole(ctx, 'manager');
  refuseUnavailableAuthLevels(patch.recipients ?? []);
  return withTransaction(ctx, async (tx) => {
    const template = await lockTemplate(tx, publicId);
    guardIndexes(patch.fields ?? fieldsOf(template), patch.recipients ?? placeholdersOf(template));
    if (patch.external_id !== template.externalId)
      await guardUniqueExternalId(tx, 'template', patch, template.id);
    return tx.db.template.update({
      where: { id: template.id },
      data: {
        ...(patch.name != null && { name: patch.name }),
        ...(patch.recipients != null && { recipients: patch.recipients }),
        ...(patch.fields != null && { fields: patch.fields }),
        ...(patch.external_id !== undefined && { externalId: patch.external_id }),
        metadata: mergeMetadata(template, patch.metadata),
        version: { increment: 1 },
        updatedAt: tx.now(),
      },
    });
  });
}
