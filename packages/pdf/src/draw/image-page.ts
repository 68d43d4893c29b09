/** Turns an image into a PDF of one page (docs/decisions/028-several-files.md). */

import sharp from 'sharp';
import { dict, name, PdfDict, PdfStream } from '../model/objects.ts';
import { num } from '../text/show.ts';
import { NewFile } from '../update/new-file.ts';
import { isTimeout } from './decode-time.ts';

const MAX_PIXELS = 50_000_000;
/** A4 in points, and the longer side of A4 at 300 dpi. */
const A4 = { width: 595.28, height: 841.89 };
const FIT_PIXELS = 3508;
const POINTS_PER_INCH = 72;
const DEFAULT_DPI = 96;
const JPEG_QUALITY = 92;

export type ImagePageReason = 'too_many_pixels' | 'too_slow' | 'damaged';

/** An image cannot become a page. `reason` is for programs, the message for people. */
export class ImagePageError extends Error {
  readonly reason: ImagePageReason;
  constructor(reason: ImagePageReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImagePageError';
    this.reason = reason;
  }
}

/**
 * A PDF of one A4 page, portrait or landscape like the image. The image is in the middle, as large as fits, but not larger than
 * its resolution says. It is rotated by its EXIF orientation and reduced to at most 300 dpi. Transparent parts become white, and
 * metadata such as the location of a photo is dropped. A JPEG is encoded as JPEG again, a PNG without loss. Throws ImagePageError
 * for a damaged image, for more than 50 million pixels, and if reading it takes longer than the limit.
 */
export async function imagePage(bytes: Uint8Array, limits: { timeoutSeconds: number }): Promise<Uint8Array> {
  const { format, dpi, image } = await decode(bytes, limits.timeoutSeconds);
  const { width, height } = image.info;
  const file = new NewFile();
  const picture = file.add(
    format === 'jpeg' ? jpegImage(image.data, width, height) : pngImage(image.data, width, height),
  );
  const page = width > height ? { width: A4.height, height: A4.width } : A4;
  const natural = POINTS_PER_INCH / dpi;
  const scale = Math.min(page.width / width, page.height / height, natural);
  const [w, h] = [width * scale, height * scale];
  const place = [w, 0, 0, h, (page.width - w) / 2, (page.height - h) / 2].map(num);
  const content = file.add(
    new PdfStream(new PdfDict(), Buffer.from(`q ${place.join(' ')} cm /Image Do Q\n`, 'latin1')),
  );
  const pages = file.reserve();
  const leaf = file.add(
    dict({
      Type: name('Page'),
      Parent: pages,
      MediaBox: [0, 0, page.width, page.height],
      Resources: dict({ XObject: dict({ Image: picture }) }),
      Contents: content,
    }),
  );
  file.set(pages, dict({ Type: name('Pages'), Kids: [leaf], Count: 1 }));
  const catalog = file.add(dict({ Type: name('Catalog'), Pages: pages }));
  return file.finish(new PdfDict([['Root', catalog]]));
}

interface Decoded {
  format: 'jpeg' | 'png';
  /** Of the returned pixels. */
  dpi: number;
  image: { data: Buffer; info: { width: number; height: number } };
}

async function decode(bytes: Uint8Array, timeoutSeconds: number): Promise<Decoded> {
  const options = {
    limitInputPixels: MAX_PIXELS,
    failOn: 'truncated',
    sequentialRead: true,
    animated: false,
  } as const;
  try {
    const { width, height, density, format, autoOrient } = await sharp(bytes, options).metadata();
    const upright = sharp(bytes, options)
      .autoOrient()
      .resize({ width: FIT_PIXELS, height: FIT_PIXELS, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColorspace('srgb')
      .timeout({ seconds: timeoutSeconds });
    const isJpeg = format === 'jpeg';
    const image = await (isJpeg
      ? upright.jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
      : upright.png({ palette: false, progressive: false })
    ).toBuffer({ resolveWithObject: true });
    const given = density !== undefined && density >= 1 ? density : DEFAULT_DPI;
    const shrunk = Math.max(image.info.width, image.info.height) / Math.max(width, height, autoOrient.width);
    return { format: isJpeg ? 'jpeg' : 'png', dpi: given * shrunk, image };
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message))
      throw new ImagePageError('too_many_pixels', 'the image has more than 50 million pixels');
    if (isTimeout(error))
      throw new ImagePageError(
        'too_slow',
        `reading the image takes more than ${timeoutSeconds} s: try again, or upload a smaller image`,
        { cause: error },
      );
    throw new ImagePageError('damaged', 'the image is damaged or cut off', { cause: error });
  }
}

const imageDict = (width: number, height: number, filter: string) =>
  dict({
    Type: name('XObject'),
    Subtype: name('Image'),
    Width: width,
    Height: height,
    ColorSpace: name('DeviceRGB'),
    BitsPerComponent: 8,
    Filter: name(filter),
  });

const jpegImage = (data: Buffer, width: number, height: number): PdfStream =>
  new PdfStream(imageDict(width, height, 'DCTDecode'), data);

/** The compressed rows of a PNG are what FlateDecode with a PNG predictor expects (7.4.4.4). */
function pngImage(data: Buffer, width: number, height: number): PdfStream {
  const head = imageDict(width, height, 'FlateDecode').set(
    'DecodeParms',
    dict({ Predictor: 15, Colors: 3, BitsPerComponent: 8, Columns: width }),
  );
  return new PdfStream(head, rowsOf(data));
}

const CHUNKS_AT = 8;
const CHUNK_OVERHEAD = 12;

/** The IDAT chunks of a PNG that this process has encoded: 8 bits, RGB, not interlaced (PNG, 11.2.4). */
function rowsOf(png: Buffer): Buffer {
  const [depth, color, interlace] = [png[24], png[25], png[28]];
  if (depth !== 8 || color !== 2 || interlace !== 0) throw new Error('the encoded PNG is not plain RGB');
  const parts: Buffer[] = [];
  for (let at = CHUNKS_AT; at + CHUNK_OVERHEAD <= png.length; ) {
    const size = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + size));
    at += CHUNK_OVERHEAD + size;
  }
  return Buffer.concat(parts);
}
