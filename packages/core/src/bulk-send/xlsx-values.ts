/** The text of numbers and dates in spreadsheets (ECMA-376, part 1, sections 18.8.30 and 18.17.4). Pure. */

/** What a number format for dates shows. Null for other number formats. */
export type DateKind = 'date' | 'time' | 'date and time' | 'duration' | null;

/** Built-in formats, which have no code in the file. What 27 to 36 and 50 to 58 show depends on the language, but all are dates. */
const builtIn = new Map<number, DateKind>([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'date'] as const),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].map((id) => [id, 'time'] as const),
  [22, 'date and time'],
  [46, 'duration'],
]);

/** The kind of a format by its number, and by its code if the file has one. */
export function dateKindOf(formatId: number, code: string | undefined): DateKind {
  if (code === undefined) return builtIn.get(formatId) ?? null;
  const [first = ''] = code
    .toLowerCase()
    // Quoted text, escaped characters, padding and fill.
    .replace(/"[^"]*"|[\\_*]./gs, '')
    // Sections for positive and negative numbers show the same parts.
    .split(';');
  if (/\[(?:h+|m+|s+)\]/.test(first)) return 'duration';
  // Colors, conditions and locales; markers of half days; exponents.
  const parts = first.replace(/\[[^\]]*\]|am\/pm|a\/p|general|e[+-]/g, '');
  const hasTime = /[hs]/.test(parts);
  const hasDate = /[yd]/.test(parts) || (parts.includes('m') && !hasTime);
  if (hasDate) return hasTime ? 'date and time' : 'date';
  return hasTime ? 'time' : null;
}

const daySeconds = 86_400;
/** 31 December 9999. */
const lastDay = 2_958_465;
const two = (value: number): string => String(value).padStart(2, '0');

/**
 * A number as people see it: with at most 15 significant digits, which is what spreadsheets compute with (0.1 + 0.2 is stored as
 * 0.30000000000000004), and without an exponent. The text itself if it is no number.
 */
export function numberText(stored: string): string {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return stored;
  const text = String(Number(value.toPrecision(15)));
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? [];
  if (exponent === undefined) return text === '-0' ? '0' : text;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, '0')}`;
}

/**
 * A date as ISO 8601 text: `2026-03-01`, `2026-03-01T14:30:00` or `14:30:00`, and durations in hours, minutes and seconds. Only what the
 * format shows. Numbers that are no date are given as numbers.
 */
export function dateText(stored: string, kind: NonNullable<DateKind>, startsIn1904: boolean): string {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value) || value < 0 || value > lastDay + 1)
    return numberText(stored);
  // Seconds, because 14:30 is stored as 0.604166666666667.
  const seconds = Math.round(value * daySeconds);
  const day = kind === 'date' ? Math.floor(value) : Math.floor(seconds / daySeconds);
  const hours = Math.floor(seconds / 3600);
  const clock = (hour: number) => `${two(hour)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (kind === 'duration') return clock(hours);
  if (kind === 'time') return clock(hours % 24);
  const date = isoDay(day, startsIn1904);
  if (date === null) return numberText(stored);
  return kind === 'date' ? date : `${date}T${clock(hours % 24)}`;
}

/** Null for day 0 and for 29 February 1900: spreadsheets have these days, but the calendar does not. */
function isoDay(day: number, startsIn1904: boolean): string | null {
  const first = startsIn1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  if (!startsIn1904 && (day < 1 || day === 60)) return null;
  const date = new Date(first + day * daySeconds * 1000);
  return date.getUTCFullYear() > 9999 ? null : date.toISOString().slice(0, 10);
}
