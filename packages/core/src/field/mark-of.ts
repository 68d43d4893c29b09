/** From a settled field to what sealing draws in its rectangle (docs/spec/decisions.md, section 8). Pure. */
import type { FieldSettings } from '@countersign/contract/field';
import type { PrintedValue } from '@countersign/contract/printed-value';
import { spokenName } from '@countersign/contract/spoken-name';
import type { Field } from '@countersign/db/models';
import type { FieldMark, SignatureValue } from '@countersign/pdf/ports/marks';
import type { StoredSignature } from './settle.ts';

/**
 * The mark of a field, or null if there is nothing to draw. `images` holds the prepared bytes of uploaded signatures. Draws
 * only the stored `printed`; core/seal/check-values.ts has checked that this is what was signed.
 */
export function markOf(
  field: Pick<Field, 'printed' | 'signature'>,
  images: ReadonlyMap<string, Uint8Array>,
): FieldMark | null {
  const printed = field.printed as PrintedValue | null;
  switch (printed?.kind) {
    case 'text':
      return { kind: 'text', text: printed.text! };
    case 'check':
    case 'radio':
      return { kind: printed.kind };
    case 'signature': {
      const value = signatureOf(field, images);
      return value && { kind: 'signature', value };
    }
    default:
      return null;
  }
}

/** What a tick or a single option means, in words: the name of a checkbox, the option of a radio field. Null for other fields. */
export function markLabelOf({
  type,
  name,
  settings,
}: {
  type: string;
  name?: string | null;
  settings: Pick<FieldSettings, 'options'>;
}): string | null {
  const options = settings.options ?? [];
  if (type === 'radio') return options.length === 1 ? (options[0] ?? null) : null;
  return type === 'checkbox' && name ? spokenName(name) : null;
}

/** The signature of a field, ready to draw; null for other fields and empty ones. */
export function signatureOf(
  field: Pick<Field, 'signature'>,
  images: ReadonlyMap<string, Uint8Array>,
): SignatureValue | null {
  const stored = field.signature as StoredSignature | null;
  if (!stored) return null;
  if (stored.mode !== 'upload') return stored as SignatureValue;
  const prepared = images.get(stored.image_sha256);
  if (!prepared) throw new Error(`the image ${stored.image_sha256} of a signature was not loaded`);
  return { mode: 'upload', prepared };
}

/** The blobs of the uploaded signatures in the fields. */
export function imagesOf(fields: ReadonlyArray<Pick<Field, 'signature'>>): string[] {
  const stored = fields.map((field) => field.signature as StoredSignature | null);
  return [...new Set(stored.flatMap((one) => (one?.mode === 'upload' ? [one.image_sha256] : [])))];
}
