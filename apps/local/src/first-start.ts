/** What the first start makes, and what it tells the person at the terminal. */
import { ensureDefaultWorkspace } from '@countersign/core/key/ensure-default';
import { issueKey } from '@countersign/core/key/issue';
import { closeDb, createDb, type Db } from '@countersign/db/client';
import { inTransaction } from '@countersign/db/transaction';

async function withDb<T>(databaseUrl: string, use: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb(databaseUrl, { max: 2 });
  try {
    return await use(db);
  } finally {
    await closeDb(db);
  }
}

/** Makes the workspace `default` when there is none; returns its test key, this once. */
export async function firstTestKey(databaseUrl: string, ownerEmail: string): Promise<string | null> {
  return withDb(databaseUrl, async (db) => {
    const made = await ensureDefaultWorkspace({ db, now: () => new Date() }, { ownerEmail });
    return made?.testKey ?? null;
  });
}

/** A live key of the workspace `default` for the demo, so that its document bears no TEST mark. */
export async function makeDemoKey(databaseUrl: string): Promise<string> {
  return withDb(databaseUrl, async (db) => {
    const workspace = await db.workspace.findUniqueOrThrow({ where: { slug: 'default' } });
    const { key } = await inTransaction(db, ({ tx }) =>
      issueKey(tx, { workspaceId: workspace.id, name: 'Demo', mode: 'live', now: new Date() }),
    );
    return key;
  });
}
