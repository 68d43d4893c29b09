/** Formats times in the page's language. */

/** Date, time and zone of an ISO 8601 moment; in the document's time zone, or in the browser's without one. */
export function printMoment(iso: string, timeZone: string | null | undefined, language: string): string {
  return new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone && { timeZone }),
  }).format(new Date(iso));
}

/** When to try again, as a phrase like "in 5 minutes". Rounded up, so that trying then works. */
export function printWait(seconds: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language);
  if (seconds <= 90) return format.format(seconds, 'second');
  if (seconds <= 90 * 60) return format.format(Math.ceil(seconds / 60), 'minute');
  return format.format(Math.ceil(seconds / 3600), 'hour');
}
