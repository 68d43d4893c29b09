/** The definition of a template: placeholders, and fields that refer to them. Pure. */
import { conditionFaults } from '@countersign/contract/condition-faults';
import type { FieldSpec, PlacedField } from '@countersign/contract/field';
import type { RecipientSpec } from '@countersign/contract/recipient';
import type { Template } from '@countersign/db/models';
import { ProblemError, type ValidationIssue } from '@countersign/problem/problem-error';
import { refuseFaults } from '../field/conditions.ts';

/** The placeholders as stored. */
export function placeholdersOf(template: Pick<Template, 'recipients'>): RecipientSpec[] {
  return template.recipients as RecipientSpec[];
}

/** The fields as stored. Anchors were replaced by the places that they have in the PDF. */
export function fieldsOf(template: Pick<Template, 'fields'>): PlacedField[] {
  return template.fields as PlacedField[];
}

/** Throws validation for every field whose recipient_index is out of range. */
export function guardIndexes(fields: readonly FieldSpec[], recipients: readonly RecipientSpec[]): void {
  const issues = fields.flatMap((field, index): ValidationIssue[] =>
    field.recipient_index < recipients.length
      ? []
      : [
          {
            loc: ['body', 'fields', index, 'recipient_index'],
            msg: 'Value error, no recipient has this index',
            type: 'value_error',
            input: field.recipient_index,
          },
        ],
  );
  if (issues.length > 0) throw new ProblemError('validation', { detail: issues });
}

/** Throws validation for every condition that does not fit the placeholders and the other fields. */
export function guardConditions(fields: readonly FieldSpec[], recipients: readonly RecipientSpec[]): void {
  const owners = recipients.map(({ role, signing_order }, index) => ({
    id: String(index),
    role,
    signingOrder: signing_order,
  }));
  const checked = fields.map((field) => ({
    ...field,
    options: field.settings.options ?? [],
    owner: owners[field.recipient_index] ?? null,
  }));
  refuseFaults(conditionFaults(checked), (index) => ['body', 'fields', index]);
}
