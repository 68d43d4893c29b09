import type { FieldOut } from '@countersign/client/generated/api';
import type { FieldEntry } from '../use-field-entry.ts';
import type { Values } from '../values.ts';
import { FieldSheet } from './field-sheet.tsx';
import { SignatureDialog } from './signature-dialog.tsx';
import { initialsOf } from './signature-shape.ts';
import { isSignature } from './use-adopted-signatures.ts';

/** The dialog of the open field: the signature dialog, or on narrow pages a sheet with the field's control. */
export function FieldDialogs({
  entry,
  values,
  recipientName,
  dateFormat,
  announcement,
}: {
  entry: FieldEntry;
  values: Values;
  recipientName: string;
  dateFormat: string | null | undefined;
  /** Repeated in the dialog of a field, because screen readers do not read what lies outside. */
  announcement: string;
}) {
  const { open, adopted, editable, counted } = entry;
  if (!open) return null;
  const value = values[open.id] ?? null;
  if (isSignature(open)) {
    return (
      <SignatureDialog
        key={open.id}
        field={open}
        label={entry.labels[open.id]!}
        current={value !== null && typeof value !== 'string' ? value : adopted.of(open)}
        suggestedFont={adopted.font()}
        suggestion={open.prefill_value || suggestionFor(open, recipientName)}
        onApply={(signature) => {
          adopted.adopt(open, signature);
          entry.change(open, signature);
          entry.close();
        }}
        onClose={entry.close}
      />
    );
  }
  return (
    <FieldSheet
      field={open}
      label={entry.labels[open.id]!}
      value={typeof value === 'string' ? value : ''}
      dateFormat={dateFormat}
      faultText={entry.faultText(open)}
      announcement={announcement}
      position={counted.indexOf(open) + 1}
      total={counted.length}
      isFirst={open === editable[0]}
      isLast={open === editable.at(-1)}
      onChange={(text) => entry.change(open, text)}
      onLeave={() => entry.leave(open)}
      onStep={(by) => entry.leaveFor(open, () => entry.step(by))}
      onDone={() => entry.leaveFor(open, entry.close)}
      onClose={entry.close}
    />
  );
}

function suggestionFor(field: FieldOut, name: string): string {
  return field.type === 'initials' ? initialsOf(name) : name;
}
