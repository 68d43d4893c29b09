/** When what a caller asked for is due. */
import type { TxCtx } from '../ctx.ts';

/** At once, by PostgreSQL's clock: a caller whose own is ahead puts nothing off. Earlier when the caller's clock is behind. */
export async function dueAtOnce({ db, now }: Pick<TxCtx, 'db' | 'now'>): Promise<Date> {
  const [row] = await db.$queryRaw<Array<{ moment: Date }>>`
    SELECT LEAST(date_trunc('milliseconds', now()), ${now()}::timestamptz) AS moment`;
  return row!.moment;
}
