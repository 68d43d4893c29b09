/**
 * The tokens of `date_format` and how they are printed. Checks nothing; date-format.ts does. The signing page prints
 * days by formats that the server has checked, so it needs only this file.
 */
import { formatOffset, two, type ZonedTime } from './zoned-time.ts';

/** The format of documents without one, and of rows whose format breaks the rules. */
export const ISO_DATE = 'YYYY-MM-DD';

export type Unit =
  | 'year'
  | 'month'
  | 'day'
  | 'weekday'
  | 'hour'
  | 'minute'
  | 'second'
  | 'half of the day'
  | 'offset';

interface Token {
  unit: Unit;
  /** Whether the token prints a fixed or a variable number of digits; null for names. */
  digits: 'fixed' | 'variable' | null;
  write: (time: ZonedTime) => string;
}

const monthNames =
  'January February March April May June July August September October November December'.split(' ');
const dayNames = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const ofTwelve = ({ hour }: ZonedTime): number => (hour % 12 === 0 ? 12 : hour % 12);

const year: Token = { unit: 'year', digits: 'fixed', write: (time) => String(time.year).padStart(4, '0') };
const shortYear: Token = { unit: 'year', digits: 'fixed', write: (time) => two(time.year % 100) };
const day: Token = { unit: 'day', digits: 'variable', write: (time) => String(time.day) };
const twoDigitDay: Token = { unit: 'day', digits: 'fixed', write: (time) => two(time.day) };
const dayName: Token = { unit: 'weekday', digits: null, write: (time) => dayNames[time.weekday]! };
const shortDayName: Token = { ...dayName, write: (time) => dayNames[time.weekday]!.slice(0, 3) };

export const tokens: Readonly<Record<string, Token>> = {
  YYYY: year,
  yyyy: year,
  YY: shortYear,
  yy: shortYear,
  MMMM: { unit: 'month', digits: null, write: (time) => monthNames[time.month - 1]! },
  MMM: { unit: 'month', digits: null, write: (time) => monthNames[time.month - 1]!.slice(0, 3) },
  MM: { unit: 'month', digits: 'fixed', write: (time) => two(time.month) },
  M: { unit: 'month', digits: 'variable', write: (time) => String(time.month) },
  DD: twoDigitDay,
  dd: twoDigitDay,
  D: day,
  d: day,
  dddd: dayName,
  EEEE: dayName,
  ddd: shortDayName,
  EEE: shortDayName,
  HH: { unit: 'hour', digits: 'fixed', write: (time) => two(time.hour) },
  H: { unit: 'hour', digits: 'variable', write: (time) => String(time.hour) },
  hh: { unit: 'hour', digits: 'fixed', write: (time) => two(ofTwelve(time)) },
  h: { unit: 'hour', digits: 'variable', write: (time) => String(ofTwelve(time)) },
  mm: { unit: 'minute', digits: 'fixed', write: (time) => two(time.minute) },
  m: { unit: 'minute', digits: 'variable', write: (time) => String(time.minute) },
  ss: { unit: 'second', digits: 'fixed', write: (time) => two(time.second) },
  s: { unit: 'second', digits: 'variable', write: (time) => String(time.second) },
  A: { unit: 'half of the day', digits: null, write: (time) => (time.hour < 12 ? 'AM' : 'PM') },
  a: { unit: 'half of the day', digits: null, write: (time) => (time.hour < 12 ? 'am' : 'pm') },
  Z: { unit: 'offset', digits: 'fixed', write: (time) => formatOffset(time.offsetMinutes) },
};

export const dateUnits: ReadonlySet<Unit> = new Set(['year', 'month', 'day', 'weekday']);

export type Part = { token: Token } | { separator: string } | { word: string };

/** The text of the parts, one after the other. */
export function written(parts: readonly Part[], time: ZonedTime): string {
  let text = '';
  for (const part of parts) {
    if ('token' in part) text += part.token.write(time);
    else text += 'word' in part ? part.word : part.separator;
  }
  return text;
}

/**
 * Prints a YYYY-MM-DD day by the date part of a format that has been checked, or as YYYY-MM-DD without one: the same text as
 * printDay of date-format.ts. Other text is returned unchanged.
 */
export function printCheckedDay(text: string, format: string | null | undefined): string {
  return printDayWith(text, () => {
    const parts = [...(format ?? ISO_DATE).matchAll(/\[([^\]]*)\]|'([^']*)'|([A-Za-z])\3*|./gsu)].map(
      ([whole, bracketed, quoted]): Part => {
        const token = tokens[whole];
        if (token) return { token };
        return { separator: bracketed ?? quoted ?? whole };
      },
    );
    const isOf = (wanted: boolean) => (part: Part) =>
      'token' in part && dateUnits.has(part.token.unit) === wanted;
    const [firstDate, firstTime] = [parts.findIndex(isOf(true)), parts.findIndex(isOf(false))];
    if (firstTime < 0) return parts;
    return firstTime < firstDate
      ? parts.slice(firstDate)
      : parts.slice(0, parts.findLastIndex(isOf(true)) + 1);
  });
}

/** Prints the day by the parts. Text that is not a day is returned unchanged. */
export function printDayWith(text: string, partsOf: () => readonly Part[]): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return text;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const midnight = { hour: 0, minute: 0, second: 0, offsetMinutes: 0 };
  return written(partsOf(), { year, month, day, weekday: date.getUTCDay(), ...midnight });
}
