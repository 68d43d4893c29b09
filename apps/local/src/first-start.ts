/** Creates what the first start prints: a workspace, a test key and a sign-in link. */
import { ensureDefaultWorkspace } from '@countersign/core/key/ensure-default';
import { issueKey } from '@countersign/core/key/issue';
import { issueSignInLink, signInUrl } from '@countersign/core/user/sign-in-link';
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

export interface FirstStart {
  testKey: string;
  /** Signs the owner in to the console, once, within 15 minutes. */
  signInLink: string;
}

/** Creates the workspace `default` if there is no workspace. Returns its test key and a sign-in link for the owner, only this once. */
export async function firstStart(
  databaseUrl: string,
  { ownerEmail, publicUrl }: { ownerEmail: string; publicUrl: string },
): Promise<FirstStart | null> {
  return withDb(databaseUrl, async (db) => {
    const made = await ensureDefaultWorkspace({ db, now: () => new Date() }, { ownerEmail });
    if (!made) return null;
    const { token } = await inTransaction(db, ({ tx }) =>
      issueSignInLink(tx, { email: ownerEmail, now: new Date() }),
    );
    return { testKey: made.testKey, signInLink: signInUrl(publicUrl, token) };
  });
}

/** Creates a live key of the workspace `default` for the demo, so that its document has no TEST watermark. */
export async function makeDemoKey(databaseUrl: string): Promise<string> {
  return withDb(databaseUrl, async (db) => {
    const workspace = await db.workspace.findUniqueOrThrow({ where: { slug: 'default' } });
    const { key } = await inTransaction(db, ({ tx }) =>
      issueKey(tx, { workspaceId: workspace.id, name: 'Demo', mode: 'live', now: new Date() }),
    );
    return key;
  });
}
