/** Text from a file, made safe for a terminal. */

/** Replaces control characters (escape sequences among them) and marks that change the reading direction by `?`. */
export function plainText(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    '?',
  );
}
