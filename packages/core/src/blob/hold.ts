/**
 * Holds. Requests of all workspaces that store the same bytes share one blob. So a request says that it needs the blob before it stores it, and
 * every removal looks for holds and references under the same lock (docs/decisions/055-held-files.md).
 */
import { createHash } from 'node:crypto';
import { newId } from '@countersign/contract/ids';
import { sqlOf } from '@countersign/db/sql';
import { inTransaction } from '@countersign/db/transaction';
import type { Storage, StoredBlob } from '@countersign/storage/storage';
import type { Base, SqlTx, Tx } from '../ctx.ts';
import { namedBlobs } from './named-blobs.ts';

/** Longer than any request or step of a job takes from storing a file to the transaction that references it. */
const holdMs = 3_600_000;

/** Longer than a storage takes to remove a blob, so that the lock lasts until then. */
const removalMs = 45_000;

const lockText = (sha256: string) => `blob ${sha256}`;

/**
 * Keeps the blob for an hour. Call it before the blob is stored, outside a transaction. Returns false if there was a hold with this id
 * already.
 */
export async function holdBlob(
  { db, now }: Pick<Base, 'db' | 'now'>,
  sha256: string,
  id = newId(),
): Promise<boolean> {
  const until = new Date(now().getTime() + holdMs);
  const [hold] = await db.$queryRaw<[{ isNew: boolean }]>`
    WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended(${lockText(sha256)}, 0)))
    INSERT INTO blob_hold (id, sha256, until) SELECT ${id}::uuid, ${sha256}, ${until}::timestamptz FROM locked
    ON CONFLICT (id) DO UPDATE SET until = excluded.until
    RETURNING xmax::text = '0' AS "isNew"`;
  return hold.isNew;
}

/** Ends a hold, in the transaction that references the blob. Only needed where the blob may have to be removed within the hour. */
export async function endHold(db: SqlTx, id: string): Promise<void> {
  await sqlOf(db).$executeRaw`DELETE FROM blob_hold WHERE id = ${id}::uuid`;
}

/** Stores the bytes under a hold. */
export async function putHeldBytes(
  base: Pick<Base, 'db' | 'now'> & { storage: Storage },
  bytes: Uint8Array,
): Promise<StoredBlob> {
  await holdBlob(base, createHash('sha256').update(bytes).digest('hex'));
  return base.storage.putBytes(bytes);
}

/** Removes the blob if nothing references or holds it and it is not newer than that. Returns whether it was removed. */
export async function removeUnlessNeeded(
  { db, now, storage }: Pick<Base, 'db' | 'now'> & { storage: Storage },
  sha256: string,
  olderThan: Date,
): Promise<boolean> {
  const found = await storage.stat(sha256);
  if (!found || found.modifiedAt >= olderThan) return false;
  const remove = async ({ tx }: { tx: Tx }) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lockText(sha256)}, 0))`;
    if ((await namedBlobs({ db: tx, now }, [sha256])).has(sha256)) return false;
    await storage.remove(sha256);
    return true;
  };
  return inTransaction(db, remove, { timeoutMs: removalMs });
}
