/**
 * Queue `housekeeping`, job `privacy.retention-sweep`: erases the personal data of documents, and of unsent rows of bulk
 * sends, that ended longer ago than the workspace's retention (`retention_days`). Removed drafts are erased in every
 * workspace, because callers cannot reach them to request it.
 */

import { isDatabaseUnavailable } from '@countersign/db/errors';
import type { Workspace } from '@countersign/db/models';
import { sqlPart } from '@countersign/db/sql';
import { inTransaction } from '@countersign/db/transaction';
import { statusesFor } from '../bulk-send/status.ts';
import { type Base, systemCtx } from '../ctx.ts';
import { eraseDocument, eraseRemovedDraft } from './erase-document.ts';
import { anonymousTemplate } from './erase-snapshot.ts';
import { ERASED } from './personal-data.ts';

const dayMs = 86_400_000;
const batchSize = 200;
const nil = '00000000-0000-0000-0000-000000000000';
/** A million rows take some seconds. */
const rowsTimeoutMs = 120_000;
/** The sweep stops after this time, well before the time limit of its job. The next one continues. */
const maxDurationMs = 240_000;

export interface Retained {
  documents: number;
  bulkSends: number;
  drafts: number;
}

type WorkspaceRetention = Pick<Workspace, 'id' | 'retentionDays' | 'retentionKeepsSealed'>;

/**
 * Erases everything that is due, each document in its own transaction. A failure is logged and stops nothing else. Each workspace may
 * use its share of the time that is left, so that none has to wait until another is done. Safe to run twice and to interrupt. Returns how
 * much was erased.
 */
export async function eraseWhatIsDue(base: Base, requestId: string): Promise<Retained> {
  const deadline = performance.now() + maxDurationMs;
  const workspaces = await base.db.workspace.findMany({
    where: { retentionDays: { not: null } },
    select: { id: true, retentionDays: true, retentionKeepsSealed: true },
    orderBy: { id: 'asc' },
  });
  const swept: Retained = { documents: 0, bulkSends: 0, drafts: 0 };
  // Drafts share the time too.
  let shares = workspaces.length + 1;
  for (const workspace of workspaces) {
    const now = performance.now();
    const shareEnd = now + (deadline - now) / shares;
    shares -= 1;
    const endedBefore = new Date(base.now().getTime() - workspace.retentionDays! * dayMs);
    swept.documents += await eraseDocuments(base, workspace, endedBefore, { requestId, deadline: shareEnd });
    swept.bulkSends += await eraseBulkSends(base, workspace, endedBefore, shareEnd);
    await attempted(base, { workspace_id: workspace.id }, () =>
      eraseLateOperations(base, workspace, endedBefore),
    );
  }
  swept.drafts = await eraseDrafts(base, requestId, deadline);
  return swept;
}

interface DocumentScope {
  id: string;
  workspaceId: string;
  teamId: string;
  mode: 'live' | 'test';
}

type Due = DocumentScope & { closedAt: Date };

/** The documents that closed first come first, by the index document_to_erase. */
async function eraseDocuments(
  base: Base,
  workspace: WorkspaceRetention,
  endedBefore: Date,
  { requestId, deadline }: { requestId: string; deadline: number },
): Promise<number> {
  let erased = 0;
  for (let after: Pick<Due, 'id' | 'closedAt'> = { id: nil, closedAt: new Date(0) }; ; ) {
    // An unsealed document is not finished; `admin queue` lists it.
    const due = await base.db.$queryRaw<Due[]>`
      SELECT id, workspace_id AS "workspaceId", team_id AS "teamId", mode, closed_at AS "closedAt" FROM document
      WHERE workspace_id = ${workspace.id}::uuid AND closed_at < ${endedBefore} AND erased_at IS NULL
        AND (status <> 'completed' OR sealed_at IS NOT NULL)
        AND (closed_at, id) > (${after.closedAt}, ${after.id}::uuid)
      ORDER BY closed_at, id LIMIT ${batchSize}`;
    for (const { id, closedAt: _, ...scope } of due) {
      if (performance.now() > deadline) return erased;
      const ctx = systemCtx(base, { ...scope, requestId, name: 'retention' });
      const options = { keepSealed: workspace.retentionKeepsSealed, cause: 'retention' } as const;
      erased += await attempted(base, { document_id: id }, () => eraseDocument(ctx, id, options));
    }
    if (due.length < batchSize) return erased;
    after = due.at(-1)!;
  }
}

/** By the index document_removed_draft. */
async function eraseDrafts(base: Base, requestId: string, deadline: number): Promise<number> {
  let erased = 0;
  for (let after = nil; ; ) {
    const due = await base.db.$queryRaw<DocumentScope[]>`
      SELECT id, workspace_id AS "workspaceId", team_id AS "teamId", mode FROM document
      WHERE removed_at IS NOT NULL AND erased_at IS NULL AND id > ${after}::uuid ORDER BY id LIMIT ${batchSize}`;
    for (const { id, ...scope } of due) {
      if (performance.now() > deadline) return erased;
      const ctx = systemCtx(base, { ...scope, requestId, name: 'retention' });
      erased += await attempted(base, { document_id: id }, () => eraseRemovedDraft(ctx, id));
    }
    if (due.length < batchSize) return erased;
    after = due.at(-1)!.id;
  }
}

