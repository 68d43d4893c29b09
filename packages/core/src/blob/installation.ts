/**
 * Ownership of a storage, so that a restored copy of the database never deletes the files of the original. The database has
 * an installation id, and the storage names the installation that may delete in it. A copy of the database detects that it
 * runs elsewhere and takes a new id, so it owns nothing.
 */
import type { Db } from '@countersign/db/client';
import type { Storage } from '@countersign/storage/storage';
import type { Base } from '../ctx.ts';
import { namedBlobs } from './named-blobs.ts';
import { newestFiles } from './newest-files.ts';

/** How long a process trusts an ownership check. */
const trustedMs = 60_000;
/** How many files decide whether a storage without an owner belongs to this installation. */
const lookedAt = 100;
const trusted = new WeakMap<Db, { storage: Storage; until: number }>();

interface Installation {
  id: string;
  /** Whether it may claim a storage that has no owner. False if the database was restored from a copy. */
  mayClaim: boolean;
}

/**
 * This installation. Its id is created by the first call. It changes when the database is restored into another PostgreSQL or
 * under another name, which the system identifier and the database oid reveal.
 */
export async function findInstallation(db: Db): Promise<Installation> {
  const [row] = await db.$queryRaw<Installation[]>`
    WITH here AS (
      SELECT (SELECT system_identifier FROM pg_control_system())::text || '/' || d.oid AS database
      FROM pg_database d WHERE d.datname = current_database()
    ), noted AS (
      INSERT INTO installation AS i (id, database) SELECT gen_random_uuid(), database FROM here
      ON CONFLICT (only_row) DO UPDATE SET id = excluded.id, database = excluded.database, may_claim = false
      WHERE i.database <> excluded.database
      RETURNING id, may_claim
    )
    SELECT id, may_claim AS "mayClaim" FROM noted
    UNION ALL SELECT id, may_claim FROM installation WHERE NOT EXISTS (SELECT 1 FROM noted)`;
  // Another process inserted the row after this statement's snapshot.
  return row ?? findInstallation(db);
}

/**
 * Whether this installation may delete files in its storage. Claims a storage without an owner, unless the database is a
 * restored copy or its files are not there. Throws StorageUnavailableError.
 */
export async function ownsStorage(
  base: Pick<Base, 'db' | 'log' | 'now'> & { storage: Storage },
): Promise<boolean> {
  const known = trusted.get(base.db);
  if (known?.storage === base.storage && known.until > performance.now()) return true;
  const { id, mayClaim } = await findInstallation(base.db);
  let owner = await base.storage.readOwner();
  if (owner === null && mayClaim && (await hasNoForeignFiles(base))) {
    await base.storage.writeOwner(id, { replace: false });
    owner = await base.storage.readOwner();
  }
  if (owner === id) {
    trusted.set(base.db, { storage: base.storage, until: performance.now() + trustedMs });
    return true;
  }
  base.log.error(
    'the storage belongs to another installation or has no file of this database, so nothing is deleted in it. If this database replaces that installation, run: npm run -s admin -- storage claim',
    { installation: id, owner },
  );
  return false;
}

/** Whether the database references one of the first files, or no file if the storage is empty. */
export async function hasNoForeignFiles(
  base: Pick<Base, 'db' | 'now'> & { storage: Storage },
): Promise<boolean> {
  const first: string[] = [];
  for await (const { sha256 } of base.storage.list()) if (first.push(sha256) >= lookedAt) break;
  if (first.length === 0) return (await newestFiles(base.db)).length === 0;
  return (await namedBlobs(base, first)).size > 0;
}

/** Makes this installation the owner of the storage, and returns the previous owner. */
export async function claimStorage(
  db: Db,
  storage: Storage,
): Promise<{ installation: string; before: string | null }> {
  const { id: installation } = await findInstallation(db);
  const before = await storage.readOwner();
  if (before !== installation) await storage.writeOwner(installation, { replace: true });
  return { installation, before };
}
