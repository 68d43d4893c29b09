/**
 * Page and server agree on random conditional forms. The page's side runs through its own state: defaults, entries, entries taken
 * back, drafts that are stored and read again, and the body that it sends. A simple third implementation, written for this test
 * alone, says which fields are visible.
 */
import type { FieldOut, SigningOut } from '@countersign/client/generated/api';
import { fieldTypes } from '@countersign/contract/enumerations';
import type { FieldType } from '@countersign/contract/field';
import type { FieldCondition } from '@countersign/contract/field-condition';
import type { FieldValue } from '@countersign/contract/field-value';
import { earlierFields } from '@countersign/core/field/conditions';
import { collectValues } from '@countersign/core/signing/collect-values';
import type { Field } from '@countersign/db/models';
import { ProblemError, type ValidationIssue } from '@countersign/problem/problem-error';
import { expect, test } from '@jest/globals';
import { readUnsent, storeUnsent } from '../../apps/web/src/signing/draft.ts';
import {
  checkValues,
  initialValues,
  inReadingOrder,
  type Values,
  valuesToSend,
  visibleFields,
} from '../../apps/web/src/signing/values.ts';
import { runs } from '../support/properties.ts';

type Session = Parameters<typeof collectValues>[1];

/** PROPERTY_RUNS=10 makes 100,000 forms. */
const forms = runs(5_000).numRuns;
const firstSeed = runs(1).seed ?? Date.now();

/** Mulberry32: random numbers in [0, 1) from a seed. */
function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A value as a person or program may enter it, and what conditions should make of it; null: empty or not accepted. */
interface Sample {
  entered: FieldValue;
  seen: string | null;
}
const same = (text: string): Sample => ({ entered: text, seen: text });
const none = (entered: FieldValue): Sample => ({ entered, seen: null });
const typed: Sample = { entered: { mode: 'type', text: 'Ada' }, seen: 'signed' };
const samples: Record<FieldType, Sample[]> = {
  signature: [typed, none(null), none({ mode: 'type', text: ' ' })],
  initials: [typed, none(null)],
  name: [same('Ada'), { entered: ' Ada', seen: 'Ada' }, none(''), same('ada')],
  email: [
    same('ada@example.test'),
    { entered: 'ADA@example.test ', seen: 'ada@example.test' },
    none('ada@'),
    none(''),
  ],
  date: [same('2026-11-23'), same('2024-02-29'), none('2026-02-30'), none('')],
  text: [
    same('yes'),
    { entered: 'yes \n', seen: 'yes' },
    same('no'),
    none(''),
    none('   '),
    none('\u200b'),
    none('too long'),
  ],
  number: [
    same('5'),
    { entered: '5.0', seen: '5' },
    { entered: ' +05 ', seen: '5' },
    same('7'),
    none('five'),
    none(''),
  ],
  checkbox: [same('true'), same('false'), none('TRUE')],
  radio: [same('S'), same('L'), none('M'), none('')],
  dropdown: [same('S'), same('L'), none('s'), none('')],
};
/** Values that conditions compare with. */
const compared: Partial<Record<FieldType, string[]>> = {
  name: ['Ada', 'Bob'],
  email: ['ada@example.test', 'bob@example.test'],
  date: ['2026-11-23', '2026-11-24'],
  text: ['yes', 'no'],
  number: ['5', '7.0'],
  checkbox: ['true', 'false'],
  radio: ['S', 'L'],
  dropdown: ['S', 'L'],
};
const plain: Record<string, string> = { '7.0': '7' };

interface Form {
  fields: Field[];
  recipientId: string;
}

const me = 'me';
const person = { name: 'Ada', email: 'ada@example.test' };
const now = new Date('2026-11-23T10:00:00Z');

