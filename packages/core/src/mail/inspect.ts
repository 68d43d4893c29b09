/** The backlog of mails, for operators. */
import type { Base } from '../ctx.ts';

const countLimit = 10_000;

/**
 * Mails that no mail server has accepted yet: how many, counted up to 10,000 each of single documents and of bulk sends. The oldest is
 * that of a single document, because bulk mails may have to wait. By the partial indexes mail_queued and mail_queued_of_bulk_send.
 */
export async function readQueuedMails(db: Base['db']): Promise<{ count: number; oldest: Date | null }> {
  const [queued] = await db.$queryRaw<Array<{ count: number; oldest: Date | null }>>`
    SELECT
      (SELECT count(*)::int FROM (SELECT 1 FROM mail WHERE status = 'queued' AND bulk_send_id IS NULL LIMIT ${countLimit}) single)
        + (SELECT count(*)::int FROM (SELECT 1 FROM mail WHERE status = 'queued' AND bulk_send_id IS NOT NULL LIMIT ${countLimit}) bulk)
        AS count,
      (SELECT created_at FROM mail WHERE status = 'queued' AND bulk_send_id IS NULL ORDER BY created_at LIMIT 1) AS oldest`;
  return queued!;
}
