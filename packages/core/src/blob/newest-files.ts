/** The newest files that the database references, as a sample of all of them. */
import type { Db } from '@countersign/db/client';
import type { Storage } from '@countersign/storage/storage';

/** How many files represent all of them. */
const newest = 10;
/** Among how many documents they are searched, because millions may have been erased. */
const searched = 1000;

/** SHA-256 of the files of the newest documents and templates. Empty if there are none, or if the newest documents were erased. */
export async function newestFiles(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<Array<{ sha256: string }>>`
    SELECT sha256 FROM (
      (SELECT content_sha256 AS sha256 FROM (SELECT * FROM document ORDER BY id DESC LIMIT ${searched}) AS d
        WHERE content_sha256 IS NOT NULL AND erased_at IS NULL AND removed_at IS NULL ORDER BY id DESC LIMIT ${newest}) UNION
      (SELECT sha256 FROM template WHERE deleted_at IS NULL ORDER BY id DESC LIMIT ${newest})
    ) AS named`;
  return rows.map(({ sha256 }) => sha256);
}

/** Those of the files that are not stored. Throws StorageUnavailableError. */
export async function missingFiles(storage: Storage, names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(names.map((name) => storage.stat(name)));
  return names.filter((_name, at) => found[at] === null);
}
