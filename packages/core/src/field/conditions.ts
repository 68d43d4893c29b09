/** Conditions of stored fields: which fields are visible and required, and whether conditions fit their document. Pure. */
import type { ConditionFault } from '@countersign/contract/condition-faults';
import {
  applyConditions,
  type EarlierField,
  type FieldCondition,
  type FieldState,
  namesIn,
} from '@countersign/contract/field-condition';
import type { Field } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';

const visibleIf = (field: Pick<Field, 'visibleIf'>) => field.visibleIf as FieldCondition | null;
const requiredIf = (field: Pick<Field, 'requiredIf'>) => field.requiredIf as FieldCondition | null;

/**
 * The value of a field as other recipients see it: signed, or fixed by the sender. Null while it is empty. A value fixed by the sender
 * is null too if the field has `visible_if`, because the field may be hidden.
 */
export function valueForOthers({
  value,
  readOnly,
  prefillValue,
  visibleIf: condition,
}: Pick<Field, 'value' | 'readOnly' | 'prefillValue' | 'visibleIf'>): string | null {
  return value ?? (readOnly && condition === null ? prefillValue : null);
}

/** The fields of other recipients to which conditions of this recipient's fields refer. */
export function earlierFields(fields: readonly Field[], recipientId: string): EarlierField[] {
  const own = fields.filter((field) => field.recipientId === recipientId);
  const named = new Set(own.flatMap((field) => [visibleIf(field), requiredIf(field)].flatMap(namesIn)));
  return fields.flatMap((field) =>
    field.recipientId !== recipientId && field.name !== null && named.has(field.name)
      ? [{ name: field.name, type: field.type, value: valueForOthers(field) }]
      : [],
  );
}

/** The states of a recipient's fields by id. `accepted` has the values that would be accepted, by field id. */
export function fieldStates(
  fields: readonly Field[],
  recipientId: string,
  accepted: ReadonlyMap<string, string | null>,
): Map<string, FieldState> {
  const own = fields.filter((field) => field.recipientId === recipientId);
  const states = applyConditions(
    own.map((field) => ({
      id: field.id,
      name: field.name,
      type: field.type,
      required: field.required,
      visible_if: visibleIf(field),
      required_if: requiredIf(field),
    })),
    ({ id }) => accepted.get(id) ?? null,
    earlierFields(fields, recipientId),
  );
  return new Map(own.map(({ id }, index) => [id, states[index]!]));
}

/** Throws validation with all faults; `locOf` returns the location of a field by its index. */
export function refuseFaults(
  faults: readonly ConditionFault[],
  locOf: (index: number) => ReadonlyArray<string | number>,
): void {
  if (faults.length === 0) return;
  throw new ProblemError('validation', {
    detail: faults.map(({ index, path, message }) => ({
      loc: [...locOf(index), ...path],
      msg: `Value error, ${message}`,
      type: 'value_error',
    })),
  });
}
