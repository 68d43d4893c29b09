/** When a ping or redelivery is due. */
import type { TxCtx } from '../ctx.ts';

/** Now by PostgreSQL's clock, or by the caller's if that is behind: a process whose clock is ahead delays nothing. */
export async function dueAtOnce({ db, now }: Pick<TxCtx, 'db' | 'now'>): Promise<Date> {
  const [row] = await db.$queryRaw<Array<{ moment: Date }>>`
    SELECT LEAST(date_trunc('milliseconds', now()), ${now()}::timestamptz) AS moment`;
  return row!.moment;
}
