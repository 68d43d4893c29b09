/** Checks the values that senders give to fields: form_values, and those of read-only fields (docs/spec/interface.md, Template). */
import type { FieldSpec } from '@countersign/contract/field';
import { createPatternBudget, type PatternBudget } from '@countersign/contract/field-pattern';
import { validateFieldValue } from '@countersign/contract/field-value';
import { MAX_DOCUMENT_CHARACTERS } from '@countersign/contract/value-limits';
import { drawableText } from '@countersign/pdf/text/drawable';
import { ProblemError, type ValidationIssue } from '@countersign/problem/problem-error';
import { createYield } from '../yield-to-event-loop.ts';

/** The error of a value whose pattern would need more work than one request may cause. */
export const tooMuchPatternWork = {
  type: 'value_error',
  msg: 'Value error, the values of fields with patterns are too long in total; shorten them',
} as const;

interface Fault {
  type: string;
  msg: string;
}

/** The error of a text with characters that no font can draw. */
export async function undrawableFault(text: string): Promise<Fault | null> {
  const drawable = await drawableText(text);
  if (drawable.ok) return null;
  const characters = drawable.missing.slice(0, 10).join(' ');
  return { type: 'value_error', msg: `Value error, no font can draw: ${characters}` };
}

/**
 * The prefill by field index, or every error, with `loc` as the start of its location. One value may fill many fields of its name, so
 * the values that no recipient can shorten are also counted together.
 */
export async function resolveFormValues(
  fields: readonly FieldSpec[],
  values: Readonly<Record<string, string>>,
  loc: ReadonlyArray<string | number>,
): Promise<{ prefill: Map<number, string>; issues: ValidationIssue[] }> {
  const prefill = new Map<number, string>();
  const budget = createPatternBudget();
  const issues: ValidationIssue[] = [];
  for (const [key, value] of Object.entries(values)) {
    const indexes = fieldIndexesOf(fields, key);
    if (indexes.length === 0) {
      issues.push({
        loc: [...loc, key],
        msg: 'Value error, the template has no such field',
        type: 'value_error',
        input: value,
      });
    }
    for (const index of indexes) {
      const fault = value === '' ? null : await faultOf(fields[index]!, value, budget);
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
  const fixed = fields.reduce(
    (sum, field, index) =>
      sum + (field.read_only ? (prefill.get(index) ?? field.prefill_value ?? '').length : 0),
    0,
  );
  if (fixed > MAX_DOCUMENT_CHARACTERS)
    issues.push({
      loc: [...loc],
      msg: `Value error, the values of read-only fields may have ${MAX_DOCUMENT_CHARACTERS} characters together`,
      type: 'value_error',
    });
  return { prefill, issues };
}

/**
 * Throws validation for every read-only field whose value does not fit its type or settings, or cannot be drawn: no recipient could
 * correct it.
 */
export async function guardFixedValues(
  fields: readonly FieldSpec[],
  loc: ReadonlyArray<string | number>,
): Promise<void> {
  const budget = createPatternBudget();
  const issues: ValidationIssue[] = [];
  const yieldIfDue = createYield();
  for (const [index, field] of fields.entries()) {
    if (!field.read_only || !field.prefill_value) continue;
    await yieldIfDue();
    const fault = await faultOf(field, field.prefill_value, budget);
    if (fault) issues.push({ loc: [...loc, index, 'prefill_value'], ...fault, input: field.prefill_value });
  }
  if (issues.length > 0) throw new ProblemError('validation', { detail: issues });
}

/**
 * The fields of a key. A name can belong to several fields; a number is the index of a field in the template. Names never
 * start with a digit.
 */
export function fieldIndexesOf(fields: readonly FieldSpec[], key: string): number[] {
  if (/^(0|[1-9]\d{0,5})$/.test(key)) return Number(key) < fields.length ? [Number(key)] : [];
  return fields.flatMap((field, index) => (field.name === key ? [index] : []));
}

async function faultOf(field: FieldSpec, value: string, budget: PatternBudget): Promise<Fault | null> {
  if (field.type === 'signature' || field.type === 'initials') {
    return {
      type: 'value_error',
      msg: `Value error, a field of type ${field.type} cannot have a value before signing`,
    };
  }
  if (!budget.spend(field.settings.pattern, value)) return tooMuchPatternWork;
  const verdict = validateFieldValue({ type: field.type, required: false, settings: field.settings }, value);
  if (!verdict.ok) return { type: verdict.type, msg: verdict.msg };
  // Recipients can still correct the value of a field that is not read-only.
  return field.read_only ? undrawableFault(value) : null;
}
