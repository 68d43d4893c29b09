/** A field as written on the command line: `type:page:x,y,w,h[:member=value]…`. */
import type { FieldSettings, FieldSpec, RecipientSpec } from '@countersign/client/generated/api';
import { fieldTypes } from '@countersign/contract/enumerations';
import { UsageError } from '../exit-status.ts';

/** The syntax of a field, for help texts. */
export const fieldSyntax = '"type:page:x,y,w,h[:member=value]…"';
export const fieldNotes = `A field is written ${fieldSyntax}: x, y, w and h are fractions of the
page as displayed, from its top left, or percentages. Members: for=EMAIL or for=NUMBER (which recipient, from 1;
the first by default), name=…, prefill=…, options=A|B|C, max_length=…, min=…, max=…, optional, read_only.
For other settings use a JSON file: --from spec.json accepts the body of POST /v1/documents.`;

/** A field whose recipient is still the email or number from the command line. */
export type WrittenField = Omit<FieldSpec, 'recipient_index'> & { for: string };

/** Parses a field. Throws UsageError. */
export function readField(text: string): WrittenField {
  const [type = '', page = '', place = '', ...members] = text.split(':').map((part) => part.trim());
  const refuse = (why: string) => new UsageError(`"${text}" is not a field: ${why}. Write ${fieldSyntax}.`);
  if (!(fieldTypes as readonly string[]).includes(type))
    throw refuse(`the type must be one of ${fieldTypes.join(', ')}`);
  if (!/^[1-9]\d{0,5}$/.test(page)) throw refuse('the page must be a number from 1');
  const numbers = place.split(',').map(readFraction);
  if (numbers.length !== 4 || numbers.some(Number.isNaN))
    throw refuse('the place must be four fractions or percentages');
  const [x, y, w, h] = numbers as [number, number, number, number];
  const settings: FieldSettings = {};
  const field: WrittenField = {
    type: type as FieldSpec['type'],
    page: Number(page),
    x,
    y,
    w,
    h,
    settings,
    for: '1',
  };
  for (const member of members) readMember(field, settings, member, refuse);
  return field;
}

function readFraction(text: string): number {
  const match = /^\s*(\d*\.?\d+)\s*(%?)\s*$/.exec(text);
  if (!match) return Number.NaN;
  return match[2] ? Number(match[1]) / 100 : Number(match[1]);
}

function readMember(
  field: WrittenField,
  settings: FieldSettings,
  member: string,
  refuse: (why: string) => UsageError,
): void {
  const at = member.indexOf('=');
  const name = at === -1 ? member : member.slice(0, at);
  const value = at === -1 ? '' : member.slice(at + 1);
  const number = () => {
    if (value === '' || Number.isNaN(Number(value))) throw refuse(`${name} must be a number`);
    return Number(value);
  };
  if (name === 'for') field.for = value;
  else if (name === 'name') field.name = value;
  else if (name === 'prefill') field.prefill_value = value;
  else if (name === 'options') settings.options = value.split('|');
  else if (name === 'max_length') settings.max_length = number();
  else if (name === 'min') settings.min_value = number();
  else if (name === 'max') settings.max_value = number();
  else if (member === 'optional') field.required = false;
  else if (member === 'read_only') field.read_only = true;
  else throw refuse(`"${member}" is not understood`);
}

/** Finds the recipient of each field. Throws UsageError if one does not exist. */
export function assignFields(
  fields: readonly WrittenField[],
  recipients: readonly RecipientSpec[],
): FieldSpec[] {
  return fields.map(({ for: whose, ...field }) => {
    const index = /^\d+$/.test(whose)
      ? Number(whose) - 1
      : recipients.findIndex(({ email }) => email.toLowerCase() === whose.toLowerCase());
    if (!recipients[index])
      throw new UsageError(
        recipients.length === 0
          ? 'A field needs a --recipient.'
          : `There is no recipient "${whose}" for a field.`,
      );
    return { ...field, recipient_index: index };
  });
}
