/** Estimates the lightness of colors, from 0 (black) to 1 (white), in the color spaces of ISO 32000-2, 8.6. */
import { PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from '../model/objects.ts';
import type { PdfFile } from '../reader/file.ts';
import type { ReadBudget } from './read-budget.ts';

/** The lightness of a color; null if it is unknown or paints nothing. */
export type ColorSpace = { components: number; lightness(values: readonly number[]): number | null };

const clamp = (value: number): number => Math.min(Math.max(value, 0), 1);
const grey: ColorSpace = { components: 1, lightness: ([value = 0]) => clamp(value) };
const rgb: ColorSpace = {
  components: 3,
  lightness: ([red = 0, green = 0, blue = 0]) =>
    clamp(red) * 0.299 + clamp(green) * 0.587 + clamp(blue) * 0.114,
};
const cmyk: ColorSpace = {
  components: 4,
  lightness: ([c = 0, m = 0, y = 0, k = 0]) =>
    (1 - clamp(k)) * (1 - (clamp(c) * 0.299 + clamp(m) * 0.587 + clamp(y) * 0.114)),
};
const lab: ColorSpace = { components: 3, lightness: ([value = 0]) => clamp(value / 100) };

export const deviceSpaces = { grey, rgb, cmyk } as const;

const byName: Readonly<Record<string, ColorSpace>> = {
  DeviceGray: grey,
  G: grey,
  CalGray: grey,
  DeviceRGB: rgb,
  RGB: rgb,
  CalRGB: rgb,
  DeviceCMYK: cmyk,
  CMYK: cmyk,
  Lab: lab,
};
const MAX_DEPTH = 6;
/** The limit of components in a DeviceN color space (ISO 32000-1, Annex C). */
const MAX_COMPONENTS = 32;

/** The color space that an object describes, looked up in the resources if it is a name; null if unknown. */
export function colorSpaceOf(
  file: PdfFile,
  object: PdfObject | undefined,
  resources: PdfDict | null,
  budget: ReadBudget,
  depth = 0,
): ColorSpace | null {
  const value = file.resolve(object);
  if (depth > MAX_DEPTH) return null;
  if (value instanceof PdfName) {
    const named = file.dict(resources?.get('ColorSpace'))?.get(value.name);
    return (
      byName[value.name] ?? (named === undefined ? null : colorSpaceOf(file, named, null, budget, depth + 1))
    );
  }
  const list = file.array(value);
  if (!list) return null;
  const inner = (at: number): ColorSpace | null => colorSpaceOf(file, list[at], resources, budget, depth + 1);
  const family = file.nameOf(list[0]) ?? '';
  switch (family) {
    case 'ICCBased': {
      const profile = file.resolve(list[1]);
      const count = profile instanceof PdfStream ? file.number(profile.dict.get('N')) : null;
      return count === 1 ? grey : count === 3 ? rgb : count === 4 ? cmyk : null;
    }
    case 'Indexed':
    case 'I':
      return indexed(file, list, inner(1));
    case 'Separation':
    case 'DeviceN':
      return tinted(file, list, inner(2), budget);
    default:
      return byName[family] ?? null;
  }
}

function indexed(file: PdfFile, list: readonly PdfObject[], base: ColorSpace | null): ColorSpace | null {
  const table = file.resolve(list[3]);
  if (base === null) return null;
  const bytes =
    table instanceof PdfString ? table.bytes : table instanceof PdfStream ? file.decode(table) : null;
  if (bytes === null) return null;
  return {
    components: 1,
    lightness([index = 0]) {
      const at = Math.round(index) * base.components;
      const entry = [...bytes.subarray(at, at + base.components)].map((value) => value / 255);
      return entry.length === base.components ? base.lightness(entry) : null;
    },
  };
}

function tinted(
  file: PdfFile,
  list: readonly PdfObject[],
  base: ColorSpace | null,
  budget: ReadBudget,
): ColorSpace | null {
  const names = file.array(list[1]) ?? [list[1] ?? null];
  if (names.length > MAX_COMPONENTS) return null;
  if (names.every((one) => file.nameOf(one) === 'None'))
    return { components: names.length, lightness: () => null };
  const transform = base && functionOf(file, list[3], budget);
  return {
    components: names.length,
    lightness(tints) {
      const color = transform?.(tints[0] ?? 0) ?? null;
      if (color && names.length === 1) return base!.lightness(color);
      // Without a supported tint transform, assume that more ink is darker.
      return 1 - clamp(Math.max(...tints)) * (names.some((one) => file.nameOf(one) === 'Black') ? 1 : 0.5);
    },
  };
}

type OneInput = (input: number) => number[] | null;

/** How much longer it takes to evaluate a part of a function than to compare a point with a line. */
const STEPS_OF_PART = 50;

/**
 * A function with one input (7.10): exponential, stitching, or sampled with 8 bits; null for others, and beyond the budget. Evaluating it
 * costs steps for each part and number.
 */
export function functionOf(
  file: PdfFile,
  object: PdfObject | undefined,
  budget: ReadBudget,
  depth = 0,
): OneInput | null {
  const affordable = (list: readonly PdfObject[] | null): readonly PdfObject[] | null => {
    budget.tokens -= list?.length ?? 0;
    return budget.tokens < 0 ? null : list;
  };
  const spend = (parts: number): void => {
    budget.steps -= parts * STEPS_OF_PART;
  };
  const value = file.resolve(object);
  if (--budget.tokens < 0 || depth > MAX_DEPTH) return null;
  const functionsIn = (list: readonly PdfObject[] | null) =>
    affordable(list)?.map((one) => functionOf(file, one, budget, depth + 1)) ?? [];
  const own = value instanceof PdfStream ? value.dict : value instanceof PdfDict ? value : null;
  if (Array.isArray(value)) {
    const parts = functionsIn(value);
    if (parts.includes(null)) return null;
    return (input) => {
      spend(parts.length);
      return parts.flatMap((part) => part!(input) ?? [0]);
    };
  }
  if (!own) return null;
  const numbers = (key: string): number[] | null =>
    affordable(file.array(own.get(key)))?.map((one) => file.number(one) ?? 0) ?? null;
  switch (file.number(own.get('FunctionType'))) {
    case 0: {
      const size = numbers('Size') ?? [];
      const range = numbers('Range') ?? [];
      if (!(value instanceof PdfStream) || size.length !== 1 || file.number(own.get('BitsPerSample')) !== 8)
        return null;
      const count = range.length / 2;
      const data = file.decode(value);
      return (input) => {
        spend(count);
        const at = Math.round(clamp(input) * (size[0]! - 1)) * count;
        return Array.from({ length: count }, (_, n) => {
          const [low, high] = [range[2 * n]!, range[2 * n + 1]!];
          return low + ((data[at + n] ?? 0) / 255) * (high - low);
        });
      };
    }
    case 2: {
      const [from, to] = [numbers('C0') ?? [0], numbers('C1') ?? [1]];
      const exponent = file.number(own.get('N')) ?? 1;
      return (input) => {
        spend(from.length);
        return from.map((start, n) => start + clamp(input) ** exponent * ((to[n] ?? start) - start));
      };
    }
    case 3: {
      const parts = functionsIn(file.array(own.get('Functions')));
      const domain = numbers('Domain') ?? [0, 1];
      const edges = [domain[0] ?? 0, ...(numbers('Bounds') ?? []), domain[1] ?? 1];
      const encode = numbers('Encode') ?? [];
      return (input) => {
        spend(edges.length);
        const found = edges.findIndex((edge, n) => n > 0 && input <= edge);
        const index = Math.min(Math.max(found, 1), parts.length) - 1;
        const [low, high] = [edges[index] ?? 0, edges[index + 1] ?? 1];
        const [start, end] = [encode[2 * index] ?? 0, encode[2 * index + 1] ?? 1];
        const share = high > low ? (input - low) / (high - low) : 0;
        return parts[index]?.(start + share * (end - start)) ?? null;
      };
    }
    default:
      return null;
  }
}
