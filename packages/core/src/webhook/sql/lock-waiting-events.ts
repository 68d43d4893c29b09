import type { SqlTx } from '@countersign/db/sql';
import type { OutboxRow } from '../../event/public-event.ts';

/** An event as fan-out reads it, with the number of workspaces among which the batch was shared. */
export type WaitingEvent = OutboxRow & {
  workspaceId: string;
  tx: bigint;
  trace: string | null;
  workspaces: number;
};

/** The most workspaces of one batch. Each costs two index probes. */
export const mostWorkspaces = 100;

/**
 * Locks and returns events that have no deliveries yet: an equal share of each workspace after `after`, in the order of ids, and in
 * each the oldest first. Events that another worker has locked are skipped, so that each is fanned out once. Reads
 * outbox_event_to_fan_out; ORDER BY begins with workspace_id, because no other index has that order. Without `enable_sort = off`,
 * PostgreSQL sorts all waiting events for every batch when the table has no statistics yet: 60 ms instead of 1 ms with 100,000 of them.
 */
export async function lockWaitingEvents(
  tx: SqlTx,
  { after, limit }: { after: string; limit: number },
): Promise<WaitingEvent[]> {
  await tx.$queryRaw`SELECT set_config('enable_sort', 'off', true)`;
  return tx.$queryRaw`
    WITH RECURSIVE turn AS (
      (SELECT workspace_id, 1 AS place FROM outbox_event
        WHERE fanned_out_at IS NULL AND workspace_id > ${after}::uuid ORDER BY workspace_id, id LIMIT 1)
      UNION ALL
      SELECT next.workspace_id, turn.place + 1 FROM turn CROSS JOIN LATERAL (
        SELECT e.workspace_id FROM outbox_event e
        WHERE e.fanned_out_at IS NULL AND e.workspace_id > turn.workspace_id ORDER BY e.workspace_id, e.id LIMIT 1
      ) next
      WHERE turn.place < ${mostWorkspaces}::int
    )
    SELECT waiting.* FROM turn CROSS JOIN LATERAL (
      SELECT id, workspace_id AS "workspaceId", type, created_at AS "createdAt", document_id AS "documentId", bulk_send_id AS "bulkSendId",
        data, mode, seq, engine_event_type AS "engineEventType", actor, tx, trace,
        (SELECT count(*)::int FROM turn) AS workspaces
      FROM outbox_event e
      WHERE e.fanned_out_at IS NULL AND e.workspace_id BETWEEN turn.workspace_id AND turn.workspace_id
      ORDER BY e.workspace_id, e.id
      LIMIT (SELECT ceil(${limit}::float8 / count(*)) FROM turn) FOR UPDATE SKIP LOCKED
    ) waiting`;
}
