/** What of the device flow has served its time. */
import type { Base } from '../ctx.ts';
import { lockMs } from './guesses.ts';

/** A client that comes late is still told that its code has expired. */
const keptMs = 86_400_000;

/** Deletes in one pass; safe to run twice. Returns how many rows went. */
export async function sweepDevices(base: Base): Promise<number> {
  const now = base.now().getTime();
  const swept = await Promise.all([
    base.db.deviceAuthorization.deleteMany({ where: { expiresAt: { lt: new Date(now - keptMs) } } }),
    base.db.deviceGuess.deleteMany({ where: { since: { lt: new Date(now - lockMs) } } }),
  ]);
  return swept.reduce((total, { count }) => total + count, 0);
}
