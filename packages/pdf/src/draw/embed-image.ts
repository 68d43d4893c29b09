/** Images as XObjects (ISO 32000-2, 8.9.5). */
import { deflateSync, inflateSync } from 'node:zlib';
import {
  dict,
  name,
  type ObjectSink,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  PdfStream,
} from '../model/objects.ts';
import type { PreparedImage } from './signature-image.ts';

/** An image whose pixels are either visible or hidden: `hidden` has a bit for each, in rows of whole bytes. */
export interface OpaqueImage extends PreparedImage {
  alpha: null;
  hidden: Uint8Array | null;
}

/** Pixels with less alpha count as hidden. */
const LEAST_ALPHA = 8;
const WHITE = 255;

/** The image as it looks on white paper; almost invisible pixels become hidden. */
export function withoutSoftMask(image: PreparedImage): OpaqueImage {
  const { width, height } = image;
  if (image.alpha === null) return { ...image, alpha: null, hidden: null };
  const rgb = inflateSync(image.rgb);
  const alpha = inflateSync(image.alpha);
  const rowBytes = (width + 7) >> 3;
  const hidden = Buffer.alloc(rowBytes * height);
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    const share = alpha[pixel]!;
    const x = pixel % width;
    if (share < LEAST_ALPHA) hidden[((pixel - x) / width) * rowBytes + (x >> 3)]! |= 0x80 >> (x & 7);
    for (let at = pixel * 3; at < pixel * 3 + 3; at++)
      rgb[at] = Math.round((rgb[at]! * share + WHITE * (WHITE - share)) / WHITE);
  }
  return { width, height, rgb: deflateSync(rgb), alpha: null, hidden: deflateSync(hidden) };
}

/**
 * Adds an image with its alpha as a soft mask (11.6.5.2), or the hidden pixels of an opaque one as a mask (8.9.6.3).
 */
export function embedImage(sink: ObjectSink, image: PreparedImage | OpaqueImage): PdfRef {
  const add = (members: Record<string, PdfObject | undefined>, bytes: Uint8Array): PdfRef =>
    sink.add(new PdfStream(imageDict(image, { ...members, Length: bytes.length }), bytes));
  const grey = { ColorSpace: name('DeviceGray'), BitsPerComponent: 8 };
  const softMask = image.alpha === null ? undefined : add(grey, image.alpha);
  const hidden = 'hidden' in image ? image.hidden : null;
  const mask = hidden === null ? undefined : add({ ImageMask: true, BitsPerComponent: 1 }, hidden);
  return add({ ColorSpace: name('DeviceRGB'), BitsPerComponent: 8, SMask: softMask, Mask: mask }, image.rgb);
}

function imageDict(
  { width, height }: PreparedImage,
  members: Record<string, PdfObject | undefined>,
): PdfDict {
  const common = { Type: name('XObject'), Subtype: name('Image'), Width: width, Height: height };
  return dict({ ...common, Filter: name('FlateDecode'), ...members });
}
