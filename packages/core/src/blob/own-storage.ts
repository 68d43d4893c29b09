/** Detects a STORAGE_URL that leads to another place than the one with the files of the database. */
import type { Db } from '@countersign/db/client';
import type { Log } from '@countersign/log/port';
import { openStorage } from '@countersign/storage/open-storage';
import { type Storage, StorageUnavailableError } from '@countersign/storage/storage';
import { findInstallation } from './installation.ts';
import { missingFiles, newestFiles } from './newest-files.ts';

/** A process starts without this check if the storage does not answer in time. */
const limitMs = 5000;

/**
 * The storage that the URL names, for a process. Throws if it belongs to something else: the database references files, none of
 * the newest is there, and this installation has not claimed the storage. If the database references files, a missing
 * folder or an empty one (a volume that is not mounted) is unavailable until it is back, and nothing is created in it.
 */
export async function openOwnStorage({ db, log }: { db: Db; log: Log }, url: string): Promise<Storage> {
  const names = await newestFiles(db);
  const storage = await openStorage(url, { mustExist: names.length > 0 });
  if (names.length === 0) return storage;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new StorageUnavailableError('It does not answer.')), limitMs);
  try {
    if ((await Promise.race([missingFiles(storage, names), late])).length < names.length) return storage;
    const [{ id }, owner] = await Promise.all([
      findInstallation(db),
      Promise.race([storage.readOwner(), late]),
    ]);
    if (owner === id) return storage;
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    log.error('the storage is not available: check STORAGE_URL, and that its volume is mounted', {
      error: error.message,
    });
    return storage;
  } finally {
    clearTimeout(timer);
  }
  throw new Error(
    `STORAGE_URL (${url.replace(/\?.*$/, '')}) has none of the newest files of this database. Correct it, or copy the files there. If they are lost, run: npm run -s admin -- storage claim`,
  );
}
