/** Compares two pictures of a page: every field's ink must be visible, and nothing else on the page may change. */
import type { Placement } from '@countersign/pdf/ports/page';
import type { Picture } from './readers.ts';

/** The mark of a radio field is a black dot in the centre of its box; its radius as a fraction of the shorter side. */
const DOT_RADIUS = 0.3;
/** Fractions of the dot's radius: pixels within the first are ink, pixels between the others are its surroundings. */
const INK = 0.75;
const AROUND = [1.2, 1.5] as const;
/** Luma from 0 to 255: the maximum of the ink, and the minimum contrast to its surroundings. */
const DARKEST_INK = 90;
const LEAST_CONTRAST = 60;
/** A pixel has changed if a color channel differs by more than this. */
const SAME_COLOR = 32;
/** Maximum share of changed pixels outside fields: poppler renders some form fields differently from content. */
const MAX_CHANGED = 0.005;
/** Margin around a field that is not compared, in fractions of the page. */
const MARGIN = 0.008;

const lumaAt = ({ rgba, width }: Picture, x: number, y: number): number => {
  const at = (y * width + x) * 4;
  return rgba[at]! * 0.299 + rgba[at + 1]! * 0.587 + rgba[at + 2]! * 0.114;
};

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

/** What is wrong with the field's dot; null if it is visible. */
export function inkFault(picture: Picture, field: Placement): string | null {
  const [width, height] = [field.w * picture.width, field.h * picture.height];
  const [middleX, middleY] = [
    (field.x + field.w / 2) * picture.width,
    (field.y + field.h / 2) * picture.height,
  ];
  const radius = Math.min(width, height) * DOT_RADIUS;
  const ink: number[] = [];
  const around: number[] = [];
  const reach = Math.ceil(radius * AROUND[1]);
  for (let y = Math.floor(middleY) - reach; y <= middleY + reach; y++)
    for (let x = Math.floor(middleX) - reach; x <= middleX + reach; x++) {
      if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) continue;
      const distance = Math.hypot(x + 0.5 - middleX, y + 0.5 - middleY) / radius;
      if (distance <= INK) ink.push(lumaAt(picture, x, y));
      else if (distance >= AROUND[0] && distance <= AROUND[1]) around.push(lumaAt(picture, x, y));
    }
  if (ink.length === 0) return 'the field is too small to be judged';
  const [dark, light] = [mean(ink), mean(around)];
  if (dark > DARKEST_INK) return `the ink cannot be seen (luma ${dark.toFixed(0)})`;
  if (light - dark < LEAST_CONTRAST)
    return `the ink does not stand out (luma ${dark.toFixed(0)} on ${light.toFixed(0)})`;
  return null;
}

/** The share of changed pixels outside the fields. */
export function changedShare(before: Picture, after: Picture, fields: readonly Placement[]): number {
  let changed = 0;
  for (let y = 0; y < before.height; y++)
    for (let x = 0; x < before.width; x++) {
      const at = (y * before.width + x) * 4;
      const differs = [0, 1, 2].some(
        (i) => Math.abs(before.rgba[at + i]! - after.rgba[at + i]!) > SAME_COLOR,
      );
      if (differs && !fields.some((field) => isWithin(field, x / before.width, y / before.height))) changed++;
    }
  return changed / (before.width * before.height);
}

function isWithin({ x, y, w, h }: Placement, left: number, top: number): boolean {
  return left >= x - MARGIN && left <= x + w + MARGIN && top >= y - MARGIN && top <= y + h + MARGIN;
}

/**
 * What is wrong with a page after sealing; empty if every field is visible and the rest has not changed. For a page
 * that the reader could not show before, only the fields are checked.
 */
export function faultsOfPage(before: Picture | null, after: Picture, fields: readonly Placement[]): string[] {
  const faults = fields.flatMap((field) => {
    const fault = inkFault(after, field);
    return fault === null ? [] : [`${fault} at ${field.x.toFixed(2)}, ${field.y.toFixed(2)}`];
  });
  if (before === null) return faults;
  if (before.width !== after.width || before.height !== after.height)
    return [...faults, 'the page has another size'];
  const share = changedShare(before, after, fields);
  if (share > MAX_CHANGED) faults.push(`${(share * 100).toFixed(2)} % changed outside the fields`);
  return faults;
}
