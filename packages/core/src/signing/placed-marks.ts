/** What is drawn on the pages, for the signatures of recipients and for the seal. */
import type { FieldSettings } from '@countersign/contract/field';
import type { Field, Recipient } from '@countersign/db/models';
import type { PlacedMark, SignatureCaption } from '@countersign/pdf/ports/marks';
import type { Storage } from '@countersign/storage/storage';
import { imagesOf, markLabelOf, markOf } from '../field/mark-of.ts';

/** Across every page of a test document. */
export const testWatermark = 'TEST';

/** The uploaded signatures in the fields, by their hash. */
export async function readImages(
  storage: Pick<Storage, 'getBytes'>,
  fields: ReadonlyArray<Pick<Field, 'signature'>>,
): Promise<Map<string, Uint8Array>> {
  const images = new Map<string, Uint8Array>();
  for (const sha256 of imagesOf(fields)) images.set(sha256, await storage.getBytes(sha256));
  return images;
}

/** The marks of the fields that print something. With `showsSignatureDetails`, signatures have the name and the time of their recipient. */
export function placedMarks(
  fields: readonly Field[],
  recipients: readonly Recipient[],
  images: ReadonlyMap<string, Uint8Array>,
  showsSignatureDetails: boolean,
): PlacedMark[] {
  return fields.flatMap((field) => {
    const mark = markOf(field, images);
    if (!mark) return [];
    const { page, x, y, w, h } = field;
    const settings = field.settings as FieldSettings;
    const background = settings.background ?? 'auto';
    const label = markLabelOf({ ...field, settings });
    const caption = showsSignatureDetails ? captionOf(recipients, field) : null;
    return [{ page, x, y, w, h, mark, label, background, caption }];
  });
}

/** Who signed in a signature field, and when; null for other fields. */
function captionOf(recipients: readonly Recipient[], field: Field): SignatureCaption | null {
  if (field.type !== 'signature' || field.signature === null) return null;
  const signer = recipients.find(({ id }) => id === field.recipientId);
  return signer?.completedAt ? { name: signer.name, at: signer.completedAt, id: signatureId(signer) } : null;
}

/** A short id of a recipient's signatures, printed on the pages and on the certificate: the random end of the recipient's id. */
export function signatureId({ id }: Pick<Recipient, 'id'>): string {
  return id.slice(-8).toUpperCase();
}
