/** PATCH /v1/console/documents/{id}: edits the details of a draft before it is sent. */
import type { PatchDraftReq } from '@countersign/contract/console';
import { invalid } from '@countersign/problem/problem-error';
import { type Ctx, withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { limitTrail } from '../event/limit-trail.ts';
import { documentUuid, type FullDocument, lockDocument, readLocked } from './lock.ts';
import { guardStatus } from './status.ts';
import { transition } from './transition.ts';

/**
 * Changes title, message or expiry. Absent members stay; null clears message and expiry. Throws document-state once sent, and
 * validation for an expiry in the past.
 */
export async function patchDraft(ctx: Ctx, publicId: string, patch: PatchDraftReq): Promise<FullDocument> {
  const id = documentUuid(publicId);
  const expiresAt = typeof patch.expires_at === 'string' ? new Date(patch.expires_at) : patch.expires_at;
  if (expiresAt && expiresAt <= ctx.now()) {
    throw invalid(['body', 'expires_at'], 'Value error, must be in the future', { input: patch.expires_at });
  }
  return withTransaction(ctx, async (tx) => {
    const { document, ctx } = await lockDocument(tx, id);
    guardStatus('edit', document);
    const changes = {
      ...(patch.title && patch.title !== document.title && { title: patch.title }),
      ...(patch.message !== undefined && patch.message !== document.message && { message: patch.message }),
      ...(expiresAt !== undefined &&
        expiresAt?.getTime() !== document.expiresAt?.getTime() && { expiresAt: expiresAt ?? null }),
    };
    const names = { title: 'title', message: 'message', expiresAt: 'expires_at' } as const;
    const changed = (Object.keys(changes) as Array<keyof typeof names>).map((column) => names[column]);
    if (changed.length === 0) return document;
    await limitTrail(ctx, document);
    await transition(ctx, document, 'edit', changes);
    await appendEvents(ctx, id, [{ type: 'envelope.updated', payload: { changed } }]);
    return readLocked(ctx, id);
  });
}
