/** Calendar days of a time zone, and how a document prints them. Pure. */
import { formatInZone } from '@countersign/pdf/certificate/format-time';

/** The day of a moment in an IANA zone (UTC when absent), as YYYY-MM-DD. */
export function calendarDay(moment: Date, timeZone: string | null): string {
  return formatInZone(moment, timeZone ?? 'UTC', 'YYYY-MM-DD');
}

/** A document's date_format in the tokens that print it: `yyyy-MM-dd` (Unicode style) and `YYYY-MM-DD` are the same. */
export function printedPattern(dateFormat: string): string {
  return dateFormat.replace(/y{4}|y{2}|d+/g, (token) =>
    token.length > 2 && token[0] === 'd' ? token : token.toUpperCase(),
  );
}

/** Prints a YYYY-MM-DD day by the date part of a document's date_format; the day as it is when there is none. */
export function printDay(day: string, dateFormat: string | null): string {
  const datePart = printedPattern(dateFormat ?? '').replace(/[T\s,]*(?:HH?|hh?)(?![A-Za-z]).*$/, '');
  if (datePart.trim() === '') return day;
  return formatInZone(new Date(`${day}T12:00:00Z`), 'UTC', datePart);
}
