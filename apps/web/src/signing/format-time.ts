/** Moments as a person reads them. Pure. */

/** Date, time and zone of an ISO 8601 moment; in the document's zone, else the reader's own. */
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