function makeForm(next: () => number): Form {
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const own = 2 + below(5);
  const earlier = below(3);
  const all = Array.from({ length: own + earlier }, (_, at): Field => {
    const type = pick(fieldTypes);
    const isEarlier = at >= own;
    const readOnly = next() < 0.15;
    const given = pick(samples[type]).entered;
    const prefillValue = typeof given === 'string' && next() < 0.3 ? given : null;
    const settled =
      isEarlier && next() < 0.7 ? pick(samples[type].filter(({ seen }) => seen !== null)) : null;
    return {
      id: `field-${at}`,
      documentId: '00000000-0000-7000-8000-000000000000',
      recipientId: isEarlier ? 'earlier' : me,
      position: at,
      type,
      page: 1,
      x: 0,
      y: next(),
      w: 0.1,
      h: 0.01,
      anchor: null,
      name: `f${at}`,
      required: next() < 0.5,
      readOnly,
      prefillValue,
      settings: {
        options: type === 'radio' || type === 'dropdown' ? ['S', 'L'] : null,
        max_length: type === 'text' ? 7 : null,
      },
      visibleIf: null,
      requiredIf: null,
      value:
        settled && (readOnly ? prefillValue : typeof settled.entered === 'string' ? settled.entered : 'Ada'),
      signature: null,
      printed: null,
      completedAt: null,
    };
  });
  /** Each own field refers to fields before it in this order, so there are no cycles. */
  const order = all.slice(0, own).sort(() => next() - 0.5);
  const comparison = (candidates: readonly Field[]): FieldCondition => {
    const { name, type } = pick(candidates);
    const values = compared[type];
    switch (values ? below(4) : 0) {
      case 1:
        return { field: name!, equals: pick(values!) };
      case 2:
        return { field: name!, not_equals: pick(values!) };
      case 3:
        return { field: name!, in: next() < 0.5 ? values! : [pick(values!)] };
      default:
        return { field: name!, filled: next() < 0.5 };
    }
  };
  const condition = (candidates: readonly Field[], depth = 0): FieldCondition => {
    if (depth >= 3 || next() < 0.65) return comparison(candidates);
    const parts = Array.from({ length: 1 + below(3) }, () => condition(candidates, depth + 1));
    return next() < 0.5 ? { all: parts } : { any: parts };
  };
  for (const [at, field] of order.entries()) {
    const before = [...order.slice(0, at), ...all.slice(own)];
    const others = all.filter((one) => one !== field);
    if (before.length > 0 && next() < 0.6) field.visibleIf = condition(before) as object;
    if (!field.readOnly && next() < 0.3) field.requiredIf = condition(others) as object;
  }
  return { fields: all, recipientId: me };
}

/** The view as the API presents it. */
function viewOf({ fields, recipientId }: Form): SigningOut {
  return {
    document: { title: 'Form', sender: 'Sender', display_timezone: null },
    recipient: { id: recipientId, ...person, auth_level: 'link' },
    auth: { required: false, satisfied: true },
    fields: fields
      .filter((field) => field.recipientId === recipientId)
      .map(
        (field) =>
          ({
            ...{ id: field.id, envelope_id: 'doc_1', recipient_id: recipientId, type: field.type },
            ...{ page: 1, x: field.x, y: field.y, w: field.w, h: field.h, name: field.name },
            ...{ required: field.required, read_only: field.readOnly, settings: field.settings },
            ...{
              prefill_value: field.prefillValue,
              visible_if: field.visibleIf,
              required_if: field.requiredIf,
            },
          }) as unknown as FieldOut,
      ),
    earlier_fields: earlierFields(fields, recipientId),
  };
}

/** A storage of the browser, in memory. */
function memoryStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
}

/** What a person does on the page: enters values in visible fields, takes some back, and reloads the page now and then. */
function fillIn(view: SigningOut, next: () => number): { values: Values; shown: readonly FieldOut[] } {
  const fields = inReadingOrder(view.fields!);
  const shownWith = (values: Values) => visibleFields(fields, values, view.earlier_fields!);
  const storage = memoryStorage();
  const owner = { recipientId: me, name: 'Ada', email: 'ada@example.test' };
  let values = initialValues(view, now);
  for (let step = Math.floor(next() * 9); step > 0; step -= 1) {
    const editable = shownWith(values).filter(({ read_only }) => !read_only);
    const field = editable[Math.floor(next() * editable.length)];
    if (!field) break;
    const before = values;
    const options = samples[field.type];
    values = { ...values, [field.id]: options[Math.floor(next() * options.length)]!.entered };
    const whim = next();
    if (whim < 0.2) values = before;
    else if (whim < 0.4) {
      storeUnsent(storage, owner, values, now);
      values = { ...initialValues(view, now), ...readUnsent(storage, owner, view.fields!) };
    }
  }
  return { values, shown: shownWith(values) };
}

