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

/** The same for plain print. */
const plainLetterWidth = 0.62;
/** Han, kana, hangul and what else fills a square. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{3fffd}]/u;

/** The size of a typed signature, in pixels, at which it fits a box of so many pixels on one line, however small; `font` is null for plain print. */
export function signatureSize(
  text: string,
  font: SignatureFont | null,
  width: number,
  height: number,
): number {
  const letterWidth = font ? handwriting[font].letterWidth : plainLetterWidth;
  const ems = [...text].reduce((sum, letter) => sum + (wide.test(letter) ? 1.02 : letterWidth), 0);
  /** Of the height of the box: the rest is for ascenders, descenders and margins. */
  const share = font ? 0.72 : 0.55;
  return Math.min(height * share, (width * 0.94) / Math.max(ems, letterWidth * 2));
}
