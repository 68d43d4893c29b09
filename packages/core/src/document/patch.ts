/** PATCH /v1/documents/{id}: display preferences, folder and visibility, in any status (docs/spec/interface.md, EnvelopePatch). */
import type { EnvelopePatch } from '@countersign/contract/document';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { guardVisibility } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { appendEvents, writerOf } from '../event/append.ts';
import { limitTrail } from '../event/limit-trail.ts';
import { guardUniqueExternalId, mergeMetadata } from '../own-data.ts';
import { documentUuid, type FullDocument, lockDocument, readLocked } from './lock.ts';
import { checkOnNextSweep } from './remind.ts';
import { guardStatus } from './status.ts';

/**
 * Changes the given members; absent members stay. `null` clears a member, except visibility, which every document has.
 * `metadata` is merged by key; the audit trail names it as changed, without its keys and values.
 * `clear_folder` does what `folder_id: null` does. date_format and display_timezone apply to values that are not signed yet;
 * signed values keep their text. Throws not-found for a folder outside the workspace, external-id-taken, and document-state for
 * `expires_at` once the document is closed.
 */
export async function patchDocument(ctx: Ctx, publicId: string, patch: EnvelopePatch): Promise<FullDocument> {
  const id = documentUuid(publicId);
  guardVisibility(ctx, patch.visibility);
  return withTransaction(ctx, async (tx) => {
    const { document, ctx } = await lockDocument(tx, id);
    const folderId = patch.clear_folder ? null : patch.folder_id;
    if (folderId) {
      // Share lock, so that the folder cannot be deleted as empty before this transaction commits.
      const found = await ctx.db.$queryRaw<unknown[]>`
        SELECT 1 FROM folder WHERE id = ${folderId}::uuid AND workspace_id = ${ctx.workspaceId}::uuid FOR SHARE`;
      if (found.length === 0) throw new ProblemError('not-found', { detail: 'No such folder.' });
    }
    const expiresAt = newExpiry(patch, ctx.now());
    if (expiresAt !== undefined) guardStatus('correct', document);
    if (patch.external_id !== document.externalId) await guardUniqueExternalId(ctx, 'document', patch, id);
    const wanted = {
      expiresAt,
      dateFormat: patch.date_format,
      displayTimezone: patch.display_timezone,
      redirectUrl: patch.redirect_url,
      folderId,
      reminderCadenceDays: patch.reminder_cadence_days,
      visibility: patch.visibility ?? undefined,
      externalId: patch.external_id,
      metadata: mergeMetadata(document, patch.metadata),
    };
    const data = Object.fromEntries(
      Object.entries(wanted).filter(
        ([column, value]) =>
          value !== undefined && value?.valueOf() !== document[column as keyof typeof wanted]?.valueOf(),
      ),
    );
    if (Object.keys(data).length === 0) return document;
    const movesReminders = 'reminderCadenceDays' in data || 'expiresAt' in data;
    const remindFrom = movesReminders ? { remindFrom: checkOnNextSweep } : {};
    await limitTrail(ctx, document);
    await ctx.db.document.update({ where: { id }, data: { ...data, ...remindFrom } });
    const changed = Object.keys(data).map((column) =>
      column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    await appendEvents(writerOf(ctx, document), id, [
      { type: 'envelope.updated', payload: { changed, ...oldAndNew(document, data) } },
    ]);
    return readLocked(ctx, id);
  });
}

/** The given expiry; undefined when none was given. Throws unless it is in the future. */
function newExpiry(patch: EnvelopePatch, now: Date): Date | null | undefined {
  if (patch.expires_at === undefined || patch.expires_at === null) return patch.expires_at;
  const expiresAt = new Date(patch.expires_at);
  if (expiresAt > now) return expiresAt;
  throw invalid(['body', 'expires_at'], 'Value error, must be in the future', { input: patch.expires_at });
}

/** Old and new values of the expiry, and of the settings that decide how values are printed. */
function oldAndNew(
  before: Pick<FullDocument, 'dateFormat' | 'displayTimezone' | 'expiresAt'>,
  after: { dateFormat?: unknown; displayTimezone?: unknown; expiresAt?: unknown },
): Record<string, { old: unknown; new: unknown }> {
  return {
    ...('dateFormat' in after && { date_format: { old: before.dateFormat, new: after.dateFormat } }),
    ...('displayTimezone' in after && {
      display_timezone: { old: before.displayTimezone, new: after.displayTimezone },
    }),
    ...('expiresAt' in after && { expires_at: { old: iso(before.expiresAt), new: iso(after.expiresAt) } }),
  };
}

const iso = (time: unknown) => (time instanceof Date ? time.toISOString() : null);
