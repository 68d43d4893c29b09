/** Labels of fields on the page. Pure. */
import type { FieldOut } from '@countersign/client/generated/api';
import type { FieldType } from '@countersign/contract/field';
import { spokenName } from '@countersign/contract/spoken-name';

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
