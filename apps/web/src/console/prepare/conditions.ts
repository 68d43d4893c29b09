/** Conditions of fields in the editor. There they refer to boxes by key, so that renaming a field does not break them. Pure. */
import { type CheckedField, conditionFaults } from '@countersign/contract/condition-faults';
import { comparisonsIn, type FieldCondition } from '@countersign/contract/field-condition';
import { fieldWords } from '../words.ts';
import type { Box, Draft, Person } from './draft.ts';

export const conditionMembers = ['visible_if', 'required_if'] as const;
export type ConditionMember = (typeof conditionMembers)[number];

/** The condition with `map` applied to each field that it refers to. */
export function mapFields(condition: FieldCondition, map: (field: string) => string): FieldCondition {
  if (condition.all) return { all: condition.all.map((one) => mapFields(one, map)) };
  if (condition.any) return { any: condition.any.map((one) => mapFields(one, map)) };
  return { ...condition, field: map(condition.field ?? '') };
}

/** Replaces field names in conditions with the keys of boxes. A name that no box or several boxes have becomes an empty key. */
export function withKeys(boxes: readonly Box[]): Box[] {
  const keyOf = (name: string) => {
    const named = boxes.filter((box) => box.name === name);
    return named.length === 1 ? named[0]!.key : '';
  };
  return boxes.map((box) => mapConditions(box, keyOf));
}

/** Replaces keys in conditions with field names, as the API expects them. */
export function withNames(boxes: readonly Box[]): Box[] {
  const names = new Map(boxes.map(({ key, name }) => [key, name.trim()]));
  return boxes.map((box) => mapConditions(box, (key) => names.get(key) ?? ''));
}

/** The box with `map` applied to each field that its conditions refer to. */
export function mapConditions(box: Box, map: (field: string) => string): Box {
  if (!box.visible_if && !box.required_if) return box;
  return {
    ...box,
    visible_if: box.visible_if && mapFields(box.visible_if, map),
    required_if: box.required_if && mapFields(box.required_if, map),
  };
}

/** How the editor calls a field. */
export function labelOfBox(box: Box): string {
  return box.name.trim() || `${fieldWords[box.type].label} on page ${box.page}`;
}

/** The fields to which a condition of this box can refer: of the same person, and of those who sign earlier. */
export function possibleFields({ boxes, people }: Draft, box: Box): Box[] {
  const owner = people.find(({ key }) => key === box.person);
  const isEarlier = (other: Box) => {
    const person = people.find(({ key }) => key === other.person);
    return person !== undefined && owner !== undefined && person.signing_order < owner.signing_order;
  };
  return boxes.filter((other) => other.key !== box.key && (other.person === box.person || isEarlier(other)));
}

