/** Removes a blob as soon as an upload has replaced it, without waiting for the daily blob sweep. */
import type { Storage } from '@countersign/storage/storage';
import type { Base } from '../ctx.ts';
import { removeUnlessNeeded } from './hold.ts';
import { ownsStorage } from './installation.ts';

/**
 * Removes the blob unless something references or holds it, or its bytes were stored again after `newer`. Call it after the transaction that dropped the reference has committed. A failure is logged, and the blob
 * sweep removes the blob later.
 */
export async function removeReplaced(
  base: Base & { storage: Storage },
  replaced: string | null,
  newer: string,
): Promise<void> {
  if (replaced === null || replaced === newer) return;
  try {
    const fresh = await base.storage.stat(newer);
    if (!fresh || !(await ownsStorage(base))) return;
    // Equal times count as older.
    await removeUnlessNeeded(base, replaced, new Date(fresh.modifiedAt.getTime() + 1));
  } catch (error) {
    base.log.warn('a replaced blob was not removed; the blob sweep removes it later', {
      error: String(error),
    });
  }
}
