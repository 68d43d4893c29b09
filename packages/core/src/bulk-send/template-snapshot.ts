/** The template as it was when the bulk send was created, which later changes and deletion do not affect. Pure. */
import type { BulkSend, Template } from '@countersign/db/models';
import type { TemplateDefinition } from '../template/fill.ts';

/** The stored part of the template. */
export function snapshotOf(template: Template): Omit<TemplateDefinition, 'id'> {
  const { name, version, recipients, fields } = template;
  const { sha256, sizeBytes, preparedSha256, contentIsSelfContained, pages, warnings } = template;
  return {
    name,
    version,
    sha256,
    sizeBytes,
    preparedSha256,
    contentIsSelfContained,
    pages,
    warnings,
    recipients,
    fields,
  };
}

/** The template from which the bulk send's documents are created. */
export function templateOf(send: Pick<BulkSend, 'templateId' | 'template'>): TemplateDefinition {
  const kept = send.template as unknown as Omit<TemplateDefinition, 'id'>;
  return { ...kept, id: send.templateId };
}
