/** Dates as people read them in a mail. */

/** `30 November 2026, 14:00 (Europe/Berlin)` as the locale writes it; in UTC when the zone is unknown here. */
export function formatDate(date: Date, timeZone: string, locale = 'en-GB'): string {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  const day = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  const time = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const between = locale.startsWith('ar') ? '، ' : ', ';
  return `${day.format(date)}${between}${time.format(date)} (${zone})`;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
