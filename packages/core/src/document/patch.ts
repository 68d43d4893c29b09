/** PATCH /v1/documents/{id}: display preferences, folder and visibility, in any status; title and deadline (interface.md, EnvelopePatch). */
import type { EnvelopePatch } from '@countersign/contract/document';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { guardVisibility } from '../access.ts';
import { type Ctx, type TxCtx, withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { documentUuid, type FullDocument, lockDocument, readLocked } from './lock.ts';
import { documentStateProblem, guardStatus, isUnderway } from './status.ts';

/**
 * Changes what is given; absent members stay. `null` clears date_format, display_timezone, redirect_url and expires_at, and
 * leaves the others as they are: a folder is left with `clear_folder`, reminders are stopped with 0. Throws not-found for a
 * folder elsewhere, and document-state for another title once it was sent and another deadline once it is closed.
 */
export async function patchDocument(ctx: Ctx, publicId: string, patch: EnvelopePatch): Promise<FullDocument> {
  const id = documentUuid(publicId);
  guardVisibility(ctx, patch.visibility);
  return withTransaction(ctx, async (t) => {
    const document = await lockDocument(t, id);
    const folderId = patch.clear_folder ? null : (patch.folder_id ?? undefined);
    if (folderId) {
      // Share-locked, so that the folder cannot be deleted as empty before this commits.
      const found = await t.tx.$queryRaw<unknown[]>`
        SELECT 1 FROM folder WHERE id = ${folderId}::uuid AND workspace_id = ${ctx.workspaceId}::uuid FOR SHARE`;
      if (found.length === 0) throw new ProblemError('not-found', { detail: 'No such folder.' });
    }
    const expiresAt = newDeadline(t, document, patch.expires_at);
    const title = patch.title ?? undefined;
    if (title !== undefined && title !== document.title) guardStatus('edit', document);
    const wanted = {
      title,
      expiresAt,
      dateFormat: patch.date_format,
      displayTimezone: patch.display_timezone,
      redirectUrl: patch.redirect_url,
      folderId,
      reminderCadenceDays: patch.reminder_cadence_days ?? undefined,
      visibility: patch.visibility ?? undefined,
    };
    const data = Object.fromEntries(
      Object.entries(wanted).filter(
        ([column, value]) => value !== undefined && value !== document[column as keyof typeof wanted],
      ),
    );
    if (Object.keys(data).length === 0) return document;
    await t.tx.document.update({ where: { id }, data });
    const changed = Object.keys(data).map((column) =>
      column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    await appendEvents(t, id, [{ type: 'envelope.updated', payload: { changed } }]);
    return readLocked(t, id);
  });
}

/** The deadline to set, undefined for no change. It lies ahead, and what has run out is not wound up again. */
function newDeadline(
  ctx: TxCtx,
  document: FullDocument,
  given: string | null | undefined,
): Date | null | undefined {
  if (given === undefined) return undefined;
  const wanted = given === null ? null : new Date(given);
  if (wanted?.getTime() === document.expiresAt?.getTime()) return undefined;
  const now = ctx.now();
  guardStatus('reschedule', document);
  if (isUnderway(document.status) && document.expiresAt && document.expiresAt <= now)
    throw documentStateProblem('reschedule', 'expired');
  if (wanted && wanted <= now)
    throw invalid(['body', 'expires_at'], 'Value error, must be in the future', { input: given });
  return wanted;
}
