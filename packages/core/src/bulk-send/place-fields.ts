/** Finds the places of a template's fields in a PDF that names its fields itself, by text tags or its own form. Pure. */
import type { fieldSources } from '@countersign/contract/document';
import type { PlacedField } from '@countersign/contract/field';
import type { RecipientSpec } from '@countersign/contract/recipient';
import type { SearchResult } from '@countersign/pdf/page-text/search';
import { ProblemError } from '@countersign/problem/problem-error';
import { fieldsFromPdf } from '../field/fields-from-pdf.ts';
import { fieldsOf, placeholdersOf } from '../template/definition.ts';
import type { FieldPlace, TemplateDefinition } from '../template/fill.ts';

/** How a PDF can name its fields: by text tags or by its form. */
export type FieldSource = (typeof fieldSources)[number];

/** Reasons that are listed. */
const maxReasons = 3;

/**
 * The place of each field of the template, in its order, or why the PDF does not fit. The fields of the PDF must be exactly those of the
 * template: the same names, types and recipients. Equal ones are matched in their order.
 */
export function placesIn(
  template: TemplateDefinition,
  source: FieldSource,
  found: Pick<SearchResult, 'tags' | 'formFields'>,
): { places: FieldPlace[] } | { problem: string } {
  const recipients = placeholdersOf(template);
  let named: PlacedField[];
  try {
    named = fieldsFromPdf({ fields_from: source, roles: {} }, found, recipients);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { problem: reasonsOf(error) };
  }
  const rest = Map.groupBy(named, keyOf);
  const missing: PlacedField[] = [];
  const places = fieldsOf(template).map((field): FieldPlace => {
    const fitting = rest.get(keyOf(field))?.shift();
    if (!fitting) missing.push(field);
    const { page, x, y, w, h } = fitting ?? field;
    return { page, x, y, w, h };
  });
  const extra = [...rest.values()].flat();
  const reasons = [
    ...missing.map((field) => `it does not name the template's ${textOf(field, recipients)}`),
    ...extra.map((field) => `it names a ${textOf(field, recipients)} that the template does not have`),
  ];
  return reasons.length === 0 ? { places } : { problem: listed(reasons) };
}

const keyOf = ({ type, name, recipient_index }: PlacedField) => `${type} ${recipient_index} ${name ?? ''}`;

function textOf({ type, name, recipient_index }: PlacedField, recipients: readonly RecipientSpec[]): string {
  return `${type} field${name ? ` ${name}` : ''} of ${recipients[recipient_index]!.name}`;
}

/** The messages of a validation problem. */
function reasonsOf({ detail }: ProblemError): string {
  if (!Array.isArray(detail)) return String(detail);
  return listed(detail.map(({ msg }: { msg: string }) => msg.replace(/^Value error, /, '')));
}

function listed(reasons: readonly string[]): string {
  const more = reasons.length - maxReasons;
  return [...reasons.slice(0, maxReasons), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
