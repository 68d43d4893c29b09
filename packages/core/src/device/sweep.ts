/** Deletes old rows of the device flow. */
import type { Base } from '../ctx.ts';
import { lockMs } from './guesses.ts';

/** How long a late client gets expired-token for an expired code. After that it gets invalid-grant, as for an unknown code. */
const keptMs = 86_400_000;

/** Deletes in one pass and returns the number of rows. Safe to run twice. */
export async function sweepDevices(base: Base): Promise<number> {
  const now = base.now().getTime();
  const swept = await Promise.all([
    base.db.deviceAuthorization.deleteMany({ where: { expiresAt: { lt: new Date(now - keptMs) } } }),
    base.db.deviceGuess.deleteMany({ where: { since: { lt: new Date(now - lockMs) } } }),
  ]);
  return swept.reduce((total, { count }) => total + count, 0);
}
