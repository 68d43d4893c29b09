/**
 * Which installation owns a storage, so that a restored copy of the database beside the original never deletes the original's files.
 * The database has an installation id; the storage names the installation that may delete in it. A copy of a database notices that
 * it runs elsewhere, takes a new id, and so owns nothing.
 */
import type { Db } from '@countersign/db/client';
import type { Storage } from '@countersign/storage/storage';
import type { Base } from '../ctx.ts';

/** How long a process trusts that it owns a storage before it asks again. */
const trustedMs = 60_000;
const trusted = new WeakMap<Db, { storage: Storage; until: number }>();

interface Installation {
  id: string;
  /** Whether it may take a storage that has no owner yet: not when the database was restored from a copy. */
  mayClaim: boolean;
}

/**
 * This installation. Its id is made on the first call and changes when the database has been restored into another PostgreSQL or
 * under another name: system identifier and database oid show it.
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
  // A row that another process has just made is not in our snapshot yet.
  return row ?? findInstallation(db);
}

/**
 * Whether this installation may delete files of its storage. A storage without an owner is claimed, except by a restored copy.
 * Throws StorageUnavailableError.
 */
export async function ownsStorage(base: Pick<Base, 'db' | 'log'> & { storage: Storage }): Promise<boolean> {
  const known = trusted.get(base.db);
  if (known?.storage === base.storage && known.until > performance.now()) return true;
  const { id, mayClaim } = await findInstallation(base.db);
  if (mayClaim && (await base.storage.readOwner()) === null) await base.storage.writeOwner(id);
  const owner = await base.storage.readOwner();
  if (owner === id) {
    trusted.set(base.db, { storage: base.storage, until: performance.now() + trustedMs });
    return true;
  }
  base.log.error(
    'the storage belongs to another installation, so nothing is deleted in it. If this database replaces that installation, run: npm run -s admin -- storage claim',
    { installation: id, owner },
  );
  return false;
}

/** Makes this installation the owner of the storage; returns who owned it before. */
export async function claimStorage(
  db: Db,
  storage: Storage,
): Promise<{ installation: string; before: string | null }> {
  const { id: installation } = await findInstallation(db);
  const before = await storage.readOwner();
  if (before !== installation) await storage.writeOwner(installation);
  return { installation, before };
}
