/** PUT /v1/documents/{id}/fields: replaces the fields of a draft. */
import type { FieldSpec } from '@countersign/contract/field';
import { type Ctx, withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { documentUuid, type FullDocument, lockDocument, readLocked } from './lock.ts';
import { fieldRows } from './specs.ts';
import { guardStatus } from './status.ts';

/** Replaces the fields; `recipient_index` is an index into the document's recipients. Throws document-state once sent. */
export async function setFields(
  ctx: Ctx,
  publicId: string,
  specs: readonly FieldSpec[],
): Promise<FullDocument> {
  const id = documentUuid(publicId);
  return withTransaction(ctx, async (tx) => {
    const { document, ctx } = await lockDocument(tx, id);
    guardStatus('edit', document);
    const rows = fieldRows(id, specs, document.recipients, ['body']);
    await ctx.db.field.deleteMany({ where: { documentId: id } });
    if (rows.length > 0) await ctx.db.field.createMany({ data: rows });
    await appendEvents(ctx, id, [
      { type: 'envelope.updated', payload: { changed: ['fields'], fields: rows.length } },
    ]);
    return readLocked(ctx, id);
  });
}
