/**
 * POST /v1/bulk-sends with a CSV or Excel file: it is already in storage, and a worker reads it (docs/spec/decisions.md, section 5).
 */
import { newId } from '@countersign/contract/ids';
import type { BulkSend } from '@countersign/db/models';
import { jobs } from '@countersign/queue/jobs';
import type { StoredBlob } from '@countersign/storage/storage';
import { guardRole } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { guardUniqueExternalId, type OwnDataInput, ownColumns } from '../own-data.ts';
import { getTemplate } from '../template/find.ts';
import { scopeOf } from './create.ts';
import { snapshotOf } from './template-snapshot.ts';

/**
 * Creates the bulk send as `draft` with the job that reads the file. Throws not-found for the template, and external-id-taken.
 */
export async function createBulkSendFromFile(
  ctx: Ctx,
  input: { templateId: string; sourceFilename: string | null; file: StoredBlob; own?: OwnDataInput },
): Promise<BulkSend> {
  guardRole(ctx, 'manager');
  const template = await getTemplate(ctx, input.templateId);
  const own = input.own ?? {};
  return withTransaction(ctx, async (tx) => {
    await guardUniqueExternalId(tx, 'bulk send', own);
    const made = await tx.db.bulkSend.create({
      data: {
        id: newId(),
        ...scopeOf(tx),
        templateId: template.id,
        template: snapshotOf(template) as object,
        sourceFilename: input.sourceFilename,
        ...ownColumns(own),
        uniqueExternalIds: own.unique_external_id ?? false,
        csvSha256: input.file.sha256,
        csvBytes: input.file.sizeBytes,
      },
    });
    await tx.enqueue(jobs.bulkSendIngest, { bulk_send_id: made.id });
    return made;
  });
}
