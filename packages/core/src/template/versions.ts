/** The version history of templates: what each of the last versions was, who saved it, and going back to one. */
import type { Actor } from '@countersign/contract/event';
import { maxTemplateVersions } from '@countersign/contract/template';
import type { Template, TemplateVersion } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { type Ctx, type TxCtx, withTransaction } from '../ctx.ts';
import { addStorage, countedJson } from '../usage/storage.ts';
import { getTemplate, lockTemplate } from './find.ts';

/**
 * Records the template's current version, and deletes the oldest beyond the limit. The caller has locked or created the row. Throws
 * storage-exhausted for large fields. Call it last, as addStorage.
 */
export async function recordVersion(tx: TxCtx, template: Template): Promise<void> {
  const { id: templateId, version, workspaceId, name } = template;
  const { email: _, ...savedBy } = tx.actor;
  await tx.db.templateVersion.create({
    data: {
      ...{ templateId, version, workspaceId, name },
      recipients: template.recipients as object[],
      fields: template.fields as object[],
      savedBy,
      savedAt: tx.now(),
    },
  });
  await tx.db.templateVersion.deleteMany({
    where: { templateId, version: { lte: version - maxTemplateVersions } },
  });
  await addStorage(tx, countedJson(template.fields));
}

/** Deletes the history of a deleted template. */
export async function deleteVersions(tx: TxCtx, templateId: string): Promise<void> {
  await tx.db.templateVersion.deleteMany({ where: { templateId } });
}

/** A version without its definition. */
export interface VersionSummary {
  version: number;
  name: string;
  savedAt: Date;
  savedBy: Omit<Actor, 'email'>;
  recipientCount: number;
  fieldCount: number;
}

/** The last versions of a template, newest first. Throws not-found. */
export async function listTemplateVersions(ctx: Ctx, publicId: string): Promise<VersionSummary[]> {
  guardRole(ctx, 'manager');
  const { id } = await getTemplate(ctx, publicId);
  return ctx.db.$queryRaw<VersionSummary[]>`
    SELECT version, name, saved_at AS "savedAt", saved_by AS "savedBy",
      jsonb_array_length(recipients) AS "recipientCount", jsonb_array_length(fields) AS "fieldCount"
    FROM template_version WHERE template_id = ${id}::uuid
    ORDER BY version DESC LIMIT ${maxTemplateVersions}`;
}

/** The template as it was in one of its last versions. Throws not-found for other versions. */
export async function getTemplateVersion(ctx: Ctx, publicId: string, version: number): Promise<Template> {
  guardRole(ctx, 'manager');
  const template = await getTemplate(ctx, publicId);
  const { name, recipients, fields, savedAt } = await versionOf(ctx, template.id, version);
  return { ...template, name, version, recipients, fields, updatedAt: savedAt };
}

/**
 * Makes a new version with name, placeholders and fields of an earlier one. Throws not-found for a version that is not in the
 * history.
 */
export async function restoreTemplateVersion(ctx: Ctx, publicId: string, version: number): Promise<Template> {
  guardRole(ctx, 'manager');
  return withTransaction(ctx, async (tx) => {
    const { id } = await lockTemplate(tx, publicId);
    const { name, recipients, fields } = await versionOf(tx, id, version);
    const template = await tx.db.template.update({
      where: { id },
      data: {
        name,
        recipients: recipients as object[],
        fields: fields as object[],
        version: { increment: 1 },
        updatedAt: tx.now(),
      },
    });
    await recordVersion(tx, template);
    return template;
  });
}

async function versionOf(ctx: Ctx, templateId: string, version: number): Promise<TemplateVersion> {
  const found = await ctx.db.templateVersion.findUnique({
    where: { templateId_version: { templateId, version } },
  });
  if (!found) throw new ProblemError('not-found', { detail: 'The template has no such version.' });
  return found;
}
