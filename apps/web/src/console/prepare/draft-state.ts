/** The state of the editor: people and their fields, with undo and redo. Pure functions. */
import type { DocumentOut, FieldSettings, FieldSpec, RecipientSpec } from '@countersign/client/generated/api';
import { type Sendable, type SendProblem, sendProblems } from '@countersign/contract/send-problems';
import { conditionWarnings, labelOfBox, withKeys, withNames } from './conditions.ts';
import type { Box, Draft, Person } from './draft.ts';

export interface EditHistory {
  past: Draft[];
  present: Draft;
  future: Draft[];
  /** The tag of the last change. Consecutive changes with the same tag are one step. */
  tag: string | null;
}

/** Number of steps that can be undone. */
const maxSteps = 200;

export type HistoryAction =
  | { what: 'change'; tag: string | null; change: (draft: Draft) => Draft }
  | { what: 'undo' }
  | { what: 'redo' };

/** Applies an action to the history. A change that changes nothing adds no step. */
export function nextHistory(history: EditHistory, action: HistoryAction): EditHistory {
  const { past, present, future } = history;
  switch (action.what) {
    case 'undo': {
      const before = past.at(-1);
      if (!before) return history;
      return { past: past.slice(0, -1), present: before, future: [present, ...future], tag: null };
    }
    case 'redo': {
      const after = future[0];
      if (!after) return history;
      return { past: [...past, present], present: after, future: future.slice(1), tag: null };
    }
    case 'change': {
      const changed = action.change(present);
      if (changed === present) return history;
      const continues = action.tag !== null && action.tag === history.tag && past.length > 0;
      return {
        past: continues ? past : [...past, present].slice(-maxSteps),
        present: changed,
        future: [],
        tag: action.tag,
      };
    }
  }
}

/** Replaces the boxes of these keys. */
export function changeBoxes(draft: Draft, keys: ReadonlySet<string>, change: (box: Box) => Box): Draft {
  return { ...draft, boxes: draft.boxes.map((box) => (keys.has(box.key) ? change(box) : box)) };
}

let counter = 0;

/** A key for a new person or box, unique within the page. */
export function newKey(): string {
  counter += 1;
  return `k${counter}`;
}

/** An empty person. Where people sign in order, the person comes last. */
export function blankPerson(people: readonly Person[]): Person {
  const turns = people.map((one) => one.signing_order);
  const takesTurns = new Set(turns).size > 1;
  return {
    key: newKey(),
    name: '',
    email: '',
    role: 'signer',
    signing_order: takesTurns ? Math.max(...turns) + 1 : (turns[0] ?? 1),
    auth_level: 'link',
    delivery: 'email',
    signature_level: null,
  };
}

/**
 * A stored document as a draft. A field whose recipient was removed belongs to nobody until the person assigns it: a guess could make
 * somebody else sign.
 */
export function draftOfDocument({ recipients, fields }: DocumentOut): Draft {
  const people: Person[] = recipients.map((one) => ({
    key: one.id,
    name: one.name,
    email: one.email,
    role: one.role,
    signing_order: one.signing_order,
    auth_level: one.auth_level === 'otp' ? 'otp' : 'link',
    delivery: one.delivery,
    signature_level: one.signature_level,
  }));
  const boxes = fields.flatMap((field): Box[] => {
    const person = people.find(({ key }) => key === field.recipient_id);
    const { page, x, y, anchor: _anchor, ...rest } = field;
    if (page === null || x === null || y === null) return [];
    return [boxOf({ ...rest, page, x, y, recipient_index: 0 }, person?.key ?? '')];
  });
  return { people, boxes: withKeys(boxes) };
}

/** A template's definition as a draft. */
export function draftOfTemplate(template: { recipients: RecipientSpec[]; fields: FieldSpec[] }): Draft {
  const people: Person[] = template.recipients.map((one) => ({
    key: newKey(),
    name: one.name,
    email: one.email,
    role: one.role ?? 'signer',
    signing_order: one.signing_order ?? 1,
    auth_level: one.auth_level === 'otp' ? 'otp' : 'link',
    delivery: one.delivery ?? 'email',
    signature_level: null,
  }));
  const boxes = template.fields.flatMap((field): Box[] => {
    const person = people[field.recipient_index] ?? people[0];
    return person ? [boxOf(field, person.key)] : [];
  });
  return { people, boxes: withKeys(boxes) };
}

