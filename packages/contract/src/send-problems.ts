/** Why a document cannot be sent. Server and console both use this check (docs/spec/decisions.md, section 2, not-sendable). Pure. */
import { isBlank } from './blank.ts';
import { type ConditionFault, conditionFaults } from './condition-faults.ts';
import type { FieldSettings, FieldType } from './field.ts';
import type { FieldCondition } from './field-condition.ts';
import type { RecipientRole } from './recipient.ts';

export interface SendProblem {
  code:
    | 'no_signer'
    | 'signer_without_field'
    | 'field_on_missing_page'
    | 'field_without_recipient'
    | 'field_of_idle_recipient'
    | 'read_only_without_value'
    | 'broken_condition'
    | 'expiry_passed';
  message: string;
  field_id?: string;
  recipient_id?: string;
}

/** The data that the check reads. The document need not be stored yet. */
export interface Sendable {
  expiresAt: Date | null;
  recipients: ReadonlyArray<{
    id: string;
    name: string;
    email: string;
    role: RecipientRole;
    signingOrder: number;
  }>;
  fields: ReadonlyArray<{
    id: string;
    position: number;
    name: string | null;
    type: FieldType;
    recipientId: string | null;
    page: number;
    required: boolean;
    readOnly: boolean;
    prefillValue: string | null;
    /** FieldSettings, as stored. */
    settings: unknown;
    /** FieldCondition or null, as stored. */
    visibleIf?: unknown;
    requiredIf?: unknown;
  }>;
}

const mustAct = ({ role }: { role: RecipientRole }): boolean => role === 'signer' || role === 'approver';

/** All reasons why the document cannot be sent; empty when it can. */
export function sendProblems(document: Sendable, pageCount: number, now: Date): SendProblem[] {
  const { recipients, fields } = document;
  const problems: SendProblem[] = [];
  if (!recipients.some(mustAct)) {
    problems.push({ code: 'no_signer', message: 'The document has no signer or approver.' });
  }
  for (const recipient of recipients) {
    if (
      recipient.role !== 'signer' ||
      fields.some((field) => field.recipientId === recipient.id && !field.readOnly)
    )
      continue;
    problems.push({
      code: 'signer_without_field',
      message: `Signer ${recipient.name} <${recipient.email}> has no field to fill in.`,
      recipient_id: recipient.id,
    });
  }
  for (const field of fields) {
    const label = labelOf(field);
    const owner = recipients.find((recipient) => recipient.id === field.recipientId);
    if (field.page > pageCount) {
      problems.push({
        code: 'field_on_missing_page',
        message: `${label} is on page ${field.page}; the PDF has ${pageCount}.`,
        field_id: field.id,
      });
    }
    if (!owner) {
      problems.push({
        code: 'field_without_recipient',
        message: `${label} belongs to no recipient.`,
        field_id: field.id,
      });
    } else if (!mustAct(owner) && !field.readOnly) {
      problems.push({
        code: 'field_of_idle_recipient',
        message: `${label} belongs to ${owner.name} <${owner.email}>, who as ${owner.role} fills in nothing.`,
        field_id: field.id,
        recipient_id: owner.id,
      });
    }
    if (field.readOnly && field.required && isBlank(field.prefillValue ?? '')) {
      problems.push({
        code: 'read_only_without_value',
        message: `${label} is required and read-only but has no value.`,
        field_id: field.id,
      });
    }
  }
  for (const { index, message } of storedConditionFaults(document)) {
    const field = fields[index]!;
    problems.push({
      code: 'broken_condition',
      message: `${labelOf(field)}: ${message}.`,
      field_id: field.id,
    });
  }
  if (document.expiresAt && document.expiresAt <= now) {
    problems.push({ code: 'expiry_passed', message: 'expires_at has passed.' });
  }
  return problems;
}

const labelOf = ({ position, name, type }: Sendable['fields'][number]): string =>
  `Field ${position} (${name ?? type})`;

/** What is wrong with the conditions of stored fields. Another signing order can break them after they were stored. */
export function storedConditionFaults({
  fields,
  recipients,
}: {
  fields: ReadonlyArray<
    Pick<
      Sendable['fields'][number],
      'name' | 'type' | 'required' | 'recipientId' | 'settings' | 'visibleIf' | 'requiredIf'
    >
  >;
  recipients: ReadonlyArray<Pick<Sendable['recipients'][number], 'id' | 'role' | 'signingOrder'>>;
}): ConditionFault[] {
  const owners = new Map(recipients.map((recipient) => [recipient.id, recipient]));
  return conditionFaults(
    fields.map(({ name, type, required, settings, visibleIf, requiredIf, recipientId }) => ({
      ...{ name, type, required },
      options: (settings as FieldSettings).options ?? [],
      visible_if: visibleIf as FieldCondition | null | undefined,
      required_if: requiredIf as FieldCondition | null | undefined,
      owner: (recipientId !== null && owners.get(recipientId)) || null,
    })),
  );
}