/** Returns 1, or 0 if nothing was left to erase. A failure is logged and returns 0 too. */
async function attempted(
  base: Pick<Base, 'log'>,
  subject: Record<string, string>,
  erase: () => Promise<unknown>,
): Promise<number> {
  try {
    return (await erase()) ? 1 : 0;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    base.log.error('personal data could not be erased', { ...subject, error: message });
    return 0;
  }
}

/** Unsent rows of bulk sends that have ended, by the index bulk_send_to_erase. Sent rows are erased with their documents. */
async function eraseBulkSends(
  base: Base,
  workspace: WorkspaceRetention,
  endedBefore: Date,
  deadline: number,
): Promise<number> {
  const due = await base.db.$queryRaw<Array<{ id: string }>>`
    SELECT id FROM bulk_send
    WHERE workspace_id = ${workspace.id}::uuid AND rows_erased_at IS NULL
      AND status = ANY(${statusesFor('erase rows')}::bulk_send_status[]) AND coalesce(finished_at, created_at) < ${endedBefore}
    ORDER BY coalesce(finished_at, created_at) LIMIT ${batchSize}`;
  let erased = 0;
  for (const { id } of due) {
    if (performance.now() > deadline) break;
    erased += await attempted(base, { bulk_send_id: id }, () => eraseBulkSend(base, id));
  }
  return erased;
}

/**
 * Erases operations that ended after the rows of their bulk send were erased: documents can stay open for longer than the retention.
 * Repeating it changes nothing.
 */
async function eraseLateOperations(
  base: Base,
  workspace: Pick<WorkspaceRetention, 'id'>,
  endedBefore: Date,
): Promise<void> {
  await base.db.$executeRaw`
    UPDATE bulk_operation o SET input = '{}', requested_by = ${anonymousRequester}
    FROM bulk_send s
    WHERE s.workspace_id = ${workspace.id}::uuid AND s.rows_erased_at IS NOT NULL AND o.bulk_send_id = s.id
      AND o.status = 'done' AND o.finished_at < ${endedBefore} AND (o.input <> '{}' OR o.requested_by <> ${anonymousRequester})`;
}

/** Who requested an operation, without name and addresses. */
const anonymousRequester = sqlPart`jsonb_build_object('actor', (requested_by->'actor') - ARRAY['name', 'email'], 'ip', NULL, 'user_agent', NULL)`;

/**
 * One transaction under the bulk send's lock, so that no row is sent again in the meantime (bulk-send/dispatch.ts). False if it was erased
 * before or is in use.
 */
async function eraseBulkSend(base: Base, id: string): Promise<boolean> {
  return inTransaction(
    base.db,
    async ({ tx }) => {
      const marked = await tx.$executeRaw`
        UPDATE bulk_send SET rows_erased_at = ${base.now()}, source_filename = NULL, csv_sha256 = NULL, pdfs_sha256 = NULL,
          external_id = NULL, metadata = '{}', template = ${anonymousTemplate},
          created_by = created_by - ARRAY['name', 'email'],
          dispatched_by = CASE WHEN dispatched_by IS NULL THEN NULL
            ELSE jsonb_build_object('actor', (dispatched_by->'actor') - ARRAY['name', 'email'], 'ip', NULL, 'user_agent', NULL) END
        WHERE id = ${id}::uuid AND rows_erased_at IS NULL AND status = ANY(${statusesFor('erase rows')}::bulk_send_status[])
          AND NOT EXISTS (SELECT FROM bulk_operation o WHERE o.bulk_send_id = bulk_send.id AND o.status = 'running')`;
      if (marked === 0) return false;
      await tx.$executeRaw`
        DELETE FROM bulk_correction WHERE operation_id IN (SELECT id FROM bulk_operation WHERE bulk_send_id = ${id}::uuid)`;
      await tx.$executeRaw`
        DELETE FROM bulk_pdf WHERE bulk_send_id = ${id}::uuid`;
      await tx.$executeRaw`
        UPDATE bulk_operation SET input = '{}', requested_by = ${anonymousRequester}
        WHERE bulk_send_id = ${id}::uuid`;
      await tx.$executeRaw`
        UPDATE bulk_row SET recipients = '[]', form_values = '{}', external_id = NULL, metadata = '{}', pdf = NULL, error = CASE WHEN error IS NULL THEN NULL ELSE ${ERASED} END
        WHERE bulk_send_id = ${id}::uuid AND document_id IS NULL`;
      return true;
    },
    { timeoutMs: rowsTimeoutMs },
  );
}