/** What is wrong with the conditions of each box, by key, as sentences. */
export function conditionWarnings(draft: Draft): Map<string, string[]> {
  const warnings = new Map<string, string[]>();
  const warn = (key: string, text: string) => warnings.set(key, [...(warnings.get(key) ?? []), text]);
  const boxes = new Map(draft.boxes.map((box) => [box.key, box]));
  for (const box of draft.boxes)
    for (const { comparison } of conditionMembers.flatMap((member) => comparisonsOf(box[member]))) {
      const text = incompleteness(comparison, boxes.get(comparison.field ?? ''));
      if (text) warn(box.key, text);
    }
  for (const { index, message } of conditionFaults(checkedFields(draft))) {
    const { key } = draft.boxes[index]!;
    if (!warnings.has(key)) warn(key, `${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
  }
  return warnings;
}

const comparisonsOf = (condition: FieldCondition | null) => (condition ? comparisonsIn(condition) : []);

/** Why the comparison cannot be written with field names yet, or null. `conditionFaults` needs names, so this is checked first. */
function incompleteness(
  { equals, not_equals: notEquals }: FieldCondition,
  other: Box | undefined,
): string | null {
  if (!other) return 'It refers to a field that was removed.';
  if (other.name.trim() === '') return `${labelOfBox(other)} needs a name.`;
  const isMissing = equals?.trim() === '' || notEquals?.trim() === '';
  return isMissing ? `The value of ${labelOfBox(other)} is missing.` : null;
}

function checkedFields({ boxes, people }: Draft): CheckedField[] {
  const ownerOf = (person: Person | undefined) =>
    person ? { id: person.key, role: person.role, signingOrder: person.signing_order } : null;
  return withNames(boxes).map((box) => ({
    name: box.name.trim() || null,
    type: box.type,
    required: box.required,
    options: box.settings.options ?? [],
    visible_if: box.visible_if,
    required_if: box.required_if,
    owner: ownerOf(people.find(({ key }) => key === box.person)),
  }));
}

/** A name for a box that a condition refers to, which no other box has. */
export function freshName(boxes: readonly Box[], { type }: Box): string {
  const taken = new Set(boxes.map(({ name }) => name.trim()));
  let number = 1;
  while (taken.has(`${type}_${number}`)) number += 1;
  return `${type}_${number}`;
}

export type Operator = 'equals' | 'not_equals' | 'filled' | 'empty';

/** One line of the editor: a comparison with one field. */
export interface ConditionRow {
  field: string;
  operator: Operator;
  value: string;
}

/** A condition as the lines of the editor. */
export interface ConditionRows {
  joined: 'all' | 'any';
  rows: ConditionRow[];
}

/** The lines of a condition; null for one that the editor can only describe: nested, or with a list of values. */
export function rowsOf(condition: FieldCondition): ConditionRows | null {
  const parts = condition.all ?? condition.any ?? [condition];
  if (parts.some((one) => one.all || one.any || one.in)) return null;
  return {
    joined: condition.any ? 'any' : 'all',
    rows: parts.map(({ field = '', equals, not_equals: notEquals, filled }) => ({
      field,
      operator:
        filled === undefined ? (equals === undefined ? 'not_equals' : 'equals') : filled ? 'filled' : 'empty',
      value: equals ?? notEquals ?? '',
    })),
  };
}

/** The condition of these lines; null without any. */
export function conditionOf({ joined, rows }: ConditionRows): FieldCondition | null {
  const parts = rows.map(({ field, operator, value }): FieldCondition => {
    switch (operator) {
      case 'equals':
        return { field, equals: value };
      case 'not_equals':
        return { field, not_equals: value };
      default:
        return { field, filled: operator === 'filled' };
    }
  });
  if (parts.length <= 1) return parts[0] ?? null;
  return joined === 'all' ? { all: parts } : { any: parts };
}

/** The first line for a field: the comparison that people most likely want. */
export function rowFor({ key, type, settings }: Box): ConditionRow {
  switch (type) {
    case 'checkbox':
      return { field: key, operator: 'equals', value: 'true' };
    case 'radio':
    case 'dropdown':
      return { field: key, operator: 'equals', value: settings.options?.find(Boolean) ?? '' };
    default:
      return { field: key, operator: 'filled', value: '' };
  }
}

/** Whether a line about a checkbox asks for a tick. */
export function asksForTick({ operator, value }: ConditionRow): boolean {
  if (operator === 'filled' || operator === 'empty') return operator === 'filled';
  return (operator === 'equals') === (value === 'true');
}

/** A condition in words, for example `plan is Large and married is ticked`. */
export function conditionInWords(condition: FieldCondition, boxes: readonly Box[]): string {
  const words = (one: FieldCondition, isInside: boolean): string => {
    const parts = one.all ?? one.any;
    if (!parts) return comparisonInWords(one, boxes);
    const text = parts.map((part) => words(part, true)).join(one.all ? ' and ' : ' or ');
    return isInside && parts.length > 1 ? `(${text})` : text;
  };
  return words(condition, false);
}

function comparisonInWords(
  { field, equals, not_equals: notEquals, in: values, filled }: FieldCondition,
  boxes: readonly Box[],
): string {
  const box = boxes.find(({ key }) => key === field);
  const name = box ? labelOfBox(box) : 'a removed field';
  if (box?.type === 'checkbox' && !values) {
    const isTicked = filled ?? (equals ?? (notEquals === 'true' ? 'false' : 'true')) === 'true';
    return `${name} is ${isTicked ? 'ticked' : 'not ticked'}`;
  }
  if (equals !== undefined) return `${name} is ${equals}`;
  if (notEquals !== undefined) return `${name} is not ${notEquals}`;
  if (values) return `${name} is one of ${values.join(', ')}`;
  return `${name} is ${filled ? 'filled in' : 'empty'}`;
}
