/** Names and average letter widths of the handwriting fonts. */
import type { SignatureFont } from '@countersign/contract/signature-fonts';

interface Handwriting {
  /** The name of the font, which is also its CSS family. */
  name: string;
  /** Average width of a letter in em, over names in mixed case, rounded up. */
  letterWidth: number;
}

export const handwriting: Readonly<Record<SignatureFont, Handwriting>> = {
  'dancing-script': { name: 'Dancing Script', letterWidth: 0.47 },
  caveat: { name: 'Caveat', letterWidth: 0.45 },
  'great-vibes': { name: 'Great Vibes', letterWidth: 0.47 },
  'marck-script': { name: 'Marck Script', letterWidth: 0.53 },
  sacramento: { name: 'Sacramento', letterWidth: 0.43 },
};

/** Average width of a letter in em for plain print. */
const plainLetterWidth = 0.62;
/** Letters about as wide as they are high: Han, kana, Hangul, full-width forms and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{3fffd}]/u;

/** The font size at which a typed signature fits on one line in a box, all in pixels. There is no minimum. `font` is null for plain print. */
export function signatureSize(
  text: string,
  font: SignatureFont | null,
  width: number,
  height: number,
): number {
  const letterWidth = font ? handwriting[font].letterWidth : plainLetterWidth;
  const ems = [...text].reduce((sum, letter) => sum + (wide.test(letter) ? 1.02 : letterWidth), 0);
  /** Share of the height of the box. The rest is for ascenders, descenders and margins. */
  const share = font ? 0.72 : 0.55;
  return Math.min(height * share, (width * 0.94) / Math.max(ems, letterWidth * 2));
}
