/**
 * Checks the values that a recipient submitted, and decodes and then stores their images, before any transaction
 * (docs/spec/decisions.md, section 9).
 */

import { calendarDay } from '@countersign/contract/calendar-day';
import type { FieldSettings } from '@countersign/contract/field';
import type { FieldState } from '@countersign/contract/field-condition';
import { createPatternBudget, type PatternBudget } from '@countersign/contract/field-pattern';
import { type FieldValueVerdict, validateFieldValue } from '@countersign/contract/field-value';
import type { MalformedValue, ReceivedCompletion, SignatureInput } from '@countersign/contract/signing';
import { withoutUndrawn } from '@countersign/contract/undrawn';
import type { Field } from '@countersign/db/models';
import { prepareSignatureImage, SignatureImageError } from '@countersign/pdf/draw/signature-image';
import { ProblemError, type ValidationIssue } from '@countersign/problem/problem-error';
import type { Storage } from '@countersign/storage/storage';
import { putHeldBytes } from '../blob/hold.ts';
import type { Base } from '../ctx.ts';
import { fieldStates } from '../field/conditions.ts';
import { tooMuchPatternWork, undrawableFault } from '../field/resolve-form-values.ts';
import type { StoredSignature } from '../field/settle.ts';
import { createYield } from '../yield-to-event-loop.ts';
import type { SigningSession } from './session.ts';

export interface CollectedValue {
  fieldId: string;
  value: string | null;
  signature: StoredSignature | null;
  /** A hidden field has no value, whatever was given. */
  isHidden: boolean;
}

export interface CollectedValues {
  values: CollectedValue[];
  /** The values with which conditions were evaluated, by field id. */
  accepted: ReadonlyMap<string, string | null>;
  states: ReadonlyMap<string, FieldState>;
}

type Given = ReceivedCompletion['values'];
type GivenValue = Given[string] | undefined;
/** A value without faults. `image` is a signature that is stored once all values are. */
type Accepted = Pick<CollectedValue, 'value' | 'signature'> & { image?: Uint8Array };
type Checked = { issue: Omit<ValidationIssue, 'loc'> } | Accepted;

/**
 * Checks the values of the recipient's own visible fields, and leaves out those of hidden ones. Throws validation with all errors at
 * once. Images are stored only when there is no error, because anyone with the link can repeat a faulty request, and stored files
 * remain until the next blob sweep.
 */
export async function collectValues(
  base: Pick<Base, 'db' | 'now'> & { storage: Storage },
  session: SigningSession,
  given: Given,
): Promise<CollectedValues> {
  const { fields } = session.document;
  const { entered, accepted } = await readValues(session, given);
  const states = fieldStates(fields, session.recipient.id, accepted);
  const issues: ValidationIssue[] = Object.keys(given)
    .filter((key) => !entered.has(key))
    .map((key) => ({
      loc: ['body', 'values', key],
      msg: 'Value error, not a field of this recipient',
      type: 'value_error',
    }));
  const valid: Array<Accepted & { fieldId: string; isHidden: boolean }> = [];
  const yieldIfDue = createYield();
  for (const [fieldId, one] of entered) {
    await yieldIfDue();
    const { visible, required } = states.get(fieldId)!;
    if (!visible) {
      valid.push({ fieldId, value: null, signature: null, isHidden: true });
      continue;
    }
    const checked = await checkEntered(one, required);
    if ('issue' in checked) issues.push({ loc: ['body', 'values', fieldId], ...checked.issue });
    else valid.push({ fieldId, ...checked, isHidden: false });
  }
  if (issues.length > 0) throw new ProblemError('validation', { detail: issues });
  return { values: await storeImages(base, valid), accepted, states };
}

async function storeImages(
  base: Pick<Base, 'db' | 'now'> & { storage: Storage },
  valid: ReadonlyArray<CollectedValue & { image?: Uint8Array }>,
): Promise<CollectedValue[]> {
  const values: CollectedValue[] = [];
  for (const { image, ...one } of valid) {
    if (!image) values.push(one);
    else {
      const { sha256 } = await putHeldBytes(base, image);
      values.push({ ...one, signature: { mode: 'upload', image_sha256: sha256 } });
    }
  }
  return values;
}

interface EnteredValue {
  field: Field;
  /** The value that was checked: the given one, or the default. */
  value: GivenValue;
  verdict: FieldValueVerdict;
}

/**
 * The values of the recipient's own fields by field id, checked as if no field were required, and those that would be accepted, as
 * conditions see them.
 */
async function readValues(session: SigningSession, given: Given) {
  const entered = new Map<string, EnteredValue>();
  const accepted = new Map<string, string | null>();
  const budget = createPatternBudget();
  const yieldIfDue = createYield();
  for (const field of session.document.fields) {
    if (field.recipientId !== session.recipient.id) continue;
    await yieldIfDue();
    const value = givenOrDefault(session, field, given[field.id]);
    const verdict = checkShape(field, value, given[field.id], budget);
    entered.set(field.id, { field, value: field.readOnly ? (given[field.id] ?? value) : value, verdict });
    accepted.set(field.id, field.readOnly ? field.prefillValue : asText(verdict));
  }
  return { entered, accepted };
}

