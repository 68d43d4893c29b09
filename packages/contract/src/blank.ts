/** Texts that nobody can see. Pure and browser-safe. */

/**
 * White space, controls, signs that are not drawn (Unicode's Default_Ignorable_Code_Point: zero-width signs, joiners, fillers,
 * tags), and the Braille cell without dots.
 */
const invisible = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]*$/u;

/** True for a text without a single character that can be seen, the empty one included. */
export const isBlank = (text: string): boolean => invisible.test(text);
