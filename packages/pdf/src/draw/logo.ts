/** Logos of workspaces: checked like signature images, then stored as a small PNG and in the form that goes into PDFs. */
import sharp from 'sharp';
import { DECODE_SECONDS, prepareSignatureImage, signatureImageError } from './signature-image.ts';

/** Pixels; logos are shown at up to 200 x 60 CSS pixels. */
const FIT_WIDTH = 400;
const FIT_HEIGHT = 120;

export interface Logo {
  /** For pages and emails. */
  png: Uint8Array;
  /** For certificates of completion: see `readPreparedImage`. */
  prepared: Uint8Array;
}

/** Decodes a PNG or JPEG under the limits of `prepareSignatureImage` and fits it into 400 x 120 pixels. Throws SignatureImageError. */
export async function prepareLogo(bytes: Uint8Array): Promise<Logo> {
  // Refuses what is not an image, too large or damaged.
  await prepareSignatureImage(bytes);
  const png = await sharp(bytes, { failOn: 'truncated', animated: false })
    .autoOrient()
    .resize({ width: FIT_WIDTH, height: FIT_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb')
    .timeout({ seconds: DECODE_SECONDS })
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch((error: unknown) => {
      throw signatureImageError(error);
    });
  return { png, prepared: await prepareSignatureImage(png) };
}
