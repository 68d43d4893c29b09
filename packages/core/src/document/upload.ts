/** PUT /v1/documents/{id}/content: the PDF streams into storage; it may be repeated until finalize (decisions.md, section 3). */
import type { Storage } from '@countersign/storage/storage';
import { type Ctx, withTransaction } from '../ctx.ts';
import { getDocument, lockDocument } from './lock.ts';
import { guardStatus } from './status.ts';

/**
 * Stores the bytes in bounded memory and makes them the draft's content. Throws document-state once finalized, and
 * the storage's BlobTooLargeError past the limit; what was stored before stays in force then.
 */
export async function uploadContent(
  ctx: Ctx & { storage: Storage },
  publicId: string,
  source: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { id, ...before } = await getDocument(ctx, publicId);
  guardStatus('upload', before);
  const blob = await ctx.storage.putStream(source, { maxBytes: ctx.settings.maxPdfBytes });
  await withTransaction(ctx, async (t) => {
    guardStatus('upload', await lockDocument(t, id));
    await t.tx.document.update({
      where: { id },
      data: { contentSha256: blob.sha256, contentBytes: blob.sizeBytes },
    });
  });
}
