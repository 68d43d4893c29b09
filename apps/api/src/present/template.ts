/** Converts templates to TemplateOut (docs/spec/interface.md, Template). The result can be stored again. */
import { encodeId } from '@countersign/contract/ids';
import type { TemplateOut, TemplateVersionOut } from '@countersign/contract/template';
import { warningsOf } from '@countersign/core/document/lock';
import { fieldsOf, placeholdersOf } from '@countersign/core/template/definition';
import type { VersionSummary } from '@countersign/core/template/versions';
import type { Template } from '@countersign/db/models';
import { presentOwnData } from './own-data.ts';
import { presentPdfWarning } from './pdf-warning.ts';

/** One line of a template's history as callers see it. */
export function presentTemplateVersion(one: VersionSummary): TemplateVersionOut {
  return {
    version: one.version,
    name: one.name,
    saved_at: one.savedAt.toISOString(),
    saved_by: { type: one.savedBy.type, name: one.savedBy.name ?? null },
    recipient_count: one.recipientCount,
    field_count: one.fieldCount,
  };
}

/** A template as callers see it. */
export function presentTemplate(template: Template): TemplateOut {
  return {
    id: encodeId('tpl', template.id),
    name: template.name,
    sha256: template.sha256,
    team_id: template.teamId,
    created_at: template.createdAt.toISOString(),
    updated_at: template.updatedAt?.toISOString() ?? null,
    version: template.version,
    fields: fieldsOf(template),
    recipients: placeholdersOf(template),
    ...presentOwnData(template),
    warnings: warningsOf(template).map(presentPdfWarning),
  };
}
