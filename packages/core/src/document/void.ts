/** POST /v1/documents/{id}/void: the sender ends a draft or an open document (docs/spec/interface.md, Document status). */
import { type Ctx, withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { closeDocument, mailLinkHolders } from './close.ts';
import { documentUuid, lockDocument } from './lock.ts';

/**
 * Voids the document and notifies every recipient who received a signing link. Throws document-state if the document is
 * closed.
 */
export async function voidDocument(ctx: Ctx, publicId: string, input: { reason: string }): Promise<void> {
  const id = documentUuid(publicId);
  await withTransaction(ctx, async (tx) => {
    const { document, ctx } = await lockDocument(tx, id);
    await closeDocument(ctx, document, 'void');
    await mailLinkHolders(ctx, document, 'voided', { data: { reason: input.reason } });
    await appendEvents(ctx, id, [{ type: 'envelope.voided', payload: { reason: input.reason } }]);
  });
}
