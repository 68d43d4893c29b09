/** Job `bulk-send.completion-sweep`: completes bulk sends whose last document has ended (docs/BULK.md). */

import type { Mode } from '@countersign/contract/common';
import { isDatabaseUnavailable } from '@countersign/db/errors';
import { constants } from '@countersign/db/sql';
import { type Base, systemCtx, withSqlTransaction } from '../ctx.ts';
import { underwayStatuses } from '../document/status.ts';
import { announce, type CountedBulkSend } from './events.ts';

const pageSize = 200;

interface Candidate {
  id: string;
  workspaceId: string;
  teamId: string;
  mode: Mode;
}

/**
 * Completes every bulk send in which no row waits and all documents have ended. Returns how many. A sweep reads one document of each
 * bulk send that is not completed: the first one that was open at the last check. A bulk send that fails is logged and stops no
 * other; the next sweep tries it again. Throws when the database is unavailable.
 */
export async function completeBulkSends(base: Base, requestId: string): Promise<number> {
  let completed = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    // The condition of the partial index bulk_send_to_complete is part of the text: see `constants`.
    const page = await base.db.$queryRaw<Candidate[]>`
      SELECT s.id, s.workspace_id AS "workspaceId", s.team_id AS "teamId", s.mode FROM bulk_send s
      WHERE s.completed_at IS NULL AND s.sent_count > 0 AND s.status IN ('done', 'canceled') AND s.id > ${after}::uuid
        AND NOT EXISTS (SELECT FROM document d WHERE d.id = s.open_document_id AND d.status IN ${constants(underwayStatuses)})
        AND NOT EXISTS (SELECT FROM bulk_operation o WHERE o.bulk_send_id = s.id AND o.status = 'running')
      ORDER BY s.id LIMIT ${pageSize}`;
    for (const candidate of page) if (await completeOrLog(base, candidate, requestId)) completed += 1;
    if (page.length < pageSize) return completed;
    after = page.at(-1)!.id;
  }
}

async function completeOrLog(base: Base, candidate: Candidate, requestId: string): Promise<boolean> {
  try {
    return await completeBulkSend(base, candidate, requestId);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    base.log.error('a bulk send could not be completed', {
      bulk_send_id: candidate.id,
      error: error instanceof Error ? error.message : String(error),
    });
    return false;
  }
}

/**
 * Marks the bulk send as completed and writes `bulk_send.completed`, if no row waits, no document is open and no operation runs. Returns
 * true if it did. Of several concurrent calls only one does: they lock the bulk send first, and a document that has ended never opens
 * again.
 */
export async function completeBulkSend(
  base: Base,
  { id, workspaceId, teamId, mode }: Candidate,
  requestId: string,
): Promise<boolean> {
  const ctx = systemCtx(base, { workspaceId, teamId, mode, requestId, name: 'bulk-send.completion' });
  return withSqlTransaction(ctx, async (tx) => {
    const [send] = await tx.db.$queryRaw<Array<CountedBulkSend & { openDocumentId: string | null }>>`
      SELECT runs, status, row_count AS "rowCount", sent_count AS "sentCount", failed_count AS "failedCount",
        canceled_count AS "canceledCount", invalid_count AS "invalidCount", open_document_id AS "openDocumentId"
      FROM bulk_send
      WHERE id = ${id}::uuid AND completed_at IS NULL AND sent_count > 0 AND status IN ('done', 'canceled')
      FOR NO KEY UPDATE`;
    if (!send) return false;
    // After the lock: an operation starts under it.
    const running = await tx.db.$queryRaw<unknown[]>`
      SELECT 1 FROM bulk_operation WHERE bulk_send_id = ${id}::uuid AND status = 'running'`;
    if (running.length > 0) return false;
    // By document_of_bulk_send. Starts where the last check ended, so all checks together read the index once.
    const [open] = await tx.db.$queryRaw<Array<{ id: string }>>`
      SELECT id FROM document
      WHERE bulk_send_id = ${id}::uuid AND status IN ${constants(underwayStatuses)}
        AND id >= coalesce(${send.openDocumentId}::uuid, '00000000-0000-0000-0000-000000000000')
      ORDER BY id LIMIT 1`;
    await tx.db.$executeRaw`
      UPDATE bulk_send SET open_document_id = ${open?.id ?? null}::uuid,
        completed_at = CASE WHEN ${open === undefined}::boolean THEN ${tx.now()}::timestamptz END
      WHERE id = ${id}::uuid`;
    if (open) return false;
    await announce(tx, id, 'bulk_send.completed', send);
    return true;
  });
}
