/** Moments as a person reads them. Pure. */

/** Date, time and zone of an ISO 8601 moment; in the document's zone, else the reader's own. */
export function printMoment(iso: string, timeZone: string | null | undefined, language: string): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'long',
    ...(timeZone && { timeZone }),
  }).format(new Date(iso));
}
