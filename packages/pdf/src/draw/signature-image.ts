/**
 * Uploaded signature images. They are decoded once, under limits, when they are submitted. The stored form can be put
 * into a PDF unchanged: deflated RGB and alpha (ISO 32000-2, 8.9.5 and 11.6.5.2) in a small container.
 *
 * The container: the four bytes CSI1; width, height, length of the RGB stream and of the alpha stream (0 for an
 * opaque image) as 32-bit big-endian numbers; the two zlib streams.
 */
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import sharp from 'sharp';
import { isTimeout } from './decode-time.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_SIDE = 4096;
const FIT_WIDTH = 1200;
const FIT_HEIGHT = 400;
export const DECODE_SECONDS = 10;
const HEADER_BYTES = 20;
const MAGIC = 0x43534931;

const deflateAsync = promisify(deflate);

export type SignatureImageReason =
  | 'too_many_bytes'
  | 'not_png_or_jpeg'
  | 'too_many_pixels'
  | 'empty'
  | 'too_slow'
  | 'damaged';

/** An uploaded image cannot be used as a signature. `reason` is for programs, the message for people. */
export class SignatureImageError extends Error {
  readonly reason: SignatureImageReason;
  constructor(reason: SignatureImageReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SignatureImageError';
    this.reason = reason;
  }
}

export interface PreparedImage {
  width: number;
  height: number;
  rgb: Uint8Array;
  alpha: Uint8Array | null;
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const startsWith = (bytes: Uint8Array, prefix: readonly number[]): boolean =>
  prefix.every((value, index) => bytes[index] === value);

/**
 * Decodes a PNG or JPEG of at most 2 MiB and 4096 pixels per side, rotates it upright, fits it into 1200 x 400 pixels
 * and returns the container. Throws `SignatureImageError` for anything else.
 */
export async function prepareSignatureImage(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length > MAX_BYTES)
    throw new SignatureImageError('too_many_bytes', 'The image is larger than 2 MiB.');
  if (!startsWith(bytes, pngSignature) && !startsWith(bytes, [0xff, 0xd8, 0xff]))
    throw new SignatureImageError('not_png_or_jpeg', 'The image is neither PNG nor JPEG.');
  const decoded = await decode(bytes);
  const { width, height } = decoded.info;
  const pixels = width * height;
  const rgb = Buffer.allocUnsafe(pixels * 3);
  const alpha = Buffer.allocUnsafe(pixels);
  let opaque = true;
  let visible = false;
  for (let pixel = 0; pixel < pixels; pixel++) {
    rgb[pixel * 3] = decoded.data[pixel * 4]!;
    rgb[pixel * 3 + 1] = decoded.data[pixel * 4 + 1]!;
    rgb[pixel * 3 + 2] = decoded.data[pixel * 4 + 2]!;
    const value = decoded.data[pixel * 4 + 3]!;
    alpha[pixel] = value;
    if (value !== 255) opaque = false;
    if (value !== 0) visible = true;
  }
  if (!visible) throw new SignatureImageError('empty', 'The image is completely transparent.');
  const packedRgb = await deflateAsync(rgb);
  const packedAlpha = opaque ? Buffer.alloc(0) : await deflateAsync(alpha);
  const header = Buffer.alloc(HEADER_BYTES);
  [MAGIC, width, height, packedRgb.length, packedAlpha.length].forEach((value, index) => {
    header.writeUInt32BE(value, index * 4);
  });
  return Buffer.concat([header, packedRgb, packedAlpha]);
}

async function decode(bytes: Uint8Array): Promise<{ data: Buffer; info: { width: number; height: number } }> {
  const options = {
    limitInputPixels: MAX_SIDE * MAX_SIDE,
    failOn: 'truncated',
    sequentialRead: true,
    animated: false,
  } as const;
  try {
    const { width, height } = await sharp(bytes, options).metadata();
    if (width > MAX_SIDE || height > MAX_SIDE) throw tooManyPixels();
    return await sharp(bytes, options)
      .autoOrient()
      .resize({ width: FIT_WIDTH, height: FIT_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .ensureAlpha()
      .timeout({ seconds: DECODE_SECONDS })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw signatureImageError(error);
  }
}

/** An error of sharp as a SignatureImageError. */
export function signatureImageError(cause: unknown): SignatureImageError {
  if (cause instanceof SignatureImageError) return cause;
  if (cause instanceof Error && /pixel limit/i.test(cause.message)) return tooManyPixels();
  if (isTimeout(cause))
    return new SignatureImageError(
      'too_slow',
      `Reading the image takes more than ${DECODE_SECONDS} s. Try again, or use a smaller image.`,
      { cause },
    );
  return new SignatureImageError('damaged', 'The image is damaged or cut off.', { cause });
}

const tooManyPixels = (): SignatureImageError =>
  new SignatureImageError('too_many_pixels', 'The image has more than 4096 pixels on a side.');

/**
 * Opens a container from `prepareSignatureImage` without decoding pixels. Throws if the bytes are not such a
 * container.
 */
export function readPreparedImage(prepared: Uint8Array): PreparedImage {
  const view = new DataView(prepared.buffer, prepared.byteOffset, prepared.byteLength);
  const damaged = (): Error => new Error('not a prepared signature image');
  if (prepared.length < HEADER_BYTES || view.getUint32(0) !== MAGIC) throw damaged();
  const [width, height, rgbLength, alphaLength] = [4, 8, 12, 16].map((offset) => view.getUint32(offset)) as [
    number,
    number,
    number,
    number,
  ];
  if (prepared.length !== HEADER_BYTES + rgbLength + alphaLength || width === 0 || height === 0)
    throw damaged();
  const alphaAt = HEADER_BYTES + rgbLength;
  return {
    width,
    height,
    rgb: prepared.subarray(HEADER_BYTES, alphaAt),
    alpha: alphaLength === 0 ? null : prepared.subarray(alphaAt),
  };
}
