/** The calendar months that the allowance counts by, in UTC (docs/spec/decisions.md, section 1). Pure. */

/** The first day of the month, at midnight UTC. */
export function monthOf(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), 1));
}

/** The first day of the next month, YYYY-MM-DD. */
export function resetsOn(moment: Date): string {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}
