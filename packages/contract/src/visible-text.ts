/** Text of others (names, titles, file names), made safe to show: on pages, in mails and in the terminal. */

/**
 * Characters that are invisible or change the order in which others are read, and so can make a text look like another
 * one: controls, format characters (direction, zero width, tags), line separators and Hangul fillers. Line feeds and
 * tabs stay. U+200C and U+200D have their own rule below.
 */
const deceptive = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

/** Joiners are part of the spelling in Arabic and Indic scripts and in emoji. Anywhere else they are replaced. */
const joiner =
  /(?<![\p{Script=Arabic}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{Extended_Pictographic}])/gu;

/**
 * Replaces every character that could make the text look like another one, by default with the replacement character
 * U+FFFD, so that a reader notices. For showing only: what is stored stays as it was entered.
 */
export function visibleText(text: string, replacement = '\ufffd'): string {
  return text
    .replace(deceptive, (character) => (character === '\n' || character === '\t' ? character : replacement))
    .replace(joiner, replacement);
}
