/** Decides how a field is shown, from the size of its rectangle on the screen. Pure. */
import type { FieldOut } from '@countersign/client/generated/api';
import type { TextPlace } from '../pages/text-places.ts';

export interface BoxSize {
  /** CSS pixels. */
  width: number;
  height: number;
  /** CSS pixels per point of the page. */
  scale: number;
}

/** Font size in points, if the rectangle is high enough. */
const textPoints = 11;
/** From this height, in points, a rectangle can contain several lines. */
const multilinePoints = 34;
/** Line height over font size, as in the CSS. */
export const lineHeight = 1.3;

/** The size of a field's text in pixels. */
export function textSize({ height, scale }: BoxSize, multiline: boolean): number {
  const natural = textPoints * scale;
  return Math.max(7, multiline ? natural : Math.min(natural, height * 0.66));
}

/** True when the rectangle holds more than one line of text. */
export function isMultiline(field: FieldOut, { height, scale }: BoxSize): boolean {
  return field.type === 'text' && height / scale >= multilinePoints;
}

/** Text below this size in pixels is hard to read. */
export const legible = 9;
const tickSize = { mouse: 12, finger: 22 };

/** Whether the control itself fits on the page; otherwise a button opens it in a dialog. */
export function fitsOnPage(field: FieldOut, box: BoxSize): boolean {
  const { width, height, scale } = box;
  const { type } = field;
  const isSmallPage = textPoints * scale < legible;
  if (type === 'checkbox' || isLoneRadio(field)) {
    return Math.min(width, height) >= (isSmallPage ? tickSize.finger : tickSize.mouse);
  }
  if (isSmallPage || height < 19) return false;
  if (type === 'radio') return optionsFit(field.settings.options ?? [], width, height, scale);
  if (type === 'date') return width >= 120;
  if (type === 'dropdown') return width >= 76;
  return width >= 56;
}

/** A part of the page, in fractions of it. */
export type Place = Pick<FieldOut, 'id' | 'x' | 'y' | 'w' | 'h'>;

/** Sizes of a message below a field in pixels, as in the CSS. */
const message = { gap: 4, height: 26, lineHeight: 18, perSign: 7.6, padding: 18, maxWidth: 272 };

export interface MessagePlace {
  /** True when the message ends where the field ends, false when it begins where the field begins. */
  alignsEnd: boolean;
  /** False when the message would cover another field of the page or its label. */
  hasRoom: boolean;
}

/** The position of a message below a field. It stays within the page. */
export function messagePlace(
  field: FieldOut,
  text: string,
  occupied: readonly Place[],
  page: { width: number; height: number },
): MessagePlace {
  const oneLine = text.length * message.perSign;
  const lines = Math.ceil(oneLine / (message.maxWidth - message.padding));
  const width = Math.min(oneLine + message.padding, message.maxWidth) / page.width;
  const alignsEnd = field.x + width > 1;
  const left = alignsEnd ? field.x + field.w - width : field.x;
  const top = field.y + field.h;
  const height = message.height + Math.max(0, lines - 1) * message.lineHeight;
  const bottom = top + (message.gap + height) / page.height;
  const hasRoom = occupied.every(
    (other) =>
      other.id === field.id ||
      other.x >= left + width ||
      other.x + other.w <= left ||
      other.y >= bottom ||
      other.y + other.h <= top,
  );
  return { alignsEnd, hasRoom };
}

/** How far around a field a text can be its label, in fractions of the page. */
const around = { before: 0.3, after: 0.15, above: 0.03, below: 0.03 };

/**
 * True when the page has text near the field that can be its label. Also true for a page without any text: it may be a scan, whose text is
 * not known.
 */
export function hasTextNear(field: FieldOut, texts: readonly TextPlace[]): boolean {
  if (texts.length === 0) return true;
  return texts.some(
    (text) =>
      text.x < field.x + field.w + around.after &&
      text.x + text.w > field.x - around.before &&
      text.y < field.y + field.h + around.below &&
      text.y + text.h > field.y - around.above,
  );
}

/** Height of a label above a field in pixels and its distance from the field, as in the CSS. */
const labelHeight = 21;
/** A label has at least this many pixels, also above a narrower field, as in the CSS. */
export const labelWidth = 144;

/** Where the label above a field is, for a page of this size. */
export const labelPlace =
  (page: { width: number; height: number }) =>
  ({ id, x, y, w }: Place): Place => {
    const h = labelHeight / page.height;
    return { id, x, y: y - h, w: Math.max(w, labelWidth / page.width), h };
  };

/** True when a label above the field covers no other field and is on the page. */
export function hasRoomAbove(
  field: FieldOut,
  onPage: readonly FieldOut[],
  page: { height: number },
): boolean {
  const top = field.y - labelHeight / page.height;
  return (
    top >= 0 &&
    onPage.every(
      (other) =>
        other.id === field.id ||
        other.x >= field.x + field.w ||
        other.x + other.w <= field.x ||
        other.y >= field.y ||
        other.y + other.h <= top,
    )
  );
}

/** A radio field with a single option is one dot, on or off. */
export function isLoneRadio(field: FieldOut): boolean {
  return field.type === 'radio' && (field.settings.options?.length ?? 0) === 1;
}

/** Options one below the other, or side by side when the rectangle is low. */
function optionsFit(options: readonly string[], width: number, height: number, scale: number): boolean {
  const size = textPoints * scale;
  const longest = Math.max(...options.map((option) => option.length));
  const optionWidth = longest * size * 0.55 + 30;
  const lines = Math.ceil(options.length / Math.max(1, Math.floor(width / optionWidth)));
  return optionWidth <= width && lines * Math.max(24, size * lineHeight) <= height;
}
