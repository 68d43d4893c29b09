/** Makes text of other people (names, titles, file names) safe to show on pages, in emails and in the terminal. */

/**
 * Characters that are invisible or change the order in which others are read, and so can make a text look like another
 * one: controls, format characters (direction, zero width, tags), line separators and Hangul fillers. Line feeds and
 * tabs stay. U+200C and U+200D have their own rule below.
 */
const deceptive = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

/**
 * Joiners are part of the spelling in Arabic and Indic scripts and in emoji: after and before these they stay. Anywhere
 * else they are replaced. (No lookbehind: older browsers cannot parse it.)
 */
const joiner = /[\u200c\u200d]/g;
const joinsAfter = /[\p{Script=Arabic}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const joinsBefore = /^[\p{L}\p{Extended_Pictographic}]/u;

/**
 * Replaces every character that could make the text look like another one, by default with the replacement character
 * U+FFFD, so that a reader notices. For showing only: what is stored stays as it was entered.
 */
export function visibleText(text: string, replacement = '\ufffd'): string {
  return text
    .replace(deceptive, (character) => (character === '\n' || character === '\t' ? character : replacement))
    .replace(joiner, (character, at: number, whole: string) => {
      const isSpelling =
        joinsAfter.test(whole.slice(Math.max(0, at - 2), at)) &&
        joinsBefore.test(whole.slice(at + 1, at + 3));
      return isSpelling ? character : replacement;
    });
}
