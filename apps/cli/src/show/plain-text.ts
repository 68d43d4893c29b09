/** Makes text from other sources safe for a terminal. */
import { visibleText } from '@countersign/contract/visible-text';

/** Replaces characters that could control a terminal, are invisible or change the reading direction by `?`. */
export function plainText(text: string): string {
  return visibleText(text.replace(/[\t\n]/g, '?'), '?');
}

/** Control and format characters, which JSON can escape without changing the meaning. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Indented JSON in which control and format characters are written as `\uXXXX`. */
export function jsonText(value: unknown, indent: number | undefined = 2): string {
  return (JSON.stringify(value, null, indent) ?? 'null').replace(unsafe, (character) =>
    character === '\n' ? character : escapedUnits(character),
  );
}

/** The UTF-16 code units of a character as JSON escapes. */
function escapedUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
