/**
 * POST /v1/bulk-sends with a CSV or Excel file: it is already in storage, and a worker reads it (docs/spec/decisions.md, section 5).
 */
import { newId } from '@countersign/contract/ids';
import type { BulkSend } from '@countersign/db/models';
import { invalid } from '@countersign/problem/problem-error';
import { jobs } from '@countersign/queue/jobs';
import type { StoredBlob } from '@countersign/storage/storage';
import { guardRole } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { guardUniqueExternalId, type OwnDataInput, ownColumns } from '../own-data.ts';
import { getTemplate } from '../template/find.ts';
import { scopeOf } from './create.ts';
import type { FieldSource } from './place-fields.ts';
import { snapshotOf } from './template-snapshot.ts';

/**
 * Creates the bulk send as `draft` with the job that reads the file. Throws not-found for the template, external-id-taken, and
 * validation for `fieldsFrom` without PDFs.
 */
export async function createBulkSendFromFile(
  ctx: Ctx,
  input: {
    templateId: string;
    sourceFilename: string | null;
    file: StoredBlob;
    /** The ZIP with the PDFs that rows name. */
    pdfs?: StoredBlob | null;
    /** How PDFs name their fields themselves; absent if fields are at the places of the template. */
    fieldsFrom?: FieldSource | undefined;
    own?: OwnDataInput;
  },
): Promise<BulkSend> {
  guardRole(ctx, 'manager');
  if (input.fieldsFrom && !input.pdfs)
    throw invalid(['query', 'fields_from'], 'Value error, needs a form with the part pdfs', {
      input: input.fieldsFrom,
    });
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
        pdfsSha256: input.pdfs?.sha256 ?? null,
        pdfsBytes: input.pdfs?.sizeBytes ?? null,
        pdfFieldsFrom: input.fieldsFrom ?? null,
      },
    });
    await tx.enqueue(jobs.bulkSendIngest, { bulk_send_id: made.id });
    return made;
  });
}
