import type { DecodeBudget } from '../reader/filters.ts';

/** How much an estimate may still do. An estimate is never worth failing a seal, so it stops when this is used up. */
export interface ReadBudget {
  /** Operators, operands, functions, and the numbers of functions. */
  tokens: number;
  /** Comparisons of a point with what is painted, and with the segments of its clips. */
  steps: number;
  /** Decoded images. */
  images: DecodeBudget;
}

const MAX_STEPS = 500_000_000;
const MAX_IMAGE_BYTES = 64 * 1024 * 1024;

export const imageBudget = (): DecodeBudget => ({ total: MAX_IMAGE_BYTES, perStream: MAX_IMAGE_BYTES });

export const readBudget = (tokens: number): ReadBudget => ({
  tokens,
  steps: MAX_STEPS,
  images: imageBudget(),
});
