/** Checks the values that senders give to fields: form_values, and those of read-only fields (docs/spec/interface.md, Template). Pure. */
import type { FieldSpec } from '@countersign/contract/field';
import { createPatternBudget, type PatternBudget } from '@countersign/contract/field-pattern';
import { validateFieldValue } from '@countersign/contract/field-value';
import { ProblemError, type ValidationIssue } from '@countersign/problem/problem-error';

/** The error of a value whose pattern would need more work than one request may cause. */
export const tooMuchPatternWork = {
  type: 'value_error',
  msg: 'Value error, the values of fields with patterns are too long in total; shorten them',
} as const;

/** The prefill by field index, or every error, with `loc` as the start of its location. */
export function resolveFormValues(
  fields: readonly FieldSpec[],
  values: Readonly<Record<string, string>>,
  loc: ReadonlyArray<string | number>,
): { prefill: Map<number, string>; issues: ValidationIssue[] } {
  const prefill = new Map<number, string>();
  const budget = createPatternBudget();
  const issues: ValidationIssue[] = [];
  for (const [key, value] of Object.entries(values)) {
    const indexes = indexesOf(fields, key);
    if (indexes.length === 0) {
      issues.push({
        loc: [...loc, key],
        msg: 'Value error, the template has no such field',
        type: 'value_error',
        input: value,
      });
    }
    for (const index of indexes) {
      const fault = value === '' ? null : faultOf(fields[index]!, value, budget);
      if (fault) issues.push({ loc: [...loc, key], ...fault, input: value });
      else if (prefill.has(index)) {
        issues.push({
          loc: [...loc, key],
          msg: 'Value error, another key already sets this field',
          type: 'value_error',
          input: value,
        });
      } else prefill.set(index, value);
    }
  }
  return { prefill, issues };
}

/** Throws validation for every read-only field whose value does not fit its type or settings: no recipient could correct it. */
export function guardFixedValues(fields: readonly FieldSpec[], loc: ReadonlyArray<string | number>): void {
  const budget = createPatternBudget();
  const issues = fields.flatMap((field, index): ValidationIssue[] => {
    const fault = field.read_only && field.prefill_value ? faultOf(field, field.prefill_value, budget) : null;
    return fault ? [{ loc: [...loc, index, 'prefill_value'], ...fault, input: field.prefill_value }] : [];
  });
  if (issues.length > 0) throw new ProblemError('validation', { detail: issues });
}

/**
 * The fields of a key. A name can belong to several fields; a number is the index of a field in the template. Names never
 * start with a digit.
 */
function indexesOf(fields: readonly FieldSpec[], key: string): number[] {
  if (/^(0|[1-9]\d{0,5})$/.test(key)) return Number(key) < fields.length ? [Number(key)] : [];
  return fields.flatMap((field, index) => (field.name === key ? [index] : []));
}

function faultOf(
  field: FieldSpec,
  value: string,
  budget: PatternBudget,
): { type: string; msg: string } | null {
  if (field.type === 'signature' || field.type === 'initials') {
    return {
      type: 'value_error',
      msg: `Value error, a field of type ${field.type} cannot have a value before signing`,
    };
  }
  if (!budget.spend(field.settings.pattern, value)) return tooMuchPatternWork;
  const verdict = validateFieldValue({ type: field.type, required: false, settings: field.settings }, value);
  return verdict.ok ? null : { type: verdict.type, msg: verdict.msg };
}
