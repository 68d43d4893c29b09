/** Which fields a completion settles, and what each of them prints (docs/AUDIT.md, Signed values). Pure. */
import type { FieldSettings } from '@countersign/contract/field';
import { type PrintedValue, printedValue } from '@countersign/contract/printed-value';
import { drawingSha256, type SignedField } from '@countersign/contract/values-digest';
import type { Field, Recipient } from '@countersign/db/models';
import { mustAct } from '../recipient/status.ts';

/** The stored form of a signature. Uploaded images are in storage. */
export type StoredSignature =
  | { mode: 'type'; text: string; font?: string }
  | { mode: 'draw'; width: number; height: number; strokes: number[][][] }
  | { mode: 'upload'; image_sha256: string };

/** The printed value of a signature: its text, or the digest of its drawing or image. */
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
  /** The recipient who filled it in, or whose completion made it visible; null if no recipient could change it. */
  filledBy: string | null;
}

interface Parts {
  fields: readonly Field[];
  recipients: readonly Recipient[];
}

/**
 * The fields that a completion settles: the recipient's own fields that they could change, or make visible. The first completion of
 * a document also settles all fields that no recipient can change (read-only ones without `visible_if`, and those without a signer
 * or approver), because every recipient sees these when signing. So exactly one completion settles each field.
 */
export function fieldsSettledBy(
  { fields, recipients }: Parts,
  recipientId: string,
  isFirst: boolean,
): SettledField[] {
  const acting = new Set(recipients.filter(mustAct).map(({ id }) => id));
  return fields.flatMap((field) => {
    const { readOnly, visibleIf, recipientId: owner } = field;
    const isFixed = readOnly && visibleIf === null;
    const filledBy = isFixed || owner === null || !acting.has(owner) ? null : owner;
    const isSettled = filledBy === null ? isFirst : filledBy === recipientId;
    return isSettled ? [{ field, filledBy }] : [];
  });
}

/** True until a recipient has completed. */
export function isFirstCompletion(recipients: ReadonlyArray<Pick<Recipient, 'status'>>): boolean {
  return recipients.every(({ status }) => status !== 'completed');
}

/** The printed value of a field that no recipient can change: the sender's value. */
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
