/**
 * Checks the values that a recipient submitted, and decodes and then stores their images, before any transaction
 * (docs/spec/decisions.md, section 9).
 */

import { calendarDay } from '@countersign/contract/calendar-day';
import type { FieldSettings } from '@countersign/contract/field';
import { createPatternBudget } from '@countersign/contract/field-pattern';
import { validateFieldValue } from '@countersign/contract/field-value';
import type { CompleteReq, SignatureInput } from '@countersign/contract/signing';
import type { Field } from '@countersign/db/models';
import { prepareSignatureImage, SignatureImageError } from '@countersign/pdf/draw/signature-image';
import { drawableText } from '@countersign/pdf/text/drawable';
import { ProblemError, type ValidationIssue } from '@countersign/problem/problem-error';
import type { Storage } from '@countersign/storage/storage';
import { tooMuchPatternWork } from '../field/resolve-form-values.ts';
import type { StoredSignature } from '../field/settle.ts';
import { createYield } from '../yield-to-event-loop.ts';
import type { SigningSession } from './session.ts';

export interface CollectedValue {
  fieldId: string;
  value: string | null;
  signature: StoredSignature | null;
}

type Given = CompleteReq['values'];
type GivenValue = Given[string] | undefined;
/** A value without faults. `image` is a signature that is stored once all values are. */
type Accepted = Omit<CollectedValue, 'fieldId'> & { image?: Uint8Array };
type Checked = { issue: Omit<ValidationIssue, 'loc'> } | Accepted;

/**
 * Checks all values of the recipient's own fields. Throws validation with all errors at once. Images are stored only when there is
 * no error, because anyone with the link can repeat a faulty request, and stored files remain until the next blob sweep.
 */
export async function collectValues(
  base: { storage: Storage },
  session: SigningSession,
  given: Given,
): Promise<CollectedValue[]> {
  const own = session.document.fields.filter((field) => field.recipientId === session.recipient.id);
  const issues: ValidationIssue[] = [];
  const accepted: Array<Accepted & { fieldId: string }> = [];
  const ownIds = new Set(own.map((field) => field.id));
  for (const key of Object.keys(given)) {
    if (!ownIds.has(key)) {
      issues.push({
        loc: ['body', 'values', key],
        msg: 'Value error, not a field of this recipient',
        type: 'value_error',
      });
    }
  }
  const budget = createPatternBudget();
  const yieldIfDue = createYield();
  for (const field of own) {
    await yieldIfDue();
    const value = givenOrDefault(session, field, given[field.id]);
    const checked =
      field.readOnly || budget.spend((field.settings as FieldSettings).pattern, textOf(value))
        ? await checkField(field, value, given[field.id])
        : { issue: { ...tooMuchPatternWork, input: shown(value) } };
    if ('issue' in checked) issues.push({ loc: ['body', 'values', field.id], ...checked.issue });
    else accepted.push({ fieldId: field.id, ...checked });
  }
  if (issues.length > 0) throw new ProblemError('validation', { detail: issues });
  const collected: CollectedValue[] = [];
  for (const { image, ...one } of accepted) {
    if (!image) collected.push(one);
    else {
      const { sha256 } = await base.storage.putBytes(image);
      collected.push({ ...one, signature: { mode: 'upload', image_sha256: sha256 } });
    }
  }
  return collected;
}

/**
 * The value of a field without one: its prefill, otherwise the recipient's name or address or the day of signing for name,
 * email and date fields.
 */
function givenOrDefault(session: SigningSession, field: Field, given: GivenValue): GivenValue {
  if (field.readOnly) return field.prefillValue;
  if (given !== undefined) return given;
  if (field.prefillValue !== null && field.type !== 'signature' && field.type !== 'initials')
    return field.prefillValue;
  if (field.type === 'name') return session.recipient.name;
  if (field.type === 'email') return session.recipient.email;
  if (field.type === 'date') return calendarDay(session.ctx.now(), session.document.displayTimezone);
  return null;
}

/** The text that a pattern is matched against. */
const textOf = (value: GivenValue) =>
  value && typeof value === 'object' && 'text' in value ? value.text : value;

async function checkField(field: Field, value: GivenValue, given: GivenValue): Promise<Checked> {
  if (field.readOnly && given !== undefined && given !== null && given !== field.prefillValue) {
    return {
      issue: { type: 'value_error', msg: 'Value error, the field is read-only', input: shown(given) },
    };
  }
  if (field.readOnly) return checkDrawable(value as string | null);
  const settings = field.settings as FieldSettings;
  const verdict = validateFieldValue({ type: field.type, required: field.required, settings }, value);
  if (!verdict.ok) {
    return {
      issue: {
        type: verdict.type,
        msg: verdict.msg,
        input: shown(value),
        ...(verdict.ctx && { ctx: verdict.ctx as Record<string, unknown> }),
      },
    };
  }
  if (verdict.value === null || typeof verdict.value === 'string') return checkDrawable(verdict.value);
  return checkSignature(verdict.value);
}

async function checkDrawable(value: string | null): Promise<Checked> {
  if (value !== null) {
    const drawable = await drawableText(value);
    if (!drawable.ok) {
      const characters = drawable.missing.slice(0, 10).join(' ');
      return {
        issue: { type: 'value_error', msg: `Value error, no font can draw: ${characters}`, input: value },
      };
    }
  }
  return { value, signature: null };
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
