/** Fields that a PDF names itself: text tags, and the fields of its own form (docs/guides/fields-from-pdf.md). Pure. */
import type { FinalizeReq } from '@countersign/contract/document';
import { FieldSpec, fieldTypes, type PlacedField } from '@countersign/contract/field';
import type { FieldCondition } from '@countersign/contract/field-condition';
import type { RecipientRole } from '@countersign/contract/recipient';
import { withoutUndrawn } from '@countersign/contract/undrawn';
import type { TextTag } from '@countersign/pdf/page-text/find-tags';
import type { FormField } from '@countersign/pdf/page-text/form-fields';
import type { SearchResult } from '@countersign/pdf/page-text/search';
import { ProblemError, type ValidationIssue } from '@countersign/problem/problem-error';

interface Person {
  name: string;
  email: string;
  role: RecipientRole;
}

const loc = ['body', 'fields_from'];
const MAX_ISSUES = 100;

/**
 * The fields in the order of their pages. Throws validation if there are none, for a tag that cannot be read, and for a role
 * that fits no recipient, or several.
 */
export function fieldsFromPdf(
  { fields_from: source, roles }: Pick<FinalizeReq, 'fields_from' | 'roles'>,
  found: Pick<SearchResult, 'tags' | 'formFields'>,
  recipients: readonly Person[],
): PlacedField[] {
  const issues: ValidationIssue[] = [];
  const read = <Found>(list: readonly Found[], toField: (one: Found) => PlacedField): PlacedField[] =>
    list.flatMap((one) => {
      try {
        return [toField(one)];
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        issues.push({
          loc,
          msg: `Value error, ${error.message}`,
          type: 'value_error',
          input: source,
        });
        return [];
      }
    });
  const fields =
    source === 'tags'
      ? read(found.tags, (tag) => fieldOfTag(tag, recipients, roles))
      : read(
          found.formFields.filter(({ readOnly, w, h }) => !readOnly && w > 0 && h > 0),
          (field) => fieldOfForm(field, recipients, roles),
        );
  if (fields.length === 0 && issues.length === 0)
    issues.push({
      loc,
      msg: `Value error, the PDF has no ${source === 'tags' ? 'text tags' : 'form fields that can be filled in'}`,
      type: 'value_error',
      input: source,
    });
  if (issues.length > 0) throw new ProblemError('validation', { detail: issues.slice(0, MAX_ISSUES) });
  return fields;
}

/** Why a tag or a form field cannot become a field. */
class UnreadableError extends Error {}

const typeNames: ReadonlySet<string> = new Set(fieldTypes);

function fieldOfTag(tag: TextTag, recipients: readonly Person[], roles: FinalizeReq['roles']): PlacedField {
  const refuse = (why: string) => new UnreadableError(`the tag {{${tag.text}}} on page ${tag.page}: ${why}`);
  const [type = '', ...rest] = tag.text.split(' ');
  if (!typeNames.has(type)) throw refuse(`"${type}" is not a field type; types are ${fieldTypes.join(', ')}`);
  const members = membersOf(rest.join(' '), refuse);
  const flag = (name: string): boolean | undefined => {
    const value = members.get(name);
    if (value === undefined) return undefined;
    if (value !== '' && value !== 'true' && value !== 'false') throw refuse(`${name} must be true or false`);
    return value !== 'false';
  };
  const number = (name: string): number | undefined => {
    const value = members.get(name);
    if (value === undefined) return undefined;
    if (value === '' || !Number.isFinite(Number(value))) throw refuse(`${name} must be a number`);
    return Number(value);
  };
  const side = (name: 'width' | 'height', otherwise: number): number => {
    const [, digits, unit] = /^(\d{0,4}\.?\d{1,6})(%?)$/.exec(members.get(name) ?? '') ?? [];
    if (!members.has(name)) return otherwise;
    if (digits === undefined) throw refuse(`${name} must be a fraction of the page, or a percentage`);
    return Number(digits) / (unit ? 100 : 1);
  };
  const condition = (name: 'visible_if' | 'required_if'): FieldCondition | undefined => {
    const text = members.get(name);
    return text === undefined ? undefined : conditionOf(text, () => refuse(`${name} is ${conditionSyntax}`));
  };
  for (const name of members.keys())
    if (!tagMembers.has(name)) throw refuse(`"${name}" is not a member of a tag`);
  const options = members.get('options')?.split('|');
  const isTick = type === 'checkbox' || (type === 'radio' && options?.length === 1);
  const hasSize = members.has('width') && members.has('height');
  // A tick is drawn in the middle of its field, so in a field as wide as the tag it would be far from the text before it.
  const box = isTick && !hasSize ? tag.square : tag;
  const optional = flag('optional');
  const label = members.get('label');
  return checked(
    {
      type,
      page: tag.page,
      x: within(box.x),
      y: within(box.y),
      w: side('width', Math.min(box.w, 1 - within(box.x))),
      h: side('height', Math.min(box.h, 1 - within(box.y))),
      recipient_index: recipientIndex(members.get('role'), recipients, roles, refuse),
      name: members.get('name') ?? (label === undefined ? undefined : nameFrom(label)),
      required: flag('required') ?? (optional === undefined ? type !== 'checkbox' : !optional),
      read_only: flag('read_only') ?? false,
      prefill_value: members.get('value'),
      visible_if: condition('visible_if'),
      required_if: condition('required_if'),
      settings: {
        options,
        max_length: number('max_length'),
        min_value: number('min_value'),
        max_value: number('max_value'),
        pattern: members.get('pattern'),
      },
    },
    refuse,
  );
}

const tagMembers: ReadonlySet<string> = new Set(
  'role name label required optional read_only value visible_if required_if width height options max_length min_value max_value pattern'.split(
    ' ',
  ),
);

