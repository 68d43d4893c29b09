/** Text from elsewhere, made safe for a terminal. */

/** Control characters, escape sequences among them, and marks that change the reading direction. */
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Replaces what could steer a terminal or turn the reading direction by `?`. */
export function plainText(text: string): string {
  return text.replace(unsafe, '?');
}

/** JSON, indented, that says the same and is as harmless: what could steer a terminal is written as `\uXXXX`. */
export function jsonText(value: unknown, indent: number | undefined = 2): string {
  return (JSON.stringify(value, null, indent) ?? 'null').replace(unsafe, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
