/**
 * `date_format`: the pattern by which a document prints dates. It has tokens for day, month and year (and optionally for
 * the weekday and the time of day), separators, and a few quoted words. Pure: the signing page and the seal use the same
 * code, so both print the same text.
 */
import { dateUnits, ISO_DATE, type Part, printDayWith, tokens, type Unit, written } from './date-tokens.ts';
import { two, type ZonedTime } from './zoned-time.ts';

export const MAX_DATE_FORMAT_LENGTH = 64;
const MAX_WORDS = 3;
const MAX_WORD_LENGTH = 20;
const EXAMPLE = 'Example: DD.MM.YYYY.';

/** For the API reference. */
export const dateFormatDescription =
  'Date pattern, for example `DD.MM.YYYY` or `DD.MM.YYYY HH:mm`. Tokens: `YYYY` `YY` year, `MMMM` `MMM` `MM` `M` month, ' +
  '`DD` `D` day, `dddd` `ddd` weekday, `HH` `H` `hh` `h` hour, `mm` `m` minute, `ss` `s` second, `A` `a` AM or PM, `Z` offset ' +
  'from UTC; `yyyy` `yy` `dd` `d` `EEEE` `EEE` are the same as `YYYY` `YY` `DD` `D` `dddd` `ddd`. Day, month and year must each ' +
  'appear once. The time comes before or after the whole date; date fields print the date only. Separators are `. , / - :` ' +
  `and spaces. Up to ${MAX_WORDS} words in \`[brackets]\` or \`'quotes'\` are allowed, each of at most ${MAX_WORD_LENGTH} characters, ` +
  'without digits, control characters and right-to-left script. Without a format, dates are printed as YYYY-MM-DD';

interface DateFormat {
  /** Everything, in order. */
  parts: readonly Part[];
  /** Without the time of day and what belongs to it. */
  dateParts: readonly Part[];
  hasTime: boolean;
}

/** What is wrong with a format. */
class FormatFault extends Error {}

/**
 * What is wrong with a date format, in one sentence that names the position (from 1, in characters) and ends with an example;
 * null for a good one.
 */
export function findDateFormatFault(format: string): string | null {
  try {
    parse(format);
    return null;
  } catch (error) {
    if (error instanceof FormatFault) return `date_format: ${error.message}. ${EXAMPLE}`;
    throw error;
  }
}

/** The format, or null when it breaks the rules. Dates are then printed as YYYY-MM-DD. */
export function usableDateFormat(format: string | null): string | null {
  return format !== null && findDateFormatFault(format) === null ? format : null;
}

/**
 * Prints a YYYY-MM-DD day by the date part of a format, or as YYYY-MM-DD if there is no format or it breaks the rules.
 * Other text is returned unchanged.
 */
export function printDay(text: string, format: string | null | undefined): string {
  return printDayWith(text, () => usable(format).dateParts);
}

/**
 * Prints date and time of day by a format, with HH:mm:ss after a format that has no time of day. Quoted words are left
 * out: they belong to the fields of a document, not to its audit trail.
 */
export function printTime(time: ZonedTime, format: string | null | undefined): string {
  const { parts, hasTime } = usable(format);
  const withoutWords = parts.map((part): Part => ('word' in part ? { separator: ' ' } : part));
  const date = written(withoutWords, time).replace(/ {2,}/g, ' ').trim();
  return hasTime ? date : `${date} ${two(time.hour)}:${two(time.minute)}:${two(time.second)}`;
}

const KEPT_FORMATS = 100;
const knownFormats = new Map<string, DateFormat>();

/** The parsed format, or the parsed ISO format if there is none or it breaks the rules. */
function usable(format: string | null | undefined): DateFormat {
  const pattern = format ?? ISO_DATE;
  let known = knownFormats.get(pattern);
  if (known === undefined) {
    known = parse(findDateFormatFault(pattern) === null ? pattern : ISO_DATE);
    if (knownFormats.size >= KEPT_FORMATS) knownFormats.clear();
    knownFormats.set(pattern, known);
  }
  return known;
}

const separatorCharacters = /^[.,/\-: ]$/;
const closing: Readonly<Record<string, string>> = { '[': ']', "'": "'" };

