/** Checks the conditions of a document's fields: the names and values that they use. Server and console use the same code. Pure. */
import {
  type ConditionalField,
  comparable,
  comparisonsIn,
  evaluationOrder,
  type FieldCondition,
  namesIn,
} from './field-condition.ts';

/** Deepest nesting of `all` and `any` in one condition. */
export const MAX_CONDITION_DEPTH = 4;
/** Values that one condition compares with; each item of `in` counts. */
export const MAX_COMPARISONS = 50;
/** Values that all conditions of a document together compare with. */
export const MAX_COMPARISONS_PER_DOCUMENT = 5000;
/** Longest value that a condition compares with, in code points. */
export const MAX_CONDITION_VALUE_LENGTH = 500;

/** Most faults that are reported at once. */
const maxFaults = 100;

/** A field with its conditions, and the recipient whom it belongs to. */
export interface CheckedField extends ConditionalField {
  options: readonly string[];
  owner: { id: string; role: string; signingOrder: number } | null;
}

export interface ConditionFault {
  /** Index of the field in the list. */
  index: number;
  /** Path in the field: the member with the condition, then the path in the condition. */
  path: ReadonlyArray<string | number>;
  message: string;
}

/** How many values the conditions compare with. */
export function countComparisons(condition: FieldCondition | null | undefined): number {
  if (!condition) return 0;
  return comparisonsIn(condition).reduce((sum, { comparison }) => sum + (comparison.in?.length ?? 1), 0);
}

/** Why a single condition is too large; null if it is not. */
export function conditionSizeFault(condition: FieldCondition): string | null {
  if (depthOf(condition) > MAX_CONDITION_DEPTH)
    return `a condition can be nested at most ${MAX_CONDITION_DEPTH} deep`;
  const count = countComparisons(condition);
  if (count > MAX_COMPARISONS)
    return `a condition can compare with at most ${MAX_COMPARISONS} values, not ${count}`;
  return null;
}

function depthOf({ all, any }: FieldCondition): number {
  const parts = all ?? any;
  return parts ? 1 + Math.max(...parts.map(depthOf)) : 0;
}

/**
 * Everything that is wrong with the conditions of a document: unknown and ambiguous names, fields of recipients who do not sign
 * earlier, values that can never occur, and cycles.
 */
export function conditionFaults(fields: readonly CheckedField[]): ConditionFault[] {
  if (!fields.some(({ visible_if, required_if }) => visible_if || required_if)) return [];
  const byName = new Map<string, CheckedField[]>();
  for (const field of fields) {
    if (!field.name) continue;
    const known = byName.get(field.name);
    if (known) known.push(field);
    else byName.set(field.name, [field]);
  }
  const faults: ConditionFault[] = [];
  for (const [index, field] of fields.entries()) {
    for (const member of ['visible_if', 'required_if'] as const)
      faults.push(...faultsOf(field, member, byName).map((fault) => ({ index, ...fault })));
    if (faults.length >= maxFaults) break;
  }
  return [...faults, ...cycleFaults(fields)].slice(0, maxFaults);
}

function faultsOf(
  field: CheckedField,
  member: 'visible_if' | 'required_if',
  byName: ReadonlyMap<string, readonly CheckedField[]>,
): Array<Omit<ConditionFault, 'index'>> {
  const condition = field[member];
  if (!condition) return [];
  const role = field.owner?.role;
  if (role !== undefined && role !== 'signer' && role !== 'approver') {
    const message = `the field belongs to a ${role}, who does not sign, so it cannot have conditions`;
    return [{ path: [member], message }];
  }
  return comparisonsIn(condition).flatMap(({ comparison, path }) => {
    const message = comparisonFault(field, comparison, byName.get(comparison.field ?? '') ?? []);
    return message === null ? [] : [{ path: [member, ...path], message }];
  });
}

function comparisonFault(
  field: CheckedField,
  comparison: FieldCondition,
  named: readonly CheckedField[],
): string | null {
  const name = comparison.field;
  const [other] = named;
  if (!other) return `no field has the name "${name}"`;
  if (named.length > 1) return `${named.length} fields have the name "${name}": rename the others`;
  if (other === field) return 'the condition of a field cannot refer to the field itself';
  if (!isSettledFor(field, other))
    return `the field "${name}" belongs to a recipient who does not sign earlier. A condition can refer to fields of the same recipient, and of recipients with a lower signing_order`;
  return valueFault(other, comparison);
}

/** Whether the other field has its final value when the field's owner completes. */
function isSettledFor({ owner }: CheckedField, other: CheckedField): boolean {
  if (!owner) return true;
  return (
    other.owner !== null && (other.owner.id === owner.id || other.owner.signingOrder < owner.signingOrder)
  );
}

/** Why the other field can never have a value of the comparison. */
function valueFault({ name, type, options }: CheckedField, comparison: FieldCondition): string | null {
  if (comparison.filled !== undefined) return null;
  const values = [comparison.equals, comparison.not_equals, ...(comparison.in ?? [])].flatMap((value) =>
    value === undefined ? [] : [value],
  );
  const wrong = (fits: (value: string) => boolean): string | undefined =>
    values.find((value) => !fits(comparable(type, value)));
  const never = (value: string | undefined, possible: string) =>
    value === undefined ? null : `"${name}" can never be "${value}": ${possible}`;
  switch (type) {
    case 'signature':
    case 'initials':
      return `"${name}" is a ${type} field: only filled can be used for it`;
    case 'checkbox':
      return never(
        wrong((value) => value === 'true' || value === 'false'),
        'a checkbox is "true" or "false"',
      );
    case 'radio':
    case 'dropdown': {
      const possible = new Set(options.map((option) => comparable(type, option)));
      return never(
        wrong((value) => possible.has(value)),
        'it is not one of its options',
      );
    }
    case 'number':
      return never(
        wrong((value) => Number.isFinite(Number(value))),
        'it is not a number',
      );
    case 'date':
      return never(
        wrong((value) => /^\d{4}-\d{2}-\d{2}$/.test(value)),
        'a date is written YYYY-MM-DD',
      );
    default:
      return null;
  }
}

/** One fault for each cycle of `visible_if`, at one of its fields. */
function cycleFaults(fields: readonly CheckedField[]): ConditionFault[] {
  const left = new Set(fields.keys());
  for (const index of evaluationOrder(fields)) left.delete(index);
  const indexes = new Map(fields.flatMap(({ name }, index) => (name ? [[name, index] as const] : [])));
  const next = (index: number) =>
    namesIn(fields[index]!.visible_if)
      .map((name) => indexes.get(name))
      .find((one) => one !== undefined && left.has(one));
  const faults: ConditionFault[] = [];
  for (const start of left) {
    const walked: number[] = [];
    let at: number | undefined = start;
    while (at !== undefined && left.has(at) && !walked.includes(at)) {
      walked.push(at);
      at = next(at);
    }
    for (const index of walked) left.delete(index);
    const cycle = at === undefined ? [] : walked.slice(walked.indexOf(at));
    // A field that refers to itself is reported at the comparison.
    if (cycle.length < 2) continue;
    const names = [...cycle, cycle[0]!].map((index) => fields[index]!.name ?? `field ${index}`);
    const shown = names.length > 8 ? [...names.slice(0, 7), '…', names.at(-1)!] : names;
    faults.push({
      index: cycle[0]!,
      path: ['visible_if'],
      message: `the conditions form a cycle: ${shown.join(' → ')}`,
    });
  }
  return faults;
}
