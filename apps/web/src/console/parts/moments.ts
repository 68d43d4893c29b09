/** Formats times, days and sizes in the time zone of the browser. */

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const toTheMinute = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;
const momentFormat = new Intl.DateTimeFormat('en-GB', toTheMinute);
const exactFormat = new Intl.DateTimeFormat('en-GB', { ...toTheMinute, second: '2-digit' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `21 Nov 2026, 06:00 UTC`, in the browser's time zone; a dash for no value. */
export function printMoment(iso: string | null | undefined): string {
  return iso ? momentFormat.format(new Date(iso)) : '–';
}

/** `21 Nov 2026, 06:00:41 UTC`, for lists of events that can follow each other within a minute. */
export function printExactMoment(iso: string | null | undefined): string {
  return iso ? exactFormat.format(new Date(iso)) : '–';
}

/** `21 Nov 2026`, in the browser's time zone; a dash for no value. */
export function printDay(iso: string | null | undefined): string {
  return iso ? dayFormat.format(new Date(iso)) : '–';
}

/** `5 minutes ago`, `in 30 s`, `in 3 days`, or the day when it is more than a month away. */
export function printAgo(iso: string | null | undefined, now = Date.now()): string {
  if (!iso) return '–';
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  const size = Math.abs(seconds);
  if (size < 45) return seconds > 5 ? `in ${seconds} s` : 'just now';
  if (size < 3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return relative.format(Math.round(seconds / 3600), 'hour');
  if (size < 30 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day');
  return printDay(iso);
}

/** `830 B`, `12 KB`, `3.4 MB`. */
export function printSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A span of seconds as `40 s`, `5 min`, `3 h`, `2 d`. */
export function printSpan(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '–';
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

/** `1 field`, `2 fields`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** The day of a time in the browser's time zone, as a date input needs it. */
export const dayOf = (iso: string | null | undefined): string =>
  iso ? new Date(iso).toLocaleDateString('sv') : '';

/** The end of a day in the browser's time zone in ISO 8601; null for no day. */
export const endOfDay = (day: string): string | null =>
  day ? new Date(`${day}T23:59:59`).toISOString() : null;

/** Tomorrow, the earliest due date. */
export const tomorrow = (): string => new Date(Date.now() + 86_400_000).toLocaleDateString('sv');
