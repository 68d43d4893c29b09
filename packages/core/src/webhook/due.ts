/** When a ping or redelivery is due. */
import type { TxCtx } from '../ctx.ts';

/** The earlier of PostgreSQL's time and the caller's, so that a process whose clock is fast delays nothing. */
export async function dueAtOnce({ db, now }: Pick<TxCtx, 'db' | 'now'>): Promise<Date> {
  const [row] = await db.$queryRaw<Array<{ moment: Date }>>`
    SELECT LEAST(date_trunc('milliseconds', now()), ${now()}::timestamptz) AS moment`;
  return row!.moment;
}
