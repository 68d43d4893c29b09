/** What of a user's string may be drawn at all (UAX #9, UAX #15; ISO 32000-2 knows nothing of control characters). */

// C0 and C1 controls but line breaks and tab, the explicit bidi embeddings, overrides and isolates (which can make
// a name read backwards), deprecated and interlinear format characters, the byte order mark.
const stripped =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]/g;
// Hangul fillers stand for letters that are not there, and are blank.
const oddSpaces = /[\t\u115f\u1160\u3164\uffa0\u1680\u2000-\u200a\u202f\u205f]/g;
const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g;
/** Marks on one letter beyond what any orthography needs, which would climb over the lines around. */
const surplusMarks = /(\p{M}{6})(\p{M}+)/gu;
const plain = /^[\u0020-\u007e]*$/;

/**
 * Puts a string into the form that is drawn: NFC, line breaks as \n, tabs and spaces of odd widths as spaces, without control characters and
 * bidi overrides and with at most six combining marks in a row. Unpaired surrogates and noncharacters become U+FFFD, so that their loss can be seen.
 */
export function cleanText(text: string): string {
  if (plain.test(text)) return text;
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(lineBreaks, '\n')
    .replace(oddSpaces, ' ')
    .replace(stripped, '')
    .replace(/\p{Noncharacter_Code_Point}/gu, '\ufffd')
    .replace(surplusMarks, '$1');
}

/** The combining marks that `cleanText` takes away because more than six stand on one letter, each once. */
export const surplusMarksOf = (text: string): string[] => [
  ...new Set(Array.from(text.normalize('NFC').matchAll(surplusMarks), ([, , surplus]) => surplus!).join('')),
];

/** `cleanText` for places that hold one line: line breaks become spaces. */
export const cleanLine = (text: string): string => cleanText(text).replaceAll('\n', ' ');
