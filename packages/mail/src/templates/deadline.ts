/** Dates as people read them in a mail. */

interface Formats {
  day: Intl.DateTimeFormat;
  time: Intl.DateTimeFormat;
}

/**
 * Formats are kept, because creating one takes longer than rendering an email. Their number is limited, because names of zones can be
 * written in any case.
 */
const maxFormats = 500;
const known = new Map<string, Formats>();

/** `30 November 2026, 14:00 (Europe/Berlin)` as the locale writes it; in UTC when the zone is unknown here. */
export function formatDate(date: Date, timeZone: string, locale = 'en-GB'): string {
  const zone = formatsOf(locale, timeZone) ? timeZone : 'UTC';
  const { day, time } = formatsOf(locale, zone)!;
  const between = locale.startsWith('ar') ? '، ' : ', ';
  return `${day.format(date)}${between}${time.format(date)} (${zone})`;
}

/** Null if the zone is unknown. */
function formatsOf(locale: string, timeZone: string): Formats | null {
  const key = `${locale} ${timeZone}`;
  let formats = known.get(key) ?? null;
  if (formats) return formats;
  try {
    formats = {
      day: new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'long', year: 'numeric' }),
      time: new Intl.DateTimeFormat(locale, {
        timeZone,
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
    };
  } catch {
    return null;
  }
  if (known.size >= maxFormats) known.clear();
  known.set(key, formats);
  return formats;
}