/** Whether fields are visible and required, by the words of the guide, from the tables above alone. */
function expectation(form: Form, values: Values) {
  const byName = new Map(form.fields.map((field) => [field.name!, field]));
  const seenIn = (field: Field): string | null => {
    const isMine = field.recipientId === form.recipientId;
    if (isMine && !isVisible(field)) return null;
    const raw = field.readOnly ? field.prefillValue : isMine ? (values[field.id] ?? null) : field.value;
    if (isMine && !field.readOnly)
      return samples[field.type].find(({ entered }) => JSON.stringify(entered) === JSON.stringify(raw))!.seen;
    if (typeof raw !== 'string' || /^[\s\u200b]*$/.test(raw)) return null;
    const known = samples[field.type].find(({ entered, seen }) => entered === raw && seen !== null);
    return known?.seen ?? (field.type === 'number' ? 'not a number' : raw.trim());
  };
  const truth = (condition: FieldCondition): boolean => {
    if (condition.all) return !condition.all.some((one) => !truth(one));
    if (condition.any) return condition.any.filter(truth).length > 0;
    const field = byName.get(condition.field!)!;
    const seen = field.type === 'checkbox' ? (seenIn(field) === 'true' ? 'true' : 'false') : seenIn(field);
    const wanted = [condition.equals, condition.not_equals, ...(condition.in ?? [])]
      .filter((one) => one !== undefined)
      .map((one) => plain[one] ?? one);
    if (condition.filled !== undefined)
      return condition.filled === (field.type === 'checkbox' ? seen === 'true' : seen !== null);
    const isWanted = seen !== null && wanted.includes(seen);
    return condition.not_equals === undefined ? isWanted : !isWanted;
  };
  const isVisible = (field: Field): boolean =>
    field.visibleIf === null || truth(field.visibleIf as FieldCondition);
  return new Set(
    form.fields.flatMap((field) =>
      field.recipientId === form.recipientId && isVisible(field) ? [field.id] : [],
    ),
  );
}

/** The server's answer: the visible fields, or the ids of the fields with errors. */
async function complete(form: Form, values: ReturnType<typeof valuesToSend> = {}) {
  const session = {
    ctx: { now: () => now },
    recipient: { id: form.recipientId, ...person },
    document: { fields: form.fields, displayTimezone: null },
  } as unknown as Session;
  try {
    const collected = await collectValues({} as Parameters<typeof collectValues>[0], session, values);
    const hidden = collected.values.filter(({ isHidden }) => isHidden);
    if (hidden.some(({ value, signature }) => value !== null || signature !== null))
      throw new Error('a hidden field has a value');
    const visible = collected.values.filter(({ isHidden }) => !isHidden);
    return { visible: visible.map(({ fieldId }) => fieldId).sort(), faults: [] };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const issues = error.detail as ValidationIssue[];
    return { visible: null, faults: issues.map(({ loc }) => String(loc[2])).sort() };
  }
}

test(`on ${forms} random conditional forms page and server show, require and refuse the same fields`, async () => {
  const seen = { completed: 0, refused: 0, hidden: 0 };
  for (let number = 0; number < forms; number += 1) {
    const seed = (firstSeed + number) | 0;
    const next = random(seed);
    const form = makeForm(next);
    const view = viewOf(form);
    const { values, shown } = fillIn(view, next);
    const editable = shown.filter(({ read_only }) => !read_only);
    const faults = Object.keys(checkValues(editable, values)).sort();
    const visible = shown.map(({ id }) => id).sort();
    const answer = await complete(form, valuesToSend(editable, values));
    const expected = [...expectation(form, values)].sort();
    const wrong =
      String(answer.faults) !== String(faults) ||
      String(visible) !== String(expected) ||
      (faults.length === 0 && String(answer.visible) !== String(visible));
    if (wrong)
      expect({ seed, faults: answer.faults, visible: answer.visible }).toEqual({
        seed,
        faults,
        visible: expected,
      });
    seen.completed += faults.length === 0 ? 1 : 0;
    seen.refused += faults.length > 0 ? 1 : 0;
    seen.hidden += visible.length < view.fields!.length ? 1 : 0;
    // Values of hidden fields change nothing.
    if (visible.length === view.fields!.length) continue;
    const more = await complete(
      form,
      valuesToSend(
        view.fields!.filter(({ read_only }) => !read_only),
        values,
      ),
    );
    if (String(more.faults) !== String(faults) || String(more.visible) !== String(answer.visible))
      expect({ seed, ...more }).toEqual({ seed, ...answer });
  }
  // The forms are of all kinds.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(forms / 10);
});
