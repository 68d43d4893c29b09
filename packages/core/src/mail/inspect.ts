/** The backlog of mails, for operators. */
import type { Base } from '../ctx.ts';

const countLimit = 10_000;

/** Mails that no mail server has accepted yet: how many, counted up to 10,000, and since when. By the partial index mail_queued. */
export async function readQueuedMails(db: Base['db']): Promise<{ count: number; oldest: Date | null }> {
  const [queued] = await db.$queryRaw<Array<{ count: number; oldest: Date | null }>>`
    SELECT
      (SELECT count(*)::int FROM (SELECT 1 FROM mail WHERE status = 'queued' LIMIT ${countLimit}) queued) AS count,
      (SELECT created_at FROM mail WHERE status = 'queued' ORDER BY created_at LIMIT 1) AS oldest`;
  return queued!;
}
