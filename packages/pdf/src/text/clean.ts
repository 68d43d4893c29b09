/** Removes characters that must not be drawn from users' text (UAX #9, UAX #15). */
import { withoutUndrawn } from '@countersign/contract/undrawn';

// Hangul fillers are blank placeholders for letters.
const oddSpaces = /[\t\u115f\u1160\u3164\uffa0\u1680\u2000-\u2006\u2008-\u200a\u205f]/g;
// As wide as a digit, and narrow: as in 20 000.
const oddNonBreakingSpaces = /[\u2007\u202f]/g;
const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g;
/** More combining marks than any orthography needs; they would overlap the lines above and below. */
const surplusMarks = /(\p{M}{6})(\p{M}+)/gu;
const plain = /^[\u0020-\u007e]*$/;

/**
 * Normalizes text for drawing: NFC, line breaks as line feeds, no control characters or bidi overrides, at most six combining marks in a
 * row. Tabs and unusual spaces become spaces, or non-breaking spaces if they do not allow a line break. Unpaired surrogates and
 * noncharacters become U+FFFD, so that the loss is visible.
 */
export function cleanText(text: string): string {
  if (plain.test(text)) return text;
  const spaced = text
    .toWellFormed()
    .normalize('NFC')
    .replace(lineBreaks, '\n')
    .replace(oddSpaces, ' ')
    .replace(oddNonBreakingSpaces, '\u00a0');
  return withoutUndrawn(spaced)
    .replace(/\p{Noncharacter_Code_Point}/gu, '\ufffd')
    .replace(surplusMarks, '$1');
}

/** The combining marks that `cleanText` removes because a letter has more than six, once each. */
export const surplusMarksOf = (text: string): string[] => [
  ...new Set(Array.from(text.normalize('NFC').matchAll(surplusMarks), ([, , surplus]) => surplus!).join('')),
];

/** `cleanText` for a single line: line breaks become spaces. */
export const cleanLine = (text: string): string => cleanText(text).replaceAll('\n', ' ');
