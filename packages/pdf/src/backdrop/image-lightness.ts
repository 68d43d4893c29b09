/** Computes the lightness of images at single points (ISO 32000-2, 8.9). */

import { PdfDict, type PdfObject, PdfStream } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { colorSpaceOf } from './color-lightness.ts';
import { imageBudget, type ReadBudget } from './read-budget.ts';

/** Grey pixels from 0 to 255, one per `step` bytes. */
export interface GreyImage {
  width: number;
  height: number;
  step: number;
  data: Uint8Array;
}

/**
 * Lightness and opacity at a point in the unit square of the image, whose top row is at y = 1; null if nothing is
 * painted.
 */
export type ImageSampler = (x: number, y: number) => { lightness: number | null; alpha: number } | null;

const filtersOf = (file: PdfFile, dict: PdfDict): PdfObject[] => {
  const filter = file.resolve(dict.get('Filter') ?? dict.get('F'));
  return Array.isArray(filter) ? [...filter] : filter === null ? [] : [filter];
};

/** Whether the image is a JPEG, possibly behind other filters. */
export const isJpeg = (file: PdfFile, dict: PdfDict): boolean =>
  ['DCTDecode', 'DCT'].includes(file.nameOf(filtersOf(file, dict).at(-1)) ?? '');

/** The JPEG data of an image; null if it cannot be decoded. */
export function jpegOf(file: PdfFile, stream: PdfStream): Uint8Array | null {
  const before = filtersOf(file, stream.dict).slice(0, -1);
  if (before.length === 0) return stream.bytes;
  try {
    return file.decode(
      new PdfStream(new PdfDict(stream.dict.map).set('Filter', before), stream.bytes),
      imageBudget(),
    );
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

/** Reads single pixels of an image; null if its format is not supported. `fill` is the lightness for stencil masks. */
export function samplerOf(
  file: PdfFile,
  stream: PdfStream,
  resources: PdfDict | null,
  jpegs: ReadonlyMap<PdfStream, GreyImage | null> | null,
  fill: number | null,
  budget: ReadBudget,
  isMask = false,
): ImageSampler | null {
  const get = (long: string, short: string): PdfObject | undefined =>
    stream.dict.get(long) ?? stream.dict.get(short);
  // A mask has no mask of its own (11.6.5.2).
  const soft = isMask ? null : file.resolve(stream.dict.get('SMask'));
  const mask = soft instanceof PdfStream ? samplerOf(file, soft, resources, jpegs, null, budget, true) : null;
  // An unsupported mask may hide the whole image.
  if (soft instanceof PdfStream && mask === null) return null;
  const alphaAt = (x: number, y: number): number => (mask ? (mask(x, y)?.lightness ?? 0) : 1);
  if (isJpeg(file, stream.dict)) {
    const decoded = jpegs?.get(stream);
    if (!decoded) return null;
    return (x, y) => {
      const at = pixelAt(x, decoded.width) + pixelAt(1 - y, decoded.height) * decoded.width;
      return { lightness: decoded.data[at * decoded.step]! / 255, alpha: alphaAt(x, y) };
    };
  }
  const width = file.number(get('Width', 'W')) ?? 0;
  const height = file.number(get('Height', 'H')) ?? 0;
  const isStencil = file.resolve(get('ImageMask', 'IM')) === true;
  const bits = isStencil ? 1 : (file.number(get('BitsPerComponent', 'BPC')) ?? 8);
  const space = isStencil ? null : colorSpaceOf(file, get('ColorSpace', 'CS'), resources, budget);
  const components = isStencil ? 1 : (space?.components ?? 0);
  if (!(width >= 1 && height >= 1 && components >= 1) || ![1, 2, 4, 8, 16].includes(bits)) return null;
  let data: Buffer;
  try {
    data = file.decode(stream, budget.images);
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
  const rowBytes = Math.ceil((width * components * bits) / 8);
  const most = 2 ** Math.min(bits, 8) - 1;
  const isIndexed = ['Indexed', 'I'].includes(file.nameOf(file.array(get('ColorSpace', 'CS'))?.[0]) ?? '');
  const decode = file.array(get('Decode', 'D'))?.map((one) => file.number(one) ?? 0) ?? null;
  const component = (column: number, row: number, index: number): number => {
    const bit = (column * components + index) * bits;
    const byte = data[row * rowBytes + (bit >> 3)] ?? 0;
    const raw = bits >= 8 ? byte : (byte >> (8 - bits - (bit & 7))) & most;
    if (isIndexed) return raw;
    const share = raw / most;
    const [low, high] = [decode?.[2 * index] ?? 0, decode?.[2 * index + 1] ?? 1];
    return low + share * (high - low);
  };
  const values: number[] = Array(components).fill(0);
  return (x, y) => {
    const column = pixelAt(x, width);
    const row = pixelAt(1 - y, height);
    for (let index = 0; index < components; index++) values[index] = component(column, row, index);
    if (isStencil) return values[0]! < 0.5 ? { lightness: fill, alpha: 1 } : null;
    return { lightness: space!.lightness(values), alpha: alphaAt(x, y) };
  };
}

const pixelAt = (share: number, size: number): number =>
  Math.min(Math.max(Math.floor(share * size), 0), size - 1);
