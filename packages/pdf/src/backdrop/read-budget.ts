import type { DecodeBudget } from '../reader/filters.ts';

/** How much the estimates of one file may still do. An estimate is never worth failing a seal, so it stops when this is used up. */
export interface ReadBudget {
  /** Operators, operands, functions, and the numbers of functions. A million take about two seconds. */
  tokens: number;
  /** Comparisons of points with what is painted and with the segments of paths, and parts of functions that are evaluated. */
  steps: number;
  /** Decoded images. */
  images: DecodeBudget;
  /** For decoding JPEGs, which no limit of a thread counts as processor time. */
  jpegSeconds: number;
}

const MAX_STEPS = 100_000_000;
const MAX_IMAGE_BYTES = 64 * 1024 * 1024;
const MAX_IMAGES_BYTES = 512 * 1024 * 1024;
const MAX_JPEG_SECONDS = 10;

export const imageBudget = (): DecodeBudget => ({
  total: MAX_IMAGES_BYTES,
  perStream: MAX_IMAGE_BYTES,
});

export const readBudget = (tokens: number): ReadBudget => ({
  tokens,
  steps: MAX_STEPS,
  images: imageBudget(),
  jpegSeconds: MAX_JPEG_SECONDS,
});
