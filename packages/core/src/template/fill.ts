/**
 * Builds a document from a template before it is written, for `use` and for bulk sends (docs/spec/decisions.md, section 5).
 * Pure.
 */
import type { PlacedField } from '@countersign/contract/field';
import { encodeId, newId } from '@countersign/contract/ids';
import type { RecipientSpec } from '@countersign/contract/recipient';
import type { Template } from '@countersign/db/models';
import type { DocumentColumns, InspectedFile, NewDocument } from '../document/insert-documents.ts';
import { fieldRows, recipientRows } from '../document/specs.ts';
import { fieldsOf } from './definition.ts';

/** A template, or the snapshot of one. */
export type TemplateDefinition = Pick<
  Template,
  | 'id'
  | 'name'
  | 'version'
  | 'sha256'
  | 'sizeBytes'
  | 'preparedSha256'
  | 'contentIsSelfContained'
  | 'pages'
  | 'warnings'
  | 'recipients'
  | 'fields'
>;

/** Where a field is in another PDF than the one of the template. */
export type FieldPlace = Pick<PlacedField, 'page' | 'x' | 'y' | 'w' | 'h'>;

/** The fields of the template, at these places if the PDF has its own. */
export function fieldsAt(template: TemplateDefinition, places: readonly FieldPlace[] | null): PlacedField[] {
  const fields = fieldsOf(template);
  return places ? fields.map((field, index) => ({ ...field, ...places[index] })) : fields;
}

/** The person for a placeholder, as given by the caller. */
export type Person = Pick<RecipientSpec, 'name' | 'email' | 'auth_level' | 'delivery'>;

/** The PDF of the template, which its documents share. */
export function contentOf(template: TemplateDefinition): InspectedFile {
  const { sizeBytes, preparedSha256, contentIsSelfContained, pages, warnings } = template;
  return {
    originalSha256: template.sha256,
    sizeBytes,
    preparedSha256,
    contentIsSelfContained,
    pages,
    warnings,
  };
}

/** The people with the roles and signing orders of the placeholders; there must be one for each. */
export function fillPlaceholders(
  placeholders: readonly RecipientSpec[],
  people: readonly Person[],
): RecipientSpec[] {
  return placeholders.map((placeholder, index) => ({
    ...people[index]!,
    role: placeholder.role,
    signing_order: placeholder.signing_order,
    // Leaving out the level does not lower the one that the template requires.
    auth_level: placeholder.auth_level === 'otp' ? 'otp' : people[index]!.auth_level,
    // Leaving out the delivery does not cause emails either if the template excludes them.
    delivery: placeholder.delivery === 'none' ? 'none' : people[index]!.delivery,
  }));
}

/** The finalized draft of these recipients and values; `prefill` is by field index. */
export function draftFrom(
  template: TemplateDefinition,
  filling: {
    recipients: readonly RecipientSpec[];
    prefill: ReadonlyMap<number, string>;
    columns: Partial<DocumentColumns>;
    origin: Record<string, unknown>;
    /** By default the PDF of the template, with the fields at its places. */
    content?: InspectedFile;
    places?: readonly FieldPlace[] | null;
  },
): NewDocument {
  const id = newId();
  const recipients = recipientRows(id, filling.recipients);
  const filled = fieldsAt(template, filling.places ?? null).map((spec, index) => ({
    ...spec,
    prefill_value: filling.prefill.get(index) ?? spec.prefill_value,
  }));
  return {
    id,
    content: filling.content ?? contentOf(template),
    columns: { title: template.name, ...filling.columns, sourceTemplateId: template.id },
    recipients,
    fields: fieldRows(id, filled, recipients, ['body', 'fields']),
    origin: {
      template_id: encodeId('tpl', template.id),
      template_version: template.version,
      ...filling.origin,
    },
  };
}
