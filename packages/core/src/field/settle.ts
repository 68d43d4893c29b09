/** Which fields a completion settles, and what each of them prints from then on (docs/AUDIT.md, Signed values). Pure. */
import type { FieldSettings } from '@countersign/contract/field';
import { type PrintedValue, printedValue } from '@countersign/contract/printed-value';
import { drawingSha256, type SignedField } from '@countersign/contract/values-digest';
import type { Field, Recipient } from '@countersign/db/models';
import { mustAct } from '../recipient/status.ts';

/** How a signature is stored in the database; uploaded images are in storage. */
export type StoredSignature =
  | { mode: 'type'; text: string; font?: string }
  | { mode: 'draw'; width: number; height: number; strokes: number[][][] }
  | { mode: 'upload'; image_sha256: string };

/** What is printed for a signature: its letters, or the digest of its drawing or image. */
export function printedSignature(stored: StoredSignature): PrintedValue {
  switch (stored.mode) {
    case 'type':
      return {
        kind: 'signature',
        mode: 'type',
        text: stored.text,
        ...(stored.font !== undefined && { font: stored.font }),
      };
    case 'draw':
      return { kind: 'signature', mode: 'draw', sha256: drawingSha256(stored) };
    case 'upload':
      return { kind: 'signature', mode: 'upload', sha256: stored.image_sha256 };
  }
}

export interface SettledField {
  field: Field;
  /** The recipient who filled it in; null where nobody could change it. */
  filledBy: string | null;
}

interface Parts {
  fields: readonly Field[];
  recipients: readonly Recipient[];
}

/**
 * The fields that a completion settles: the recipient's own that they could change; the first completion of a document also
 * settles all that nobody can change (read-only ones, and those without an owner who signs), because everybody signs with
 * these in sight. So each field of a completed document is settled by exactly one completion.
 */
export function fieldsSettledBy(
  { fields, recipients }: Parts,
  recipientId: string,
  isFirst: boolean,
): SettledField[] {
  const acting = new Set(recipients.filter(mustAct).map(({ id }) => id));
  return fields.flatMap((field) => {
    const { readOnly, recipientId: owner } = field;
    const filledBy = readOnly || owner === null || !acting.has(owner) ? null : owner;
    const isSettled = filledBy === null ? isFirst : filledBy === recipientId;
    return isSettled ? [{ field, filledBy }] : [];
  });
}

/** True until somebody has completed. */
export function isFirstCompletion(recipients: ReadonlyArray<Pick<Recipient, 'status'>>): boolean {
  return recipients.every(({ status }) => status !== 'completed');
}

/** What nobody can change prints what the sender set. */
export function printedOfSender(field: Field, dateFormat: string | null): PrintedValue {
  return printedValue(
    { type: field.type, settings: field.settings as FieldSettings },
    field.readOnly ? field.prefillValue : null,
    dateFormat,
  );
}

/** The field as `values_sha256` covers it. */
export function signedField({ field, filledBy }: SettledField, printed: PrintedValue): SignedField {
  return {
    field_id: field.id,
    recipient_id: filledBy,
    name: field.name,
    type: field.type,
    page: field.page,
    x: field.x,
    y: field.y,
    w: field.w,
    h: field.h,
    read_only: field.readOnly,
    settings: field.settings as FieldSettings,
    printed,
  };
}
