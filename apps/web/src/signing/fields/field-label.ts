/** Labels of fields on the page. Pure. */
import type { FieldOut } from '@countersign/client/generated/api';
import type { FieldType } from '@countersign/contract/field';

/** A field's API name in words: `contractDate`, `contract_date` and `contract.date` all read "Contract date". */
export function spokenName(name: string): string {
  const words = name
    .replace(/[_.-]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .trim()
    .split(/ +/)
    .map((word) => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word));
  const text = words.join(' ');
  return text === '' ? name : text.charAt(0).toUpperCase() + text.slice(1);
}

/** A label for every field, by id: its name or its type, with a number if the same label occurs twice. */
export function labelsOf(
  fields: readonly FieldOut[],
  typeNames: Readonly<Record<FieldType, string>>,
): Record<string, string> {
  const plain = fields.map((field) => (field.name ? spokenName(field.name) : typeNames[field.type]));
  const totals = new Map<string, number>();
  for (const label of plain) totals.set(label, (totals.get(label) ?? 0) + 1);
  const seen = new Map<string, number>();
  return Object.fromEntries(
    fields.map((field, index) => {
      const label = plain[index]!;
      if (totals.get(label) === 1) return [field.id, label];
      const number = (seen.get(label) ?? 0) + 1;
      seen.set(label, number);
      return [field.id, `${label} ${number}`];
    }),
  );
}
