/** The values of a recipient: initial values, validation, and the request body. Pure. */
import type { CompleteReq, FieldOut, SigningOut, ValidationError } from '@countersign/client/generated/api';
import { calendarDay } from '@countersign/contract/calendar-day';
import { printCheckedDay } from '@countersign/contract/date-tokens';
import { applyConditions, type EarlierField } from '@countersign/contract/field-condition';
import { type FieldValue, type FieldValueFault, validateFieldValue } from '@countersign/contract/field-value';
import { withoutUndrawn } from '@countersign/contract/undrawn';

export type Values = Readonly<Record<string, FieldValue>>;
export type Faults = Readonly<Record<string, FieldValueFault>>;

/** Fields whose tops differ by at most this fraction of the page are on one line. */
const lineTolerance = 0.008;

/** Fields by page, then line by line from top to bottom, then from left to right. */
export function inReadingOrder(fields: readonly FieldOut[]): FieldOut[] {
  const sorted = [...fields].sort((a, b) => a.page - b.page || a.y - b.y || a.x - b.x);
  const lines: FieldOut[][] = [];
  for (const field of sorted) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && first.page === field.page && field.y - first.y <= lineTolerance) line.push(field);
    else lines.push([field]);
  }
  return lines.flatMap((line) => line.sort((a, b) => a.x - b.x));
}

/** The initial value of each field: its prefill, or the recipient's name or address, or today's date. */
export function initialValues(view: SigningOut, now: Date): Values {
  return Object.fromEntries((view.fields ?? []).map((field) => [field.id, initialValue(field, view, now)]));
}

function initialValue(field: FieldOut, view: SigningOut, now: Date): FieldValue {
  const prefill = field.value ?? field.prefill_value ?? null;
  switch (field.type) {
    case 'signature':
    case 'initials':
      return null;
    case 'checkbox':
      return prefill === 'true' ? 'true' : 'false';
    case 'radio':
    case 'dropdown':
      return prefill ?? '';
    case 'name':
      return withoutUndrawn(prefill ?? view.recipient.name ?? '');
    case 'email':
      return prefill ?? view.recipient.email ?? '';
    case 'date':
      return prefill ?? calendarDay(now, view.document.display_timezone);
    default:
      return withoutUndrawn(prefill ?? '');
  }
}

/** Restored values of these fields, as drawnValue gives each. */
export const drawnValues = (fields: readonly FieldOut[], values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([id, value]) => {
      const field = fields.find((one) => one.id === id);
      return [id, field ? drawnValue(field, value) : value];
    }),
  );

/** A value without the characters that the sealed file does not draw. Options stay as the sender wrote them, to be recognized. */
export function drawnValue({ type }: FieldOut, value: FieldValue): FieldValue {
  if (typeof value === 'string')
    return type === 'radio' || type === 'dropdown' ? value : withoutUndrawn(value);
  return value?.mode === 'type' ? { ...value, text: withoutUndrawn(value.text) } : value;
}

/** A value as the sealed file prints it. Dates use the document's format and the same code as the seal. */
export function printedText(
  field: FieldOut,
  value: string | null | undefined,
  dateFormat: string | null | undefined,
): string {
  return field.type === 'date' ? printCheckedDay(value ?? '', dateFormat) : withoutUndrawn(value ?? '');
}

/** The text of a field that this recipient cannot change: the signed text, or the text that will be printed. */
export function fixedText(field: FieldOut, dateFormat: string | null | undefined): string {
  const signed = field.type === 'date' ? field.printed?.text : undefined;
  return signed ?? printedText(field, field.value ?? field.prefill_value, dateFormat);
}

/**
 * The fields that are visible with these values, by the rules of the server. Their `required` follows `required_if`. Values of hidden
 * fields stay in `values`, in case the field becomes visible again.
 */
export function visibleFields(
  fields: readonly FieldOut[],
  values: Values,
  earlier: readonly EarlierField[],
): readonly FieldOut[] {
  if (!fields.some(({ visible_if, required_if }) => visible_if || required_if)) return fields;
  const states = applyConditions(fields, (field) => acceptedText(field, values[field.id]), earlier);
  return fields.flatMap((field, index) => {
    const { visible, required } = states[index]!;
    if (!visible) return [];
    return required === field.required ? [field] : [{ ...field, required }];
  });
}

/** The value as conditions see it: null if it is empty or would not be accepted. */
function acceptedText(field: FieldOut, value: FieldValue | undefined): string | null {
  if (field.read_only) return field.prefill_value ?? null;
  const verdict = validateFieldValue({ ...field, required: false }, value);
  if (!verdict.ok || verdict.value === null) return null;
  return typeof verdict.value === 'string' ? verdict.value : verdict.value.mode;
}

/** The errors by field. Read-only fields are not checked, because the recipient cannot change them. */
export function checkValues(fields: readonly FieldOut[], values: Values): Faults {
  const faults: Record<string, FieldValueFault> = {};
  for (const field of fields) {
    const verdict = field.read_only ? null : validateFieldValue(field, values[field.id]);
    if (verdict && !verdict.ok) faults[field.id] = verdict;
  }
  return faults;
}

/** True when the server will accept the field's value and it is not empty. */
export function isFilled(field: FieldOut, value: FieldValue | undefined): boolean {
  if (field.type === 'checkbox') return value === 'true';
  const verdict = validateFieldValue(field, value);
  return verdict.ok && verdict.value !== null;
}

/** The values for POST …/complete: all editable fields. A cleared text is sent as the empty text. */
export function valuesToSend(fields: readonly FieldOut[], values: Values): CompleteReq['values'] {
  const sent: CompleteReq['values'] = {};
  for (const field of fields) {
    const value = values[field.id];
    if (!field.read_only && value !== null && value !== undefined) sent[field.id] = value;
  }
  return sent;
}

/** The server's errors by field; `others` belong to no field of this recipient. */
export function faultsOf(
  issues: readonly ValidationError[],
  fields: readonly FieldOut[],
): { faults: Faults; others: ValidationError[] } {
  const faults: Record<string, FieldValueFault> = {};
  const others: ValidationError[] = [];
  const ids = new Set(fields.map((field) => field.id));
  for (const issue of issues) {
    const [where, member, id] = issue.loc;
    if (where === 'body' && member === 'values' && typeof id === 'string' && ids.has(id)) {
      faults[id] ??= {
        ok: false,
        type: issue.type,
        msg: issue.msg,
        ...(issue.ctx && { ctx: issue.ctx }),
      };
    } else {
      others.push(issue);
    }
  }
  return { faults, others };
}
