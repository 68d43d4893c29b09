/** What revocation data says of one certificate, whichever form it has. */

export interface RevocationStatus {
  status: 'good' | 'revoked' | 'unknown';
  thisUpdate: Date;
  /** When newer data is due; null if that is always. */
  nextUpdate: Date | null;
}

/** Clocks differ by this much, in milliseconds. */
export const CLOCK_SKEW_MS = 5 * 60_000;

/** Data without an end is taken for this long, in milliseconds. */
const OPEN_ENDED_MS = 60 * 60_000;

/** Whether newer data was not yet due at this moment; data made after it speaks for it as well. */
export function reaches({ thisUpdate, nextUpdate }: RevocationStatus, at: Date): boolean {
  const end = nextUpdate?.getTime() ?? thisUpdate.getTime() + OPEN_ENDED_MS;
  return at.getTime() <= end + CLOCK_SKEW_MS;
}

/** Whether the data was made by this moment. */
export const isMadeBy = ({ thisUpdate }: RevocationStatus, at: Date): boolean =>
  thisUpdate.getTime() <= at.getTime() + CLOCK_SKEW_MS;