/** Throws a FormatFault. */
function parse(format: string): DateFormat {
  const characters = [...format];
  if (characters.length > MAX_DATE_FORMAT_LENGTH)
    throw new FormatFault(`it is longer than ${MAX_DATE_FORMAT_LENGTH} characters`);
  const parts: Part[] = [];
  const positions: number[] = [];
  for (let at = 0; at < characters.length; ) {
    const character = characters[at]!;
    let length = 1;
    if (separatorCharacters.test(character)) {
      parts.push({ separator: character });
    } else if (character in closing) {
      const end = characters.indexOf(closing[character]!, at + 1);
      if (end < 0) throw new FormatFault(`the ${character} at position ${at + 1} is not closed`);
      parts.push({ word: readWord(characters, at + 1, end) });
      length = end + 1 - at;
    } else if (/^[A-Za-z]$/.test(character)) {
      while (characters[at + length] === character) length += 1;
      const text = character.repeat(length);
      const token = tokens[text];
      if (!token) throw new FormatFault(`'${text}' at position ${at + 1} is not a token`);
      parts.push({ token });
    } else {
      throw new FormatFault(
        `${named(character)} at position ${at + 1} is not allowed: separate tokens with . , / - : or a space, and put words in [brackets]`,
      );
    }
    positions.push(at + 1);
    at += length;
  }
  checkParts(parts, positions);
  return { parts, ...splitTime(parts, positions) };
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The word between two quotes. Its characters must not look like digits, be invisible, or change the order of the text next to it. */
function readWord(characters: readonly string[], from: number, end: number): string {
  const word = characters.slice(from, end);
  if (word.length === 0) throw new FormatFault(`the quotes at position ${from} are empty`);
  if (word.length > MAX_WORD_LENGTH)
    throw new FormatFault(`the words at position ${from} are longer than ${MAX_WORD_LENGTH} characters`);
  word.forEach((character, index) => {
    const isAllowed =
      character === ' ' ||
      (!/[\p{N}\p{C}\p{Z}\p{Me}]/u.test(character) &&
        !rightToLeft.test(character) &&
        !(index === 0 && /\p{M}/u.test(character)));
    if (!isAllowed)
      throw new FormatFault(
        `${named(character)} at position ${from + index + 1} is not allowed in words: no digits, control characters or right-to-left script`,
      );
  });
  return word.join('');
}

/** The character in quotes, or its code point if it may be invisible or change the order of the text. */
function named(character: string): string {
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(character) && !rightToLeft.test(character)) return `'${character}'`;
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

const required: ReadonlyArray<[Unit, string]> = [
  ['day', 'DD or D'],
  ['month', 'MM, M, MMM or MMMM; mm are minutes'],
  ['year', 'YYYY or YY'],
];

/** Checks that no unit repeats, that day, month and year are present, and that numbers are separated. */
function checkParts(parts: readonly Part[], positions: readonly number[]): void {
  const seen = new Set<Unit>();
  let words = 0;
  parts.forEach((part, index) => {
    const at = positions[index]!;
    if ('word' in part) {
      words += 1;
      if (words > MAX_WORDS)
        throw new FormatFault(`the quoted words at position ${at} are more than ${MAX_WORDS}`);
    }
    if (!('token' in part)) return;
    const { unit, digits } = part.token;
    if (seen.has(unit)) throw new FormatFault(`the ${unit} appears again at position ${at}`);
    seen.add(unit);
    const before = parts[index - 1];
    const touching = before && 'token' in before ? before.token.digits : null;
    if (digits && touching && (digits === 'variable' || touching === 'variable'))
      throw new FormatFault(`the ${unit} at position ${at} needs a separator before it`);
  });
  for (const [unit, names] of required)
    if (!seen.has(unit)) throw new FormatFault(`the ${unit} is missing (${names})`);
}

/** The date part of a format. Throws a FormatFault if date and time are mixed. */
function splitTime(
  parts: readonly Part[],
  positions: readonly number[],
): Pick<DateFormat, 'dateParts' | 'hasTime'> {
  const isDate = (part: Part): boolean => 'token' in part && dateUnits.has(part.token.unit);
  const isTime = (part: Part): boolean => 'token' in part && !dateUnits.has(part.token.unit);
  const firstTime = parts.findIndex(isTime);
  if (firstTime < 0) return { dateParts: parts, hasTime: false };
  const firstDate = parts.findIndex(isDate);
  const lastDate = parts.findLastIndex(isDate);
  const misplaced = parts.findIndex((part, index) => isTime(part) && index > firstDate && index < lastDate);
  if (misplaced >= 0)
    throw new FormatFault(`the time at position ${positions[misplaced]} is between parts of the date`);
  const around = parts.findLastIndex(isTime);
  if (firstTime < firstDate && around > lastDate)
    throw new FormatFault(`the time at position ${positions[around]} must not be on both sides of the date`);
  const dateParts = firstTime < firstDate ? parts.slice(firstDate) : parts.slice(0, lastDate + 1);
  const hasTime = parts.some((part) => 'token' in part && part.token.unit === 'hour');
  return { dateParts, hasTime };
}
