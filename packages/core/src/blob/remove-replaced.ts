/** Removes a blob as soon as an upload has replaced it, without waiting for the daily blob sweep. */
import type { Storage } from '@countersign/storage/storage';
import type { Base } from '../ctx.ts';
import { ownsStorage } from './installation.ts';
import { namedBlobs } from './named-blobs.ts';

/**
 * Removes the blob unless something references it, or its bytes were stored again after `newer`: another upload may be about
 * to reference it. Call it after the transaction that dropped the reference has committed. A failure is logged, and the blob
 * sweep removes the blob later.
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
    base.log.warn('a replaced blob was not removed; the blob sweep removes it later', {
      error: String(error),
    });
  }
}
