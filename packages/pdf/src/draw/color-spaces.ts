/** Defines device colors as sRGB, for PDF/A files whose output intent does not cover them (8.6.5.6). */
import { name, PdfDict, type PdfObject, PdfRaw } from '../model/objects.ts';

/** CIE 1931 XYZ of the white point of sRGB (IEC 61966-2-1). */
const WHITE = '/WhitePoint[.9505 1 1.089]';
const spaces = {
  rgb: `<<${WHITE}/Gamma[2.2 2.2 2.2]/Matrix[.4124 .2126 .0193 .3576 .7152 .1192 .1805 .0722 .9505]>>`,
  grey: `<<${WHITE}/Gamma 2.2>>`,
} as const;

const raw = (text: string): PdfRaw => new PdfRaw(Buffer.from(text, 'latin1'));

/** The /ColorSpace resources with these definitions; null if there is nothing to define. */
export function definitionsOf(colors: ReadonlyArray<keyof typeof spaces>): PdfDict | null {
  if (colors.length === 0) return null;
  const definitions = new Map<string, PdfObject>();
  for (const color of colors)
    if (color === 'rgb') definitions.set('DefaultRGB', [name('CalRGB'), raw(spaces.rgb)]);
    else definitions.set('DefaultGray', [name('CalGray'), raw(spaces.grey)]);
  return new PdfDict(definitions);
}
