/** The fonts that every reader has (ISO 32000-1, 9.6.2.2); they need not be embedded. */

const standard = new Set([
  'Courier',
  'Courier-Bold',
  'Courier-BoldOblique',
  'Courier-Oblique',
  'Helvetica',
  'Helvetica-Bold',
  'Helvetica-BoldOblique',
  'Helvetica-Oblique',
  'Symbol',
  'Times-Bold',
  'Times-BoldItalic',
  'Times-Italic',
  'Times-Roman',
  'ZapfDingbats',
]);

/**
 * Families that readers substitute by standard fonts of the same widths (Adobe's implementation notes to PDF 1.7,
 * 5.5.1).
 */
const alias = /^(Arial|ArialMT|CourierNew|CourierNewPSMT|TimesNewRoman|TimesNewRomanPS|TimesNewRomanPSMT)$/;
const style = /(?:[,-](?:Bold|Italic|BoldItalic|Regular)?(?:MT)?)$/;

/** Whether readers have the font, or one with the same widths. */
export function isStandardFont(name: string): boolean {
  return standard.has(name) || alias.test(name.replace(style, ''));
}