/** The accepted value as conditions see it: for a signature only whether there is one counts. */
function asText(verdict: FieldValueVerdict): string | null {
  if (!verdict.ok || verdict.value === null) return null;
  return typeof verdict.value === 'string' ? verdict.value : verdict.value.mode;
}

function checkShape(
  field: Field,
  value: GivenValue,
  given: GivenValue,
  budget: PatternBudget,
): FieldValueVerdict {
  const settings = field.settings as FieldSettings;
  if (field.readOnly) {
    const isOther = given !== undefined && given !== null && given !== field.prefillValue;
    return isOther
      ? { ok: false, type: 'value_error', msg: 'Value error, the field is read-only' }
      : { ok: true, value: field.prefillValue };
  }
  if (isMalformed(value)) {
    const isSignature = field.type === 'signature' || field.type === 'initials';
    return { ok: false, ...(isSignature ? value.asSignature : value.asText) };
  }
  if (!budget.spend(settings.pattern, textOf(value))) return { ok: false, ...tooMuchPatternWork };
  return validateFieldValue({ type: field.type, required: false, settings }, value);
}

/** The rest of the checks, for a visible field: whether it may be empty, and whether the value can be drawn. */
async function checkEntered({ field, value, verdict }: EnteredValue, required: boolean): Promise<Checked> {
  // Only these values are accepted in an optional field and refused in a required one. No pattern is matched for them.
  const isEmpty =
    verdict.ok && (verdict.value === null || (field.type === 'checkbox' && verdict.value === 'false'));
  const settings = field.settings as FieldSettings;
  const last =
    isEmpty && required && !field.readOnly && !isMalformed(value)
      ? validateFieldValue({ type: field.type, required, settings }, value)
      : verdict;
  if (!last.ok)
    return {
      issue: {
        type: last.type,
        msg: last.msg,
        ...(isMalformed(value) ? 'input' in last && { input: last.input } : { input: shown(value) }),
        ...(last.ctx && { ctx: last.ctx as Record<string, unknown> }),
      },
    };
  if (last.value === null || typeof last.value === 'string') return checkDrawable(last.value);
  return checkSignature(last.value);
}

/**
 * The value of a field without one: its prefill, otherwise the recipient's name or address or the day of signing for name,
 * email and date fields.
 */
function givenOrDefault(session: SigningSession, field: Field, given: GivenValue): GivenValue {
  if (field.readOnly) return field.prefillValue;
  if (given !== undefined) return given;
  if (field.prefillValue !== null && field.type !== 'signature' && field.type !== 'initials') {
    const isChosen = field.type === 'radio' || field.type === 'dropdown';
    return isChosen ? field.prefillValue : withoutUndrawn(field.prefillValue);
  }
  if (field.type === 'name') return withoutUndrawn(session.recipient.name);
  if (field.type === 'email') return session.recipient.email;
  if (field.type === 'date') return calendarDay(session.ctx.now(), session.document.displayTimezone);
  return null;
}

const isMalformed = (value: GivenValue): value is MalformedValue =>
  typeof value === 'object' && value?.mode === 'malformed';

/** The text that a pattern is matched against. */
const textOf = (value: Exclude<GivenValue, MalformedValue>) =>
  value && typeof value === 'object' && 'text' in value ? value.text : value;

async function checkDrawable(value: string | null): Promise<Checked> {
  const fault = value === null ? null : await undrawableFault(value);
  return fault ? { issue: { ...fault, input: value } } : { value, signature: null };
}

async function checkSignature(input: SignatureInput): Promise<Checked> {
  if (input.mode === 'type') {
    const checked = await checkDrawable(input.text);
    if ('issue' in checked) return checked;
    const { text, font } = input;
    return { value: text, signature: { mode: 'type', text, ...(font && { font }) } };
  }
  if (input.mode === 'draw') {
    const { width, height, strokes } = input;
    return { value: 'drawn', signature: { mode: 'draw', width, height, strokes } };
  }
  const bytes = Buffer.from(input.image_base64.replace(/^data:image\/(png|jpeg);base64,/, ''), 'base64');
  try {
    return { value: 'uploaded', signature: null, image: await prepareSignatureImage(bytes) };
  } catch (error) {
    if (!(error instanceof SignatureImageError)) throw error;
    return { issue: { type: 'value_error', msg: `Value error, ${error.message}` } };
  }
}

/** The value as an error shows it: short texts, never a whole image. */
function shown(value: GivenValue): unknown {
  if (typeof value === 'string') return value.slice(0, 200);
  return value ? { mode: value.mode } : null;
}
