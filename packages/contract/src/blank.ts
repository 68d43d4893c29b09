/** Texts without visible characters. Runs in browsers too. */

/**
 * White space, controls, characters that are not drawn (Unicode's Default_Ignorable_Code_Point: zero-width characters, joiners, fillers,
 * tags), and the Braille cell without dots.
 */
const invisible = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]*$/u;

/** True for a text without visible characters, including the empty text. */
export const isBlank = (text: string): boolean => invisible.test(text);
