/** The lightness of shadings (ISO 32000-2, 8.7.4): axial ones exactly, radial ones by their mean color. */
import { PdfDict, type PdfObject, PdfStream } from '../model/objects.ts';
import type { PdfFile } from '../reader/file.ts';
import { colorSpaceOf, functionOf } from './color-lightness.ts';
import { inverse, type Matrix } from './path.ts';
import type { ReadBudget } from './read-budget.ts';

/** The lightness and opacity of what is painted at a point; null where nothing is painted. */
export type PointPaint = (x: number, y: number) => { lightness: number | null; alpha: number } | null;

const AXIAL = 2;
const RADIAL = 3;

/** The paint of a shading; null for types and colors that are not supported. */
export function shadingPaint(
  file: PdfFile,
  object: PdfObject,
  matrix: Matrix,
  resources: PdfDict | null,
  budget: ReadBudget,
): PointPaint | null {
  const shading = object instanceof PdfDict ? object : object instanceof PdfStream ? object.dict : null;
  const type = file.number(shading?.get('ShadingType'));
  const space = colorSpaceOf(file, shading?.get('ColorSpace'), resources, budget);
  const colors = functionOf(file, shading?.get('Function'), budget);
  const toPattern = inverse(matrix);
  if (!shading || !space || !colors || !toPattern || (type !== AXIAL && type !== RADIAL)) return null;
  const [from = 0, to = 1] = numbersOf(file, shading.get('Domain')) ?? [];
  const lightnessAt = (share: number): number | null => {
    const values = colors(from + share * (to - from));
    return values && space.lightness(values);
  };
  return type === RADIAL ? meanPaint(lightnessAt) : axialPaint(file, shading, toPattern, lightnessAt);
}

function meanPaint(lightnessAt: (share: number) => number | null): PointPaint | null {
  const known = [0, 0.5, 1].map(lightnessAt).filter((one) => one !== null);
  const mean = known.reduce((sum, one) => sum + one, 0) / known.length;
  return known.length === 0 ? null : () => ({ lightness: mean, alpha: 1 });
}

function axialPaint(
  file: PdfFile,
  shading: PdfDict,
  [a, b, c, d, e, f]: Matrix,
  lightnessAt: (share: number) => number | null,
): PointPaint {
  const [x0 = 0, y0 = 0, x1 = 1, y1 = 0] = numbersOf(file, shading.get('Coords')) ?? [];
  const extend = file.array(shading.get('Extend'))?.map((one) => file.resolve(one) === true) ?? [];
  const length = (x1 - x0) ** 2 + (y1 - y0) ** 2;
  return (px, py) => {
    const [x, y] = [a * px + c * py + e, b * px + d * py + f];
    const share = length === 0 ? 0 : ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length;
    if ((share < 0 && !extend[0]) || (share > 1 && !extend[1])) return null;
    return { lightness: lightnessAt(Math.min(Math.max(share, 0), 1)), alpha: 1 };
  };
}

const numbersOf = (file: PdfFile, object: PdfObject | undefined): number[] | undefined =>
  file.array(object)?.map((one) => file.number(one) ?? 0);