const conditionSyntax = 'a field name, or name=value, name!=value or name=value|value';

/** A condition in a tag: one comparison with one field. A name alone means that the field is filled in. */
function conditionOf(text: string, refuse: () => UnreadableError): FieldCondition {
  const [, field, operator, value = ''] = /^([\w.-]+)\s*(?:(!?=)\s*(.+))?$/u.exec(text.trim()) ?? [];
  if (field === undefined) throw refuse();
  if (operator === undefined) return { field, filled: true };
  if (operator === '!=') return { field, not_equals: value };
  const values = value.split('|');
  return values.length > 1 ? { field, in: values } : { field, equals: value };
}

/** `name`, `name=value` or `name="value with spaces"`, separated by spaces. */
function membersOf(text: string, refuse: (why: string) => UnreadableError): Map<string, string> {
  const members = new Map<string, string>();
  const member = /\s*([a-z_]+)(?:\s*=\s*(?:["“”„]([^"“”„]*)["“”„]|([^\s"“”„]+)))?(?=\s|$)/uy;
  let at = 0;
  while (at < text.trimEnd().length) {
    member.lastIndex = at;
    const match = member.exec(text);
    if (!match)
      throw refuse(`"${text.slice(at).trim()}" is not understood; write name=value or name="a value"`);
    const [, name = '', quoted, plain] = match;
    if (members.has(name)) throw refuse(`${name} appears twice`);
    members.set(name, quoted ?? plain ?? '');
    at = member.lastIndex;
  }
  return members;
}

function fieldOfForm(
  field: FormField,
  recipients: readonly Person[],
  roles: FinalizeReq['roles'],
): PlacedField {
  const refuse = (why: string) =>
    new UnreadableError(`the form field "${field.name.slice(0, 100)}" on page ${field.page}: ${why}`);
  const [role = ''] = field.name.split('.', 1);
  const people = matching(role, recipients, roles);
  const type = field.type === 'radio' && field.options.length === 0 ? 'checkbox' : field.type;
  const isChoice = type === 'radio' || type === 'dropdown';
  // Nobody sees direction controls in a form, and the sealed file leaves them out.
  const options = [...new Set(field.options.map(withoutUndrawn))].filter((option) => option !== '');
  const drawn = field.value === null ? null : withoutUndrawn(field.value);
  const value = drawn !== null && isChoice && !options.includes(drawn) ? null : drawn;
  return checked(
    {
      type,
      page: field.page,
      x: field.x,
      y: field.y,
      w: field.w,
      h: field.h,
      recipient_index:
        field.name.includes('.') && people.length === 1
          ? people[0]
          : recipientIndex(undefined, recipients, roles, refuse),
      name: nameFrom(field.name),
      required: field.required,
      prefill_value: value ?? undefined,
      settings: {
        ...(isChoice && { options }),
        ...(field.maxLength !== null && field.maxLength >= 1 && { max_length: Math.floor(field.maxLength) }),
      },
    },
    refuse,
  );
}

/** A field name (docs/spec/interface.md, Field) made from any text; undefined if nothing is left. */
function nameFrom(text: string): string | undefined {
  const name = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .replace(/_+$/, '')
    .slice(0, 100);
  return name === '' ? undefined : name;
}

/** Parses the field with FieldSpec, which checks every member. */
function checked(field: object, refuse: (why: string) => UnreadableError): PlacedField {
  const parsed = FieldSpec.safeParse(field);
  if (parsed.success) return parsed.data as PlacedField;
  const { path, message } = parsed.error.issues[0]!;
  throw refuse(`${path.join('.')}: ${message.replace(/^Value error, /, '')}`);
}

const within = (value: number): number => Math.min(Math.max(value, 0), 1);

/** The recipient that a role names; without a role, the only one who acts. */
function recipientIndex(
  role: string | undefined,
  recipients: readonly Person[],
  roles: FinalizeReq['roles'],
  refuse: (why: string) => UnreadableError,
): number {
  if (role === undefined) {
    const acting = actingIndexes(recipients);
    if (acting.length === 1) return acting[0]!;
    throw refuse(
      acting.length === 0
        ? 'the document has no signer'
        : 'it names no role, and the document has several signers',
    );
  }
  const found = matching(role, recipients, roles);
  if (found.length === 1) return found[0]!;
  throw refuse(
    found.length === 0
      ? `no recipient has the role "${role}". A role is the name, the email address or the number of a recipient, or a name in roles`
      : `several recipients have the role "${role}"`,
  );
}

const actingIndexes = (recipients: readonly Person[]): number[] =>
  recipients.flatMap(({ role }, index) => (role === 'signer' || role === 'approver' ? [index] : []));

/** The indexes of the recipients that a role can mean, by the first rule that fits any. */
function matching(role: string, recipients: readonly Person[], roles: FinalizeReq['roles']): number[] {
  const wanted = plain(role);
  for (const [name, index] of Object.entries(roles))
    if (plain(name) === wanted) return recipients[index] ? [index] : [];
  const by = (keyOf: (person: Person) => string): number[] =>
    recipients.flatMap((person, index) => (plain(keyOf(person)) === wanted ? [index] : []));
  const [, digits] = /^(?:signer|recipient|approver)?[ _-]?([1-9]\d{0,2})$/.exec(wanted) ?? [];
  const numbered = digits === undefined ? undefined : actingIndexes(recipients)[Number(digits) - 1];
  const lists = [
    by(({ name }) => name),
    by(({ email }) => email),
    numbered === undefined ? [] : [numbered],
    by((person) => person.role),
  ];
  return lists.find((list) => list.length > 0) ?? [];
}

const plain = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();
