/**
 * PATCH /v1/templates/{id}: replaces the given parts and increments the version; documents created before are not affected.
 */
import type { FieldSpec, PlacedField } from '@countersign/contract/field';
import type { PatchTemplateIn } from '@countersign/contract/template';
import type { Template } from '@countersign/db/models';
import { guardRole } from '../access.ts';
import { withTransaction } from '../ctx.ts';
import { type InspectionCtx, inspectContent } from '../document/inspect-content.ts';
import { anchorQueries, placedFields } from '../document/place-fields.ts';
import { guardFixedValues } from '../field/resolve-form-values.ts';
import { guardUniqueExternalId, mergeMetadata } from '../own-data.ts';
import { refuseUnavailableAuthLevels } from '../recipient/refuse-auth-level.ts';
import { refuseLevelsInTemplates } from '../recipient/refuse-signature-level.ts';
import { fieldsOf, guardConditions, guardIndexes, placeholdersOf } from './definition.ts';
import { getTemplate, lockTemplate } from './find.ts';
import { recordVersion } from './versions.ts';

/** Every patch makes a new version, also with concurrent callers. Throws not-found, auth-level-unavailable or validation. */
export async function patchTemplate(
  ctx: InspectionCtx,
  publicId: string,
  patch: PatchTemplateIn,
): Promise<Template> {
  guardRole(ctx, 'manager');
  refuseUnavailableAuthLevels(patch.recipients ?? []);
  refuseLevelsInTemplates(patch.recipients ?? []);
  // Before the lock, because looking up the characters of long texts takes time.
  await guardFixedValues(patch.fields ?? [], ['body', 'fields']);
  const fields = patch.fields ? await findPlaces(ctx, publicId, patch.fields) : null;
  return withTransaction(ctx, async (tx) => {
    const template = await lockTemplate(tx, publicId);
    const definition = [
      patch.fields ?? fieldsOf(template),
      patch.recipients ?? placeholdersOf(template),
    ] as const;
    guardIndexes(...definition);
    guardConditions(...definition);
    if (patch.external_id !== template.externalId)
      await guardUniqueExternalId(tx, 'template', patch, template.id);
    const patched = await tx.db.template.update({
      where: { id: template.id },
      data: {
        ...(patch.name != null && { name: patch.name }),
        ...(patch.recipients != null && { recipients: patch.recipients }),
        ...(fields && { fields }),
        ...(patch.external_id !== undefined && { externalId: patch.external_id }),
        metadata: mergeMetadata(template, patch.metadata),
        version: { increment: 1 },
        updatedAt: tx.now(),
      },
    });
    await recordVersion(tx, patched);
    return patched;
  });
}

/** The fields with their places in the template's PDF, which never changes. */
async function findPlaces(
  ctx: InspectionCtx,
  publicId: string,
  specs: readonly FieldSpec[],
): Promise<PlacedField[]> {
  const anchors = anchorQueries(specs);
  if (anchors.length === 0) return specs as PlacedField[];
  const template = await getTemplate(ctx, publicId);
  const { search } = await inspectContent(ctx, {
    read: async () => ({ bytes: await ctx.storage.getBytes(template.preparedSha256 ?? template.sha256) }),
    search: { anchors, fieldsFrom: null, hide: false },
  });
  return placedFields(specs, search!.anchors, ['body', 'fields']).map(({ anchor: _, ...field }) => field);
}
