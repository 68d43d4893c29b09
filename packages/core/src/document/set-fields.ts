/** PUT /v1/documents/{id}/fields: replaces the fields of a draft. */
import type { FieldSpec } from '@countersign/contract/field';
import { storedConditionFaults } from '@countersign/contract/send-problems';
import { ProblemError } from '@countersign/problem/problem-error';
import { withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { limitTrail } from '../event/limit-trail.ts';
import { refuseFaults } from '../field/conditions.ts';
import { guardFixedValues } from '../field/resolve-form-values.ts';
import { countFields } from './count-fields.ts';
import { type InspectionCtx, inspectContent } from './inspect-content.ts';
import { type FullDocument, getDocument, lockDocument, readLocked } from './lock.ts';
import { anchorQueries, placedFields } from './place-fields.ts';
import { fieldRows } from './specs.ts';
import { guardStatus, reportedStatus } from './status.ts';
import { insertFields } from './write-parts.ts';

/**
 * Replaces the fields; `recipient_index` is an index into the document's recipients. Anchors are found at once if the PDF is
 * finalized, else by finalize. Throws document-state once sent, storage-exhausted for large fields, and validation for an anchor that was
 * not found, a condition that does not fit, and a read-only value that no recipient could correct.
 */
export async function setFields(
  ctx: InspectionCtx,
  publicId: string,
  specs: readonly FieldSpec[],
): Promise<FullDocument> {
  const before = await getDocument(ctx, publicId);
  // Checked again under the lock. Here it saves the search for anchors.
  guardStatus('edit', before);
  await guardFixedValues(specs, ['body']);
  const { id } = before;
  const placed = before.finalizedAt ? await findPlaces(ctx, before, specs) : specs;
  return withTransaction(ctx, async (tx) => {
    const { document, ctx } = await lockDocument(tx, id);
    guardStatus('edit', document);
    await limitTrail(ctx, document);
    if (document.finalizedAt && !before.finalizedAt && anchorQueries(specs).length > 0)
      throw new ProblemError('document-state', {
        detail: 'The document was finalized at the same time. Set the fields again.',
        members: { current: reportedStatus(document), allowed: [reportedStatus(document)] },
      });
    const rows = fieldRows(id, placed, document.recipients, ['body']);
    const { recipients } = document;
    refuseFaults(storedConditionFaults({ fields: rows, recipients }), (index) => ['body', index]);
    await ctx.db.field.deleteMany({ where: { documentId: id } });
    await ctx.db.largeDocument.deleteMany({ where: { documentId: id } });
    await insertFields(ctx, rows);
    await appendEvents(ctx, id, [
      { type: 'envelope.updated', payload: { changed: ['fields'], fields: rows.length } },
    ]);
    await countFields(ctx, [{ id, fields: rows }]);
    return readLocked(ctx, id);
  });
}

/** The fields with their places in the finalized PDF. */
async function findPlaces(
  ctx: InspectionCtx,
  document: FullDocument,
  specs: readonly FieldSpec[],
): Promise<readonly FieldSpec[]> {
  const anchors = anchorQueries(specs);
  if (anchors.length === 0) return specs;
  const sha256 = document.preparedSha256 ?? document.originalSha256!;
  const { search } = await inspectContent(ctx, {
    read: async () => ({ bytes: await ctx.storage.getBytes(sha256) }),
    search: { anchors, fieldsFrom: null, hide: false },
  });
  return placedFields(specs, search!.anchors, ['body']);
}
