/** Metrics of the standard 14 fonts (ISO 32000-2, 9.6.2.2), which files need not contain. */
import { Font, type FontNames } from '@pdf-lib/standard-fonts';
import { textOfGlyphName } from './glyph-names.ts';

export interface StandardMetrics {
  /** Thousandths of the font size, like the widths. */
  ascent: number;
  descent: number;
  /** Widths by the text of the glyph. */
  widths: ReadonlyMap<string, number>;
  isSymbol: boolean;
  isZapfDingbats: boolean;
}

const known = new Map<string, StandardMetrics>();

/** Fixed values, because the metrics of some fonts lack ascender and descender. */
const COURIER = { ascent: 629, descent: -157 };
const SYMBOL = { ascent: 1010, descent: -293 };
const ZAPF_DINGBATS = { ascent: 820, descent: -143 };

/** The metrics of a font name, also of usual aliases such as `ArialMT`; null for other fonts. */
export function standardMetrics(baseFont: string): StandardMetrics | null {
  const name = standardNameOf(baseFont);
  if (name === null) return null;
  let metrics = known.get(name);
  if (!metrics) {
    const font = Font.load(name as FontNames);
    const isSymbol = name === 'Symbol';
    const isZapfDingbats = name === 'ZapfDingbats';
    const widths = new Map<string, number>();
    for (const { N, WX } of font.CharMetrics) widths.set(textOfGlyphName(N), WX);
    const extent = isSymbol
      ? SYMBOL
      : isZapfDingbats
        ? ZAPF_DINGBATS
        : name.startsWith('Courier')
          ? COURIER
          : { ascent: font.Ascender ?? 750, descent: font.Descender ?? -250 };
    metrics = { ...extent, widths, isSymbol, isZapfDingbats };
    known.set(name, metrics);
  }
  return metrics;
}

const families: ReadonlyArray<readonly [RegExp, (bold: boolean, italic: boolean) => string]> = [
  [
    /^(?:Helvetica|Arial|ArialMT)$/,
    (bold, italic) => `Helvetica${bold || italic ? '-' : ''}${bold ? 'Bold' : ''}${italic ? 'Oblique' : ''}`,
  ],
  [
    /^(?:Times|Times-Roman|TimesNewRoman|TimesNewRomanPS|TimesNewRomanPSMT)$/,
    (bold, italic) => `Times-${bold ? 'Bold' : ''}${italic ? 'Italic' : ''}${bold || italic ? '' : 'Roman'}`,
  ],
  [
    /^(?:Courier|CourierNew|CourierNewPS|CourierNewPSMT)$/,
    (bold, italic) => `Courier${bold || italic ? '-' : ''}${bold ? 'Bold' : ''}${italic ? 'Oblique' : ''}`,
  ],
  [/^Symbol(?:MT)?$/, () => 'Symbol'],
  [/^ZapfDingbats$/, () => 'ZapfDingbats'],
];

function standardNameOf(baseFont: string): string | null {
  const compact = baseFont.replace(/^[A-Z]{6}\+/, '').replaceAll(' ', '');
  const [, family = '', style = ''] =
    /^(.*?)(?:[-,]((?:Bold|Italic|Oblique|Roman)*(?:MT)?))?$/.exec(compact) ?? [];
  const found = families.find(([pattern]) => pattern.test(family));
  return found ? found[1](style.includes('Bold'), /Italic|Oblique/.test(style)) : null;
}
