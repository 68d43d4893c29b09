/** A completed field -> what sealing draws at its rectangle (decisions.md, section 8). Pure. */
import { printDay } from '@countersign/contract/date-format';
import type { FieldSettings } from '@countersign/contract/field';
import type { SignatureFont } from '@countersign/contract/signature-fonts';
import type { Field } from '@countersign/db/models';
import type { FieldMark, SignatureValue } from '@countersign/pdf/types';

/** How a signature lies in the database; uploaded images lie in storage. */
export type StoredSignature =
  | { mode: 'type'; text: string; font?: SignatureFont }
  | { mode: 'draw'; width: number; height: number; strokes: number[][][] }
  | { mode: 'upload'; image_sha256: string };

/** The mark of a field, or null when there is nothing to draw. `images` holds the prepared bytes of uploaded signatures. */
export function markOf(
  field: Field,
  dateFormat: string | null,
  images: ReadonlyMap<string, Uint8Array>,
): FieldMark | null {
  const signature = signatureOf(field, images);
  if (signature) return { kind: 'signature', value: signature };
  const value = field.value ?? (field.readOnly ? field.prefillValue : null);
  if (value === null || value === '') return null;
  switch (field.type) {
    case 'checkbox':
      return value === 'true' ? { kind: 'check' } : null;
    case 'radio':
      return ((field.settings as FieldSettings).options?.length ?? 0) > 1
        ? { kind: 'text', text: value }
        : { kind: 'radio' };
    case 'date':
      return { kind: 'text', text: printDay(value, dateFormat) };
    default:
      return { kind: 'text', text: value };
  }
}

/** The signature a field holds, ready to draw; null for other fields and empty ones. */
export function signatureOf(
  field: Pick<Field, 'signature'>,
  images: ReadonlyMap<string, Uint8Array>,
): SignatureValue | null {
  const stored = field.signature as StoredSignature | null;
  if (!stored) return null;
  if (stored.mode !== 'upload') return stored;
  const prepared = images.get(stored.image_sha256);
  if (!prepared) throw new Error(`the image ${stored.image_sha256} of a signature is not at hand`);
  return { mode: 'upload', prepared };
}

/** The storage keys of the uploaded signatures among the fields. */
export function imagesOf(fields: ReadonlyArray<Pick<Field, 'signature'>>): string[] {
  const stored = fields.map((field) => field.signature as StoredSignature | null);
  return [...new Set(stored.flatMap((one) => (one?.mode === 'upload' ? [one.image_sha256] : [])))];
}
