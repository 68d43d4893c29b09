/** Ten wrong user codes from one network lock it out for ten minutes (docs/spec/decisions.md, section 7). */
import { ProblemError } from '@countersign/problem/problem-error';
import type { Base } from '../ctx.ts';

const maxFailures = 10;
export const lockMs = 10 * 60_000;

/**
 * Runs `look` as one guess of the network; null means a wrong code. The guess is counted before `look` runs and taken back if
 * the code was right, so concurrent calls cannot get more than ten guesses. Throws rate-limited with Retry-After.
 */
export async function countGuess<T>(
  base: Base,
  network: string,
  look: () => Promise<T | null>,
): Promise<T | null> {
  await takeGuess(base, network);
  const found = await look();
  if (found !== null)
    await base.db.deviceGuess.updateMany({
      where: { network, failures: { gt: 0 } },
      data: { failures: { decrement: 1 } },
    });
  return found;
}

/**
 * One statement, which locks the network's row by primary key. Counting restarts ten minutes after it started or after the
 * lockout.
 */
async function takeGuess(base: Base, network: string): Promise<void> {
  const now = base.now();
  const over = new Date(now.getTime() - lockMs);
  const taken = await base.db.$executeRaw`
    INSERT INTO device_guess AS g (network, failures, since) VALUES (${network}, 1, ${now}::timestamptz)
    ON CONFLICT (network) DO UPDATE SET
      failures = CASE WHEN g.since <= ${over}::timestamptz THEN 1 ELSE g.failures + 1 END,
      since = CASE WHEN g.since <= ${over}::timestamptz OR g.failures + 1 >= ${maxFailures}::int
        THEN ${now}::timestamptz ELSE g.since END
    WHERE g.failures < ${maxFailures}::int OR g.since <= ${over}::timestamptz`;
  if (taken > 0) return;
  const locked = await base.db.deviceGuess.findUnique({ where: { network } });
  const leftMs = (locked?.since.getTime() ?? now.getTime()) + lockMs - now.getTime();
  throw new ProblemError('rate-limited', {
    detail: 'Too many wrong codes came from this address.',
    retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
  });
}
