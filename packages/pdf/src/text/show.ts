/** Writes glyphs as the strings and arrays that draw them (ISO 32000-2, 9.4.3). */
import { numberText } from '../update/decimal.ts';
import type { ShapedGlyph } from './harfbuzz.ts';

/** Each byte as written in a literal string (7.3.4.2), which is half as long as hexadecimal and faster to compress. */
const literal = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (byte === 10) return '\\n';
  if (byte === 13) return '\\r';
  return character === '(' || character === ')' || character === '\\' ? `\\${character}` : character;
});

/** A one-byte code as written inside a literal string. */
export const byteCode = (code: number): string => literal[code]!;

/** A glyph id as a two-byte code inside a literal string. */
export const glyphCode = (glyph: number): string => literal[glyph >> 8]! + literal[glyph & 255]!;

/** The decimals of a number by thousandths: '', '.001', … '.999'; precomputed because there are so many numbers. */
const fractions = Array.from({ length: 1000 }, (_, value) => String(value / 1000).slice(1));

/** A number for a content stream: no exponent, at most three decimals. */
export function num(value: number): string {
  const thousandths = Math.round(value * 1000);
  const size = Math.abs(thousandths);
  if (!(size < 0x7fff_ffff)) return numberText(thousandths / 1000);
  const whole = Math.trunc(size / 1000);
  return (thousandths < 0 ? '-' : '') + whole + fractions[size - whole * 1000]!;
}

/** A difference in font units as a TJ adjustment in thousandths of an em; empty if zero. */
export function adjustment(units: number, scale: number): string {
  const perMille = Math.round(units * scale * 1000 * 100) / 100;
  return perMille === 0 ? '' : num(-perMille);
}

/**
 * The content of a TJ array for glyphs on the baseline; null if a glyph is raised or lowered. Differences from the
 * font's widths become adjustments; `codeOf` returns a glyph's code as written in a string.
 */
export function showGlyphs(
  glyphs: readonly ShapedGlyph[],
  scale: number,
  nominalAdvance: (glyph: number) => number,
  codeOf: (glyph: number) => string,
): string | null {
  let array = '';
  let codes = '';
  let pending = 0;
  for (const { glyph, advance, dx, dy } of glyphs) {
    if (dy !== 0) return null;
    pending += dx;
    if (pending !== 0) {
      const adjusted = adjustment(pending, scale);
      if (adjusted !== '' && codes !== '') {
        array += `(${codes})`;
        codes = '';
      }
      array += adjusted;
    }
    codes += codeOf(glyph);
    pending = advance - nominalAdvance(glyph) - dx;
  }
  if (codes !== '') array += `(${codes})`;
  return array + adjustment(pending, scale);
}

/** Whether the content of a TJ array is a single string, which Tj can draw. */
export const isOneString = (shown: string): boolean => /^\((?:\\[\s\S]|[^\\)])*\)$/.test(shown);
