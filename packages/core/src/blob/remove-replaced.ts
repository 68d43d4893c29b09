/** Removes a stored file at once when an upload has replaced it, instead of at the next night's collection. */
import type { Storage } from '@countersign/storage/storage';
import type { Base } from '../ctx.ts';
import { ownsStorage } from './installation.ts';
import { namedBlobs } from './named-blobs.ts';

/**
 * Removes the blob unless something still names it, or its bytes were stored again after `newer` was: another upload may be about
 * to name it. Call it after the transaction that stopped naming the blob has committed. A failure is logged and leaves the blob to
 * the night's collection.
 */
export async function removeReplaced(
  base: Base & { storage: Storage },
  replaced: string | null,
  newer: string,
): Promise<void> {
  if (replaced === null || replaced === newer) return;
  try {
    const [old, fresh] = await Promise.all([base.storage.stat(replaced), base.storage.stat(newer)]);
    if (!old || !fresh || old.modifiedAt > fresh.modifiedAt) return;
    if (!(await ownsStorage(base))) return;
    if ((await namedBlobs(base, [replaced])).has(replaced)) return;
    await base.storage.remove(replaced);
  } catch (error) {
    base.log.warn('a replaced file was not removed; the night collects it', { error: String(error) });
  }
}
