/** The status of one certificate according to an OCSP response or a revocation list. */

export interface RevocationStatus {
  status: 'good' | 'revoked' | 'unknown';
  thisUpdate: Date;
  /** When newer data is due; null if the data does not say. */
  nextUpdate: Date | null;
}

/** Clocks differ by this much, in milliseconds. */
export const CLOCK_SKEW_MS = 5 * 60_000;

/** How long data without `nextUpdate` is used, in milliseconds. */
const OPEN_ENDED_MS = 60 * 60_000;

/** Whether the data covers this moment: newer data was not yet due. Data that was made later covers it too. */
export function reaches({ thisUpdate, nextUpdate }: RevocationStatus, at: Date): boolean {
  const end = nextUpdate?.getTime() ?? thisUpdate.getTime() + OPEN_ENDED_MS;
  return at.getTime() <= end + CLOCK_SKEW_MS;
}

/** Whether the data was made by this moment. */
export const isMadeBy = ({ thisUpdate }: RevocationStatus, at: Date): boolean =>
  thisUpdate.getTime() <= at.getTime() + CLOCK_SKEW_MS;
