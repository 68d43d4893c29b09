/** GET /v1/bulk-sends/{id}/outcomes: what became of the documents of a bulk send. */
import type { BulkOutcomes } from '@countersign/contract/bulk-send';
import { constants } from '@countersign/db/sql';
import type { Ctx } from '../ctx.ts';
import { underwayStatuses } from '../document/status.ts';
import { overdue } from '../document/status-part.ts';
import { getBulkSend } from './find.ts';

/**
 * Counts the documents by their reported outcome. Exact, also during sending. Reads the index document_of_bulk_send alone, once.
 * Throws not-found like getBulkSend.
 */
export async function countOutcomes(ctx: Ctx, id: string): Promise<BulkOutcomes> {
  const send = await getBulkSend(ctx, id);
  const late = overdue(ctx.now());
  const rows = await ctx.db.$queryRaw<Array<{ outcome: keyof BulkOutcomes; count: number }>>`
    SELECT CASE
      WHEN ${late} THEN 'expired'
      WHEN status IN ${constants(underwayStatuses)} THEN CASE WHEN delivery_problem THEN 'bounced' ELSE 'waiting' END
      WHEN status = 'rejected' THEN 'declined'
      ELSE status::text END AS outcome, count(*)::int
    FROM document WHERE bulk_send_id = ${send.id}::uuid GROUP BY 1`;
  const none: BulkOutcomes = { completed: 0, waiting: 0, bounced: 0, declined: 0, voided: 0, expired: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count])) };
}
