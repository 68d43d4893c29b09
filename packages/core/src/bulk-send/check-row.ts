/** Checks whether a row can be sent, when it is created and again when it is sent. */
import { isBlank } from '@countersign/contract/blank';
import type { BulkRowIn } from '@countersign/contract/bulk-send';
import {
  ExternalId,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_METADATA_VALUE_LENGTH,
  MetadataValue,
} from '@countersign/contract/own-data';
import { RecipientSpec } from '@countersign/contract/recipient';
import { directionFault, withoutUndrawn } from '@countersign/contract/undrawn';
import { sendProblems } from '../document/sendable.ts';
import { fieldIndexesOf, resolveFormValues } from '../field/resolve-form-values.ts';
import { fieldsOf, placeholdersOf } from '../template/definition.ts';
import { fillPlaceholders, type Person, type TemplateDefinition } from '../template/fill.ts';

type PersonMember = 'name' | 'email' | 'auth_level' | 'delivery' | 'signature_level';

/** The place in the row, and what is wrong. */
export interface RowFault {
  place:
    | ['recipients', number, PersonMember]
    | ['recipients']
    | ['form_values', string]
    | ['external_id']
    | ['pdf']
    | ['metadata', string]
    | [];
  message: string;
}

export type CheckedRow =
  | { ok: true; recipients: RecipientSpec[]; prefill: Map<number, string> }
  | { ok: false; faults: RowFault[] };

/** Checks rows against one template. What does not depend on the row is computed once. */
export function rowChecker(template: TemplateDefinition, now: Date): (row: BulkRowIn) => Promise<CheckedRow> {
  const placeholders = placeholdersOf(template);
  const fields = fieldsOf(template);
  const pageCount = (template.pages as unknown[]).length;
  /** The reasons why these recipients and values cannot be sent; ids are positions. */
  const problemsOf = (recipients: readonly RecipientSpec[], prefill: ReadonlyMap<number, string>) =>
    sendProblems(
      {
        expiresAt: null,
        recipients: recipients.map((recipient, at) => ({
          ...recipient,
          id: String(at),
          signingOrder: recipient.signing_order,
        })),
        fields: fields.map((field, at) => ({
          id: String(at),
          position: at,
          name: field.name ?? null,
          type: field.type,
          recipientId: String(field.recipient_index),
          page: field.page,
          required: field.required,
          readOnly: field.read_only,
          prefillValue: prefill.get(at) ?? field.prefill_value ?? null,
          settings: field.settings,
          visibleIf: field.visible_if,
          requiredIf: field.required_if,
        })),
      },
      pageCount,
      now,
    );
  const everyField = new Map(fields.map((_, at) => [at, 'x']));
  const neverSendable = problemsOf(placeholders, everyField).length > 0;
  const mustBeGiven = fields.flatMap((field, at) =>
    field.read_only && field.required && isBlank(field.prefill_value ?? '') ? [at] : [],
  );

  return async (row) => {
    const faults = ownDataFaults(row);
    if (row.recipients.length !== placeholders.length) {
      faults.push({
        place: ['recipients'],
        message: `expected ${placeholders.length}, one for each placeholder of the template, but got ${row.recipients.length}`,
      });
    }
    const people = row.recipients
      .slice(0, placeholders.length)
      .map((given, at) => checkPerson(given, at, faults));
    const { prefill, issues } = await resolveFormValues(fields, drawnValues(fields, row.form_values), []);
    for (const issue of issues) {
      const [key] = issue.loc;
      faults.push({
        place: key === undefined ? [] : ['form_values', String(key)],
        message: issue.msg.replace(/^Value error, /, ''),
      });
    }
    if (faults.length > 0) return { ok: false, faults };
    const recipients = fillPlaceholders(placeholders, people);
    if (neverSendable || mustBeGiven.some((at) => isBlank(prefill.get(at) ?? ''))) {
      const problems = problemsOf(recipients, prefill);
      return {
        ok: false,
        faults: problems.map(({ message }) => ({ place: [], message: `not-sendable: ${message}` })),
      };
    }
    return { ok: true, recipients, prefill };
  };
}

/**
 * The values without characters that turn the direction of others. Cells that were copied from a contact list often have them, the sender
 * cannot see them, and the sealed file leaves them out. Options stay as the template has them.
 */
function drawnValues(
  fields: Parameters<typeof fieldIndexesOf>[0],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const isOption = (key: string) =>
    fieldIndexesOf(fields, key).some((at) => ['radio', 'dropdown'].includes(fields[at]!.type));
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      directionFault(value) === null || isOption(key) ? value : withoutUndrawn(value),
    ]),
  );
}

/** JSON was validated with the request, so only rows of a CSV can have these faults. */
function ownDataFaults({ external_id: externalId, metadata }: BulkRowIn): RowFault[] {
  const faults: RowFault[] = [];
  if (typeof externalId === 'string' && !ExternalId.safeParse(externalId).success)
    faults.push({
      place: ['external_id'],
      message: `must have 1 to ${MAX_EXTERNAL_ID_LENGTH} characters without control characters`,
    });
  for (const [key, value] of Object.entries(metadata ?? {}))
    if (!MetadataValue.safeParse(value).success)
      faults.push({
        place: ['metadata', key],
        message: `at most ${MAX_METADATA_VALUE_LENGTH} characters, without NUL characters`,
      });
  return faults;
}

const { name: Name, email: Email } = RecipientSpec.shape;

function checkPerson(given: Record<string, unknown>, at: number, faults: RowFault[]): Person {
  const fault = (member: PersonMember, message: string) =>
    faults.push({ place: ['recipients', at, member], message });
  const { name, email, auth_level: level = 'link', delivery } = given;
  if (name === undefined || name === '') fault('name', 'a name is required');
  else if (!Name.safeParse(name).success) fault('name', 'not a name of at most 200 visible characters');
  if (email === undefined || email === '') fault('email', 'an email address is required');
  else if (!Email.safeParse(email).success) fault('email', 'not a valid email address');
  if (level === 'account' || level === 'passkey') {
    fault(
      'auth_level',
      `auth-level-unavailable: the authentication level "${level}" is not available; only link and otp are`,
    );
  } else if (level !== 'link' && level !== 'otp' && level !== null)
    fault('auth_level', 'must be link or otp');
  if (delivery !== 'email' && delivery !== 'none' && delivery != null)
    fault('delivery', 'must be email or none');
  // Ignoring it would send a document with simple signatures to people who were to sign with keys of their own.
  if (given.signature_level != null)
    fault('signature_level', 'not in bulk sends; create the document with POST /v1/templates/{id}/use');
  return {
    name: name as string,
    email: email as string,
    auth_level: level === 'otp' ? 'otp' : 'link',
    delivery: delivery === 'none' ? 'none' : 'email',
  };
}

const maxFaults = 5;
/** Longer names of fields are cut in messages. */
const maxNameLength = 300;

/** The faults as the row's `error`; `where` describes a place. */
export function describeFaults(
  faults: readonly RowFault[],
  where: (place: RowFault['place']) => string,
): string {
  const listed = faults.slice(0, maxFaults).map(({ place, message }) => {
    const words = where(place);
    const shown = words.length > maxNameLength ? `${words.slice(0, maxNameLength).toWellFormed()}…` : words;
    return words === '' ? message : `${shown}: ${message}`;
  });
  const more = faults.length - listed.length;
  return [...listed, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