function boxOf(field: FieldSpec, person: string): Box {
  const { type, page = 1, x = 0, y = 0, w, h, required = true, read_only = false, settings = {} } = field;
  return {
    ...{ type, page, x, y, w, h, required, read_only, person },
    key: newKey(),
    name: field.name ?? '',
    prefill_value: field.prefill_value ?? '',
    settings,
    visible_if: field.visible_if ?? null,
    required_if: field.required_if ?? null,
  };
}

/** People who sign with their own keys do so one after the other: if two of them would act at once, everyone gets a step of their own. */
export function withOwnSteps(people: readonly Person[]): Person[] {
  const steps = people.filter((one) => one.signature_level !== null).map((one) => one.signing_order);
  if (new Set(steps).size === steps.length) return [...people];
  return people.map((one, index) => ({ ...one, signing_order: index + 1 }));
}

/** The people as the API expects them. */
export function recipientSpecs({ people }: Draft): RecipientSpec[] {
  return people.map(({ key: _key, name, email, ...rest }) => ({
    name: name.trim(),
    email: email.trim(),
    ...rest,
  }));
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6;

/** The fields as the API expects them, without empty settings. */
export function fieldSpecs({ people, boxes }: Draft): FieldSpec[] {
  return withNames(boxes).map((box) => ({
    type: box.type,
    page: box.page,
    x: round(box.x),
    y: round(box.y),
    w: round(Math.min(box.w, 1 - round(box.x))),
    h: round(Math.min(box.h, 1 - round(box.y))),
    recipient_index: people.findIndex(({ key }) => key === box.person),
    name: box.name.trim() || null,
    required: box.required,
    read_only: box.read_only,
    prefill_value: box.prefill_value === '' ? null : box.prefill_value,
    settings: Object.fromEntries(
      Object.entries(box.settings).filter(
        ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
      ),
    ) as FieldSettings,
    visible_if: box.visible_if,
    // Nobody can fill in a read-only field.
    required_if: box.read_only ? null : box.required_if,
  }));
}

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
/** The format of a field's name (docs/spec/interface.md, Field). */
export const fieldNamePattern = /^[A-Za-z][A-Za-z0-9_.-]*$/;

/** Why the draft cannot be saved, in one sentence; null when it can. */
export function draftFault({ people, boxes }: Draft): string | null {
  for (const [index, person] of people.entries()) {
    if (person.name.trim() === '') return `Person ${index + 1} has no name yet.`;
    if (!emailPattern.test(person.email.trim()))
      return `${person.name.trim()} has no valid email address yet.`;
  }
  for (const box of boxes) {
    if (!people.some(({ key }) => key === box.person))
      return `${labelOfBox(box)} belongs to nobody yet. Select it and choose a person.`;
    if (box.name !== '' && !fieldNamePattern.test(box.name))
      return `The field name “${box.name}” must begin with a letter and have letters, digits, dots, dashes or underscores only.`;
    if ((box.type === 'radio' || box.type === 'dropdown') && !box.settings.options?.length)
      return `A ${box.type === 'radio' ? 'choice' : 'drop-down'} on page ${box.page} has no options yet.`;
  }
  for (const [key, [warning]] of conditionWarnings({ people, boxes }))
    return `The condition of ${labelOfBox(boxes.find((box) => box.key === key)!)} does not work. ${warning}`;
  return null;
}

/** Why the draft cannot be sent, in the same words as the server. */
export function problemsOf(
  draft: Draft,
  pageCount: number,
  expiresAt: string | null,
  now: Date,
): SendProblem[] {
  const document: Sendable = {
    expiresAt: expiresAt ? new Date(expiresAt) : null,
    recipients: draft.people.map(({ key, name, email, role, signing_order }) => ({
      ...{ id: key, name, email, role },
      signingOrder: signing_order,
    })),
    fields: draft.boxes.map((box, position) => ({
      id: box.key,
      position,
      name: box.name || null,
      type: box.type,
      recipientId: draft.people.some(({ key }) => key === box.person) ? box.person : null,
      page: box.page,
      required: box.required,
      readOnly: box.read_only,
      prefillValue: box.prefill_value || null,
      settings: box.settings,
      // Without conditions: draftFault checks them before the draft is saved.
    })),
  };
  return sendProblems(document, pageCount, now);
}
