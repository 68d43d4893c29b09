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
