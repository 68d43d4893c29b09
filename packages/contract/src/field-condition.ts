/**
 * Conditions of fields: whether a field is visible, and whether it is required (docs/guides/conditional-fields.md). The server and
 * the signing page use the same code. Pure and browser-safe.
 */
import { isBlank } from './blank.ts';
import type { fieldTypes } from './enumerations.ts';

/** Either `field` with one comparison, or `all`, or `any`; FieldCondition in field.ts checks that. */
export type FieldCondition = {
  /** The name of a field. */
  field?: string | undefined;
  equals?: string | undefined;
  not_equals?: string | undefined;
  in?: string[] | undefined;
  filled?: boolean | undefined;
  all?: FieldCondition[] | undefined;
  any?: FieldCondition[] | undefined;
};

export interface ConditionalField {
  name?: string | null | undefined;
  type: (typeof fieldTypes)[number];
  required: boolean;
  visible_if?: FieldCondition | null | undefined;
  /** Takes the place of `required`. */
  required_if?: FieldCondition | null | undefined;
}

/** A field of a recipient who signed earlier. */
export interface EarlierField {
  name: string;
  type: ConditionalField['type'];
  value: string | null;
}

export interface FieldState {
  visible: boolean;
  /** Never true for a hidden field. */
  required: boolean;
}

/**
 * The states of one recipient's fields, in their order. `acceptedValue` returns the value of a field as it would be accepted, null for an
 * empty or invalid one. A condition sees a hidden field as empty. Fields whose conditions form a cycle are hidden; such conditions
 * cannot be stored. Takes time in proportion to the number of fields and comparisons.
 */
export function applyConditions<Field extends ConditionalField>(
  fields: readonly Field[],
  acceptedValue: (field: Field) => string | null,
  earlier: readonly EarlierField[],
): FieldState[] {
  const named = new Set(fields.flatMap(namesInConditions));
  const seen = new Map(earlier.map(({ name, type, value }) => [name, asSeen(type, value)]));
  const states = fields.map((): FieldState => ({ visible: false, required: false }));
  for (const index of evaluationOrder(fields)) {
    const field = fields[index]!;
    const visible = !field.visible_if || holds(field.visible_if, seen);
    states[index]!.visible = visible;
    if (field.name && named.has(field.name))
      seen.set(field.name, asSeen(field.type, visible ? acceptedValue(field) : null));
  }
  for (const [index, { required, required_if: condition }] of fields.entries()) {
    const state = states[index]!;
    state.required = state.visible && (condition ? holds(condition, seen) : required);
  }
  return states;
}

/** A value in the form in which conditions compare it. */
interface Seen {
  type: ConditionalField['type'];
  value: string | null;
}

/** A checkbox always has a value: one that is empty or hidden is not ticked. */
function asSeen(type: Seen['type'], value: string | null): Seen {
  if (type === 'checkbox') return { type, value: value === 'true' ? 'true' : 'false' };
  return { type, value: value === null || isBlank(value) ? null : comparable(type, value) };
}

/** Numbers compare by value, addresses without case, all texts without outer white space and composed (NFC). */
export function comparable(type: Seen['type'], value: string): string {
  if (type === 'number') return String(Number(value));
  const text = value.normalize('NFC').trim();
  return type === 'email' ? text.toLowerCase() : text;
}

function holds(condition: FieldCondition, seen: ReadonlyMap<string, Seen>): boolean {
  if (condition.all) return condition.all.every((one) => holds(one, seen));
  if (condition.any) return condition.any.some((one) => holds(one, seen));
  const { type, value } = seen.get(condition.field ?? '') ?? { type: 'text', value: null };
  const isValue = (one: string) => value === comparable(type, one);
  if (condition.equals !== undefined) return isValue(condition.equals);
  if (condition.not_equals !== undefined) return !isValue(condition.not_equals);
  if (condition.in) return condition.in.some(isValue);
  const isFilled = type === 'checkbox' ? value === 'true' : value !== null;
  return isFilled === condition.filled;
}

/** The comparisons of a condition, with their places in it. */
export function comparisonsIn(
  condition: FieldCondition,
  path: ReadonlyArray<string | number> = [],
): Array<{ comparison: FieldCondition; path: ReadonlyArray<string | number> }> {
  const parts = (list: readonly FieldCondition[], member: string) =>
    list.flatMap((one, index) => comparisonsIn(one, [...path, member, index]));
  if (condition.all) return parts(condition.all, 'all');
  if (condition.any) return parts(condition.any, 'any');
  return [{ comparison: condition, path }];
}

/** The names of the fields that a condition compares. */
export function namesIn(condition: FieldCondition | null | undefined): string[] {
  if (!condition) return [];
  return comparisonsIn(condition).flatMap(({ comparison }) => comparison.field ?? []);
}

/** The names in both conditions of a field. */
export function namesInConditions({
  visible_if,
  required_if,
}: Pick<ConditionalField, 'visible_if' | 'required_if'>): string[] {
  return [...namesIn(visible_if), ...namesIn(required_if)];
}

/**
 * Indexes of the fields, each after those that its `visible_if` names. Fields in a cycle, and those that depend on one, are left
 * out. Kahn's algorithm, so long chains need no deep recursion.
 */
export function evaluationOrder(
  fields: ReadonlyArray<Pick<ConditionalField, 'name' | 'visible_if'>>,
): number[] {
  const indexes = new Map(fields.flatMap(({ name }, index) => (name ? [[name, index] as const] : [])));
  const dependents = new Map<number, number[]>();
  const waitingFor = fields.map(({ visible_if }, index) => {
    const needed = new Set(namesIn(visible_if).flatMap((name) => indexes.get(name) ?? []));
    for (const one of needed) {
      const known = dependents.get(one);
      if (known) known.push(index);
      else dependents.set(one, [index]);
    }
    return needed.size;
  });
  const order = waitingFor.flatMap((count, index) => (count === 0 ? [index] : []));
  for (const done of order)
    for (const index of dependents.get(done) ?? []) {
      waitingFor[index]! -= 1;
      if (waitingFor[index] === 0) order.push(index);
    }
  return order;
}
