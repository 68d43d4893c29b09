/** Local time in an IANA time zone. Pure; for server and browser. */

const KEPT_CLOCKS = 100;
/** A moment in local time. */
export interface ZonedTime {
  year: number;
  /** From 1. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** 0 is Sunday. */
  weekday: number;
  /** East of UTC. */
  offsetMinutes: number;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    if (clocks.size >= KEPT_CLOCKS) clocks.delete(clocks.keys().next().value!);
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** The zone itself if this runtime knows it, else UTC, so that every document can be sealed. */
export function knownZone(timeZone: string): string {
  try {
    clockOf(timeZone);
    return timeZone;
  } catch {
    return 'UTC';
  }
}

const QUARTER_HOUR_MS = 900_000;
/**
 * Since then, clocks have changed only at a full quarter of an hour and by whole minutes. Earlier changes could happen one minute
 * past midnight; the last such change was in Antarctica in October 2022.
 */
const EVEN_SINCE = Date.UTC(2023, 0, 1);
const KEPT_OFFSETS = 10_000;
/** Minutes east of UTC by zone and quarter of an hour: the times of one document are close together. */
const offsets = new Map<string, number>();

/** The latest result. */
let latest = { quarter: Number.NaN, timeZone: '', offsetMinutes: 0 };

function offsetAt(date: Date, timeZone: string): number {
  const quarter = Math.floor(date.getTime() / QUARTER_HOUR_MS);
  if (quarter === latest.quarter && timeZone === latest.timeZone) return latest.offsetMinutes;
  const key = `${quarter} ${timeZone}`;
  let offsetMinutes = offsets.get(key);
  if (offsetMinutes === undefined) {
    ({ offsetMinutes } = readClock(date, timeZone));
    if (offsets.size >= KEPT_OFFSETS) offsets.clear();
    offsets.set(key, offsetMinutes);
  }
  latest = { quarter, timeZone, offsetMinutes };
  return offsetMinutes;
}

const DAY_MS = 86_400_000;

/** The latest day: the times of one document are close together. */
let latestDay = { number: Number.NaN, year: 0, month: 0, day: 0, weekday: 0 };

function dayOf(number: number): typeof latestDay {
  if (number === latestDay.number) return latestDay;
  const date = new Date(number * DAY_MS);
  latestDay = {
    number,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  };
  return latestDay;
}

/** Converts to the local time of a zone. Throws a RangeError for an unknown zone. */
export function toZonedTime(date: Date, timeZone: string): ZonedTime {
  const time = date.getTime();
  if (!(time >= EVEN_SINCE)) return readClock(date, timeZone);
  const offsetMinutes = offsetAt(date, timeZone);
  const shown = time + offsetMinutes * 60_000;
  const { number, year, month, day, weekday } = dayOf(Math.floor(shown / DAY_MS));
  const seconds = Math.floor((shown - number * DAY_MS) / 1000);
  const minutes = Math.floor(seconds / 60);
  const hour = Math.floor(minutes / 60);
  const minute = minutes - hour * 60;
  return { year, month, day, hour, minute, second: seconds - minutes * 60, weekday, offsetMinutes };
}

function readClock(date: Date, timeZone: string): ZonedTime {
  const fields: Record<string, number> = {};
  for (const { type, value } of clockOf(timeZone).formatToParts(date)) fields[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return {
    year,
    month,
    day,
    hour,
    minute,
    second,
    weekday: new Date(shown).getUTCDay(),
    offsetMinutes: Math.round((shown - Math.floor(date.getTime() / 1000) * 1000) / 60_000),
  };
}

const twoDigits = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));
/** Two digits, for values from 0 to 99. */
export const two = (value: number): string => twoDigits[value]!;

/** `+05:30`. */
export function formatOffset(offsetMinutes: number): string {
  const size = Math.abs(offsetMinutes);
  return `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The latest UTC day. */
let latestDate = { number: Number.NaN, written: '' };

/** `2026-11-20 13:03:12 UTC`. Throws a RangeError for an invalid date. */
export function formatUtc(date: Date): string {
  const time = date.getTime();
  const number = Math.floor(time / DAY_MS);
  if (number !== latestDate.number) latestDate = { number, written: date.toISOString().slice(0, 10) };
  const seconds = Math.floor((time - number * DAY_MS) / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return `${latestDate.written} ${two(hours)}:${two(minutes - hours * 60)}:${two(seconds - minutes * 60)} UTC`;
}
