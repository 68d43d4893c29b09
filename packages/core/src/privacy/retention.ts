/**
 * Queue `housekeeping`, job `privacy.retention-sweep`: erases the personal data of what ended longer ago than its workspace keeps
 * them (`retention_days`): documents, and the rows of bulk sends that never became one.
 */
import type { Workspace } from '@countersign/db/models';
import { inTransaction } from '@countersign/db/transaction';
import { ProblemError } from '@countersign/problem/problem-error';
import { type Base, systemCtx } from '../ctx.ts';
import { eraseDocument } from './erase-document.ts';
import { ERASED } from './personal-data.ts';

const dayMs = 86_400_000;
const batchSize = 200;
/** A million rows take some seconds. */
const rowsTimeoutMs = 120_000;
/** A sweep stops here and the next one goes on, so that one never runs into the limit of its job. */
const longestMs = 240_000;

export interface Retained {
  documents: number;
  bulkSends: number;
}

type Keeper = Pick<Workspace, 'id' | 'retentionDays' | 'retentionKeepsSealed'>;

/** Erases what is due, each document in its own transaction; safe to run twice and to stop. Returns how much went. */
export async function eraseWhatIsDue(base: Base, requestId: string): Promise<Retained> {
  const deadline = performance.now() + longestMs;
  const workspaces = await base.db.workspace.findMany({
    where: { retentionDays: { not: null } },
    select: { id: true, retentionDays: true, retentionKeepsSealed: true },
    orderBy: { id: 'asc' },
  });
  const swept: Retained = { documents: 0, bulkSends: 0 };
  for (const workspace of workspaces) {
    const endedBefore = new Date(base.now().getTime() - workspace.retentionDays! * dayMs);
    swept.documents += await eraseDocuments(base, workspace, endedBefore, { requestId, deadline });
    swept.bulkSends += await eraseBulkSends(base, workspace, endedBefore, deadline);
    if (performance.now() > deadline) break;
  }
  return swept;
}

/** The longest ended first, by the index document_to_erase. */
async function eraseDocuments(
  base: Base,
  workspace: Keeper,
  endedBefore: Date,
  { requestId, deadline }: { requestId: string; deadline: number },
): Promise<number> {
  let erased = 0;
  for (;;) {
    const due = await base.db.document.findMany({
      where: {
        workspaceId: workspace.id,
        closedAt: { lt: endedBefore },
        erasedAt: null,
        // A document that waits for its seal is not finished; `admin queue` tells of it.
        NOT: { status: 'completed', sealedAt: null },
      },
      select: { id: true, workspaceId: true, teamId: true, mode: true },
      orderBy: { closedAt: 'asc' },
      take: batchSize,
    });
    let gone = 0;
    for (const { id, ...scope } of due) {
      const ctx = systemCtx(base, { ...scope, requestId, name: 'retention' });
      if (performance.now() > deadline) return erased;
      gone += await eraseOne(ctx, id, workspace.retentionKeepsSealed);
    }
    erased += gone;
    // What could not be erased would come again and again: the next sweep looks anew.
    if (due.length < batchSize || gone === 0) return erased;
  }
}

async function eraseOne(ctx: ReturnType<typeof systemCtx>, id: string, keepSealed: boolean): Promise<number> {
  try {
    await eraseDocument(ctx, id, { keepSealed, cause: 'retention' });
    return 1;
  } catch (error) {
    // Removed or changed since it was listed.
    if (!(error instanceof ProblemError)) throw error;
    return 0;
  }
}

/** Rows of bulk sends that have ended, those aside of which a document was made: they go with their documents. */
async function eraseBulkSends(
  base: Base,
  workspace: Keeper,
  endedBefore: Date,
  deadline: number,
): Promise<number> {
  const due = await base.db.$queryRaw<Array<{ id: string }>>`
    SELECT id FROM bulk_send
    WHERE workspace_id = ${workspace.id}::uuid AND rows_erased_at IS NULL
      AND status IN ('invalid', 'done', 'failed', 'canceled') AND coalesce(finished_at, created_at) < ${endedBefore}
    ORDER BY id LIMIT ${batchSize}`;
  let erased = 0;
  for (const { id } of due) {
    if (performance.now() > deadline) break;
    await eraseBulkSend(base, id);
    erased += 1;
  }
  return erased;
}

/** In one transaction under the bulk send's lock, so that no row of it is sent again meanwhile (bulk-send/dispatch.ts). */
async function eraseBulkSend(base: Base, id: string): Promise<void> {
  await inTransaction(
    base.db,
    async ({ tx }) => {
      const marked = await tx.$executeRaw`
        UPDATE bulk_send SET rows_erased_at = ${base.now()}, source_filename = NULL, csv_sha256 = NULL,
          created_by = created_by - ARRAY['name', 'email'],
          dispatched_by = CASE WHEN dispatched_by IS NULL THEN NULL
            ELSE jsonb_build_object('actor', (dispatched_by->'actor') - ARRAY['name', 'email'], 'ip', NULL, 'user_agent', NULL) END
        WHERE id = ${id}::uuid AND rows_erased_at IS NULL AND status IN ('invalid', 'done', 'failed', 'canceled')`;
      if (marked === 0) return;
      await tx.$executeRaw`
        UPDATE bulk_row SET recipients = '[]', form_values = '{}', error = CASE WHEN error IS NULL THEN NULL ELSE ${ERASED} END
        WHERE bulk_send_id = ${id}::uuid AND document_id IS NULL`;
    },
    { timeoutMs: rowsTimeoutMs },
  );
}
